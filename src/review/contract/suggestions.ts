import { foldersOf, storeContext, type Where } from '../../app/index.ts'
import { type Order, withId } from '../../checks/index.ts'
import { readSmallText, sha256, writeSmallFile } from '../../disk/index.ts'
import { say } from '../../languages/index.ts'
import {
  type Action,
  asFileName,
  DreamError,
  type FileName,
  type Finding,
  type FolderOutcome,
  type Policy,
  type Question,
  type Snapshot,
} from '../../model/index.ts'
import { decideOn, readAll } from '../../pipeline/index.ts'
import { acceptedActions, archiveActions } from '../../plan/index.ts'
import { type FoundFolder, textAt } from '../../sources/index.ts'
import { FOLDER_STATE } from '../../state/index.ts'
import { rootId } from '../../store/index.ts'
import { textOf, uniqueSentences } from '../../text/index.ts'
import { offerOf, type Producer, type ReviewItem } from '../item.ts'

/** A verdict of an agent on a note, kept until a person decides or the note changes. */
export interface Suggestion {
  readonly verdict: 'keep' | 'archive' | 'merge' | 'update' | 'ask'
  readonly file: FileName
  /** Of the bytes that were judged. */
  readonly hash: string
  readonly into?: FileName
  readonly intoHash?: string
  /** `update`: the whole file as it would be. */
  readonly text?: string
  readonly sources: readonly string[]
  readonly reason: string
  /** The questions that it answers. */
  readonly questions: readonly Question[]
}

const MOST_KEPT = 500
const LARGEST = 20_000_000

const fileOf = (where: Where, root: string): string =>
  `${storeContext(where).stateHome}/${rootId(root)}/${FOLDER_STATE.suggestions}`

const suggestionKey = ({ verdict, file, into }: Suggestion): string =>
  `assistant ${verdict} ${file} ${into ?? ''}`.trim()

/** The name of an item in the queue. */
export const suggestionId = (one: Suggestion): string =>
  sha256(`${suggestionKey(one)} ${one.hash} ${one.intoHash ?? ''} ${one.text ?? ''}`).slice(0, 12)

/** A later verdict on a note replaces the earlier one, and answers what that answered. */
export function keepSuggestions(where: Where, root: string, added: readonly Suggestion[]): void {
  const kept = new Map(suggestionsOf(where, root).map(one => [one.file, one]))
  for (const one of added) {
    const before = kept.get(one.file)?.questions ?? []
    const questions = new Map([...before, ...one.questions].map(question => [question.id, question]))
    kept.delete(one.file)
    kept.set(one.file, { ...one, questions: [...questions.values()] })
  }
  writeSmallFile(fileOf(where, root), `${JSON.stringify([...kept.values()].slice(-MOST_KEPT))}\n`)
}

/** Those whose notes still are what was judged. */
export function suggestionsOf(where: Where, root: string): Suggestion[] {
  try {
    const kept = JSON.parse(readSmallText(fileOf(where, root), LARGEST) ?? '[]') as Suggestion[]
    const isNow = (file: FileName | undefined, hash: string | undefined) => {
      const text = file === undefined || asFileName(file) === undefined ? undefined : textAt(root, file)
      return text !== undefined && sha256(text) === hash
    }
    return kept.filter(
      one => isNow(one.file, one.hash) && (one.into === undefined || isNow(one.into, one.intoHash)),
    )
  } catch {
    // Cut off or edited: the brief can be answered again.
    return []
  }
}

/** What assistants said about notes. */
export function assistantSuggestions(where: Where, policy: Policy): Producer {
  const folders = foldersOf(where)
  return {
    async list(root) {
      return folders
        .filter(each => root === undefined || each.root === root)
        .flatMap(found => suggestionsOf(where, found.root).map(one => itemOf(found, one)))
    },

    async offer(item) {
      const one = suggestionsOf(where, item.root).find(each => suggestionId(each) === item.id)
      if (one === undefined) throw new DreamError(say().brief.item.changed, 1)
      if (one.verdict === 'ask') throw new DreamError(say().brief.item.ask, 2)
      if (one.verdict === 'keep')
        return { changes: [], carryOut: async () => answerNo(where, item, one.questions) }
      const snapshot = readAll(
        folders.filter(({ root }) => root === item.root),
        where,
      )[0]!
      return offerOf(where, item, actionsFor(snapshot, one, policy))
    },
  }
}

/** The note stays: what would have made it go is answered. */
async function answerNo(
  where: Where,
  { root, label, key, id }: ReviewItem,
  questions: readonly Question[],
): Promise<FolderOutcome> {
  const at = new Date().toISOString()
  for (const question of [...questions, { key, id }])
    await decideOn(where, root, { key: question.key, id: question.id, answer: 'rejected', at })
  return { root, label, run: '', outcomes: [], salvaged: [], warnings: [] }
}

function actionsFor(snapshot: Snapshot, one: Suggestion, policy: Policy): Action[] {
  const { file, hash, verdict, into, text } = one
  if (verdict === 'archive') return archiveActions(snapshot.folder, file, policy, { why: 'reviewed' })
  if (verdict === 'merge') return acceptedActions(snapshot, mergeOf(snapshot, file, into!), policy, file)
  const write = { kind: 'write', file, needs: [], reason: { why: 'reviewed' } } as const
  return [{ ...write, expect: hash, pieces: [{ text: text! }] }]
}

/** As a duplicate that somebody suggests: what only the first says is added to the one that stays. */
function mergeOf({ folder }: Snapshot, file: FileName, into: FileName) {
  const [goes, stays] = [file, into].map(name => folder.memories.find(memory => memory.file === name)!)
  const unique = uniqueSentences(textOf(goes!), textOf(stays!))
  const order: Order = { known: 'no' }
  const about = {
    source: 'suggested',
    file,
    of: into,
    overlap: 1,
    order,
    how: 'overlap',
    unique,
    differing: [],
  } as const
  const finding: Finding = withId({ kind: 'duplicate', ...about })
  return { key: '', id: '', finding, actions: [], because: '' }
}

function itemOf({ root, label }: FoundFolder, one: Suggestion): ReviewItem {
  const words = say().brief.item
  const { verdict, file, into, questions, reason, sources } = one
  const accepting: Record<Suggestion['verdict'], string | undefined> = {
    keep: words.keepAccepting(questions.length),
    archive: words.accepting.archive(file),
    merge: words.accepting.merge(file, into ?? ''),
    update: words.accepting.update(file),
    ask: undefined,
  }
  const doing = accepting[verdict]
  const files = [file, ...(into === undefined ? [] : [into])]
  return {
    producer: 'assistant',
    key: suggestionKey(one),
    id: suggestionId(one),
    root,
    label,
    subject: file,
    words: verdict === 'merge' ? words.merge(into ?? '') : words[verdict],
    evidence: [reason, ...sources],
    because: words.because,
    origin: 'assistant',
    ...(doing !== undefined && { accepting: doing }),
    choices: [],
    texts: files.flatMap(name => {
      const text = textAt(root, name)
      return text === undefined ? [] : [{ file: name, text }]
    }),
  }
}
