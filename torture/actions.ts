import { sha256 } from '../src/disk/sys.ts'
import { storedName } from '../src/model/file-name.ts'
import type { Action, Piece } from '../src/model/plan.ts'

export function archive(file: string, text: string | Buffer, needs: readonly string[] = []): Action {
  return {
    kind: 'archive',
    file: storedName(file),
    expect: sha256(text),
    reason: { why: 'fully-stale', missing: [] },
    needs: needs.map(storedName),
  }
}

export function write(file: string, before: string | Buffer | undefined, pieces: readonly Piece[]): Action {
  const expect = before === undefined ? 'absent' : sha256(before)
  return { kind: 'write', file: storedName(file), expect, pieces, reason: { why: 'index' }, needs: [] }
}

export function append(file: string, before: string, text: string): Action {
  return {
    kind: 'append',
    file: storedName(file),
    expect: sha256(before),
    expectLength: Buffer.byteLength(before),
    text,
    reason: { why: 'remembered' },
    needs: [],
  }
}
