import { createHash } from 'node:crypto'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { realClock } from '../../src/disk/lock.ts'
import { realSys, type Sys } from '../../src/disk/sys.ts'
import { fileName } from '../../src/model/file-name.ts'
import type { Action, Piece } from '../../src/model/plan.ts'
import type { StoreContext } from '../../src/store/folder.ts'

/** A memory folder and a state directory of its own, in a temporary place. */
export interface Bench {
  readonly top: string
  readonly root: string
  readonly desk: StoreContext
  put(name: string, text: string | Buffer): void
  read(name: string): string
  remove(): void
}

export function bench(files: Record<string, string>): Bench {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-apply-')))
  const root = join(top, 'notes')
  mkdirSync(root)
  const put = (name: string, text: string | Buffer) => {
    writeFileSync(join(root, name), text)
    utimesSync(join(root, name), 1_700_000_000.25, 1_700_000_000.654321)
  }
  for (const [name, text] of Object.entries(files)) put(name, text)
  return {
    top,
    root,
    desk: { sys: realSys, stateHome: join(top, 'state', 'dream'), clock: realClock },
    put,
    read: name => readFileSync(join(root, name), 'utf8'),
    remove: () => rmSync(top, { recursive: true, force: true }),
  }
}

/** Every file with its bytes, time (in microseconds), mode and owner. */
export function treeOf(root: string): Record<string, string> {
  const tree: Record<string, string> = {}
  for (const name of readdirSync(root).sort()) {
    const path = join(root, name)
    const stat = lstatSync(path, { bigint: true })
    if (!stat.isFile()) continue
    tree[name] = `${sha(readFileSync(path))} ${stat.mtimeNs / 1000n} ${stat.mode} ${stat.uid}:${stat.gid}`
  }
  return tree
}

export function sha(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export function archive(file: string, text: string): Action {
  return {
    kind: 'archive',
    file: fileName(file),
    expect: sha(text),
    reason: { why: 'fully-stale', missing: [] },
    needs: [],
  }
}

export function write(file: string, before: string | undefined, pieces: Piece[]): Action {
  const expect = before === undefined ? 'absent' : sha(before)
  return { kind: 'write', file: fileName(file), expect, pieces, reason: { why: 'index' }, needs: [] }
}

const MUTATING = new Set([
  'write',
  'rename',
  'link',
  'unlink',
  'mkdir',
  'fchmod',
  'futimes',
  'fsync',
  'ftruncate',
])

class Killed extends Error {}

/** A system that dies before its n-th mutating call: from then on every call fails, as for a process that is gone. */
export function dyingSys(dieAt: number, inner: Sys = realSys): { sys: Sys; calls: () => number } {
  let calls = 0
  let dead = false
  const sys = new Proxy(inner, {
    get(target, key: keyof Sys) {
      const real = target[key] as (...args: unknown[]) => unknown
      return (...args: unknown[]) => {
        const creates = key === 'open' && ((args[1] as number) & 0o100) !== 0
        if (!dead && (MUTATING.has(key) || creates) && ++calls === dieAt) dead = true
        if (dead) throw new Killed(`killed at call ${dieAt}`)
        return real.apply(target, args)
      }
    },
  })
  return { sys, calls: () => calls }
}
