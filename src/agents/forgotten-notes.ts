import { type Where, withState } from '../app/index.ts'
import type { FileName, Memory } from '../model/index.ts'
import { compareStatements, exactText, noteStatement, parseMemory, readStatement } from '../text/index.ts'
import type { RawMemory } from './draft.ts'
import { knownIn } from './draft-known.ts'

/** A note that a person had forgotten, and when. */
export interface ForgottenNote {
  readonly file: FileName
  /** `YYYY-MM-DD`. */
  readonly day: string
}

/** So many of the last ones: what was forgotten long ago and many times over is not looked for. */
const MOST = 500

/**
 * M21: whether a person had forgotten what a draft says, in the same words or in others that say the same. Of what is back
 * in the folder nothing is forgotten.
 */
export function forgottenIn(
  where: Where,
  root: string,
  { memories }: { readonly memories: readonly Memory[] },
): (draft: RawMemory) => ForgottenNote | undefined {
  const here = new Set(memories.map(({ hash }) => hash))
  const gone = lastForgotten(where, root).filter(({ memory }) => !here.has(memory.hash))
  const statements = gone.map(({ memory }) => readStatement(noteStatement(memory)))
  const known = knownIn(gone.map(({ memory }) => memory))
  return draft => {
    const same = known(draft)
    const said = readStatement({ text: draft.text })
    const at = gone.findIndex(
      ({ memory }, place) =>
        memory === same ||
        ['same', 'contained'].includes(compareStatements(statements[place]!, said).relation),
    )
    return at === -1 ? undefined : { file: gone[at]!.memory.file, day: gone[at]!.day }
  }
}

function lastForgotten(where: Where, root: string): { readonly memory: Memory; readonly day: string }[] {
  const found = withState(where, root, ({ log, objects }) =>
    log
      .because('forgotten', MOST)
      .flatMap(({ at, changes }) =>
        changes.flatMap(({ file, kind, result, reason, from }) => {
          if (kind !== 'archive' || result !== 'done' || reason.why !== 'forgotten' || from === null)
            return []
          const stored = objects.get(from.hash)
          const text = stored.state === 'whole' ? exactText(stored.bytes) : undefined
          if (text === undefined) return []
          const { hash, size, modified } = from
          return [{ memory: parseMemory({ file, hash, size, modified, text }), day: at.slice(0, 10) }]
        }),
      )
      .slice(-MOST),
  )
  return found ?? []
}
