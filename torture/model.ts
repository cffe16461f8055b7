import type { FileName } from '../src/model/file-name.ts'
import type { Action } from '../src/model/plan.ts'
import type { Tree } from './oracle.ts'

export type Contents = ReadonlyMap<string, Buffer>

export function contentsOf(tree: Tree): Map<string, Buffer> {
  return new Map([...tree].map(([name, { bytes }]) => [name, bytes]))
}

/** What a folder holds when exactly these actions were done: the plain reading of a plan, with no disk in sight. */
export function afterActions(
  before: Contents,
  actions: readonly Action[],
  done: ReadonlySet<string>,
): Contents {
  const after = new Map(before)
  for (const action of actions) {
    if (!done.has(action.file)) continue
    if (action.kind === 'archive') after.delete(action.file)
    if (action.kind === 'append') after.set(action.file, joined(before.get(action.file)!, action.text))
    if (action.kind === 'write') {
      const staying = action.pieces.filter(
        piece =>
          !isDone(piece.unlessDone, done) &&
          (piece.onlyIfDone === undefined || isDone(piece.onlyIfDone, done)),
      )
      after.set(action.file, Buffer.from(staying.map(piece => piece.text).join('')))
    }
  }
  return after
}

function joined(bytes: Buffer, text: string): Buffer {
  return Buffer.concat([bytes, Buffer.from(text)])
}

function isDone(file: FileName | undefined, done: ReadonlySet<string>): boolean {
  return file !== undefined && done.has(file)
}

/** How two folders differ, a sentence each. */
export function unlike(is: Contents, should: Contents): string[] {
  const names = [...new Set([...is.keys(), ...should.keys()])].filter(name => !/(?:^|\/)\.dream/.test(name))
  return names.flatMap(name => {
    const [here, there] = [is.get(name), should.get(name)]
    if (here === undefined) return [`${name} is not there`]
    if (there === undefined) return [`${name} is there`]
    return here.equals(there) ? [] : [`${name} holds other bytes`]
  })
}
