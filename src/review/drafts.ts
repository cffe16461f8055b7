import { foldersOf, layoutOf, storeContext, type Where } from '../app/index.ts'
import { readSmallText, sha256, writeSmallFile } from '../disk/index.ts'
import { asFileName, type DraftAnswer, originWords, type Policy } from '../model/index.ts'
import { newMemoryActions } from '../plan/index.ts'
import { type FoundFolder, readFolder } from '../sources/index.ts'
import { FOLDER_STATE } from '../state/index.ts'
import { rootId } from '../store/index.ts'
import { quoted } from '../text/index.ts'
import { offerOf, type Producer, type ReviewItem, textAt } from './item.ts'

/** So many for a folder; the oldest give way. */
const MOST_KEPT = 200
const LARGEST = 20_000_000

const fileOf = (where: Where, root: string): string =>
  `${storeContext(where).stateHome}/${rootId(root)}/${FOLDER_STATE.drafts}`

/** Keeps memories that were drafted from conversations and that nobody has decided on yet. */
export function keepDrafts(where: Where, root: string, drafts: readonly DraftAnswer[]): void {
  const names = new Set(drafts.map(({ file }) => file))
  const kept = [...draftsOf(where, root).filter(({ file }) => !names.has(file)), ...drafts]
  writeSmallFile(fileOf(where, root), `${JSON.stringify(kept.slice(-MOST_KEPT))}\n`)
}

/** Those that are not written yet. */
function draftsOf(where: Where, root: string): DraftAnswer[] {
  try {
    const kept = JSON.parse(readSmallText(fileOf(where, root), LARGEST) ?? '[]') as DraftAnswer[]
    return kept.filter(
      ({ file, text }) => asFileName(file) && typeof text === 'string' && textAt(root, file) === undefined,
    )
  } catch {
    // Cut off or edited: the conversations can be read again.
    return []
  }
}

/** What conversations said that is worth keeping. */
export function extractedDrafts(where: Where, policy: Policy): Producer {
  const folders = foldersOf(where)
  const offer = async (item: ReviewItem, text: string) => {
    const found = folders.find(({ root }) => root === item.root)!
    const draft = { file: asFileName(item.subject)!, text }
    const actions = newMemoryActions(readFolder(found, layoutOf(where)), [draft], policy)
    return offerOf(where, item, actions)
  }
  return {
    async list(root) {
      const wanted = folders.filter(each => root === undefined || each.root === root)
      return wanted.flatMap(found => draftsOf(where, found.root).map(draft => itemOf(found, draft)))
    },
    offer: item => offer(item, item.texts[0]!.text),
    edit: (item, { text }) => offer(item, text),
  }
}

function itemOf({ root, label }: FoundFolder, draft: DraftAnswer): ReviewItem {
  const { file, text, type, description, origin, quote, transcript, line, at } = draft
  const key = `draft ${file}`
  const when = at === undefined ? '' : ` on ${at.slice(0, 10)}`
  return {
    producer: 'extract',
    key,
    id: sha256(`${key} ${text}`).slice(0, 12),
    root,
    label,
    subject: file,
    words: `a new ${type} memory: ${description}`,
    evidence: [`${originWords(origin)}${when}: ${quoted(quote)}`, `${transcript}:${line}`],
    because: 'what was heard in a conversation is kept only when you say so',
    origin,
    accepting: `writes ${file}`,
    choices: [],
    texts: [{ file, text }],
  }
}
