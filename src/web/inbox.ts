import { kindWords } from '../checks/index.ts'
import { sha256 } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { DreamError, type FolderOutcome } from '../model/index.ts'
import type { Change, Inbox, Item, ItemDetail } from '../page/index.ts'
import type { FileChange } from '../plan/index.ts'
import type { ReviewItem, ReviewQueue } from '../review/index.ts'
import { folderId } from './notes.ts'
import { textOf } from './shown.ts'

/** Most certain first; what belongs to one event stands together, where its surest item stands. */
export async function inboxOf(queue: ReviewQueue, which: 'open' | 'answered'): Promise<Inbox> {
  const items = (await queue.list(which)).map(itemOf)
  const rank = { sure: 0, likely: 1, open: 2 }
  const events = new Map<string, { rank: number; items: Item[] }>()
  for (const item of items) {
    const event = events.get(item.event.key) ?? { rank: rank[item.sureness], items: [] }
    event.rank = Math.min(event.rank, rank[item.sureness])
    event.items.push(item)
    events.set(item.event.key, event)
  }
  const inOrder = [...events.values()].sort((a, b) => a.rank - b.rank || b.items.length - a.items.length)
  return {
    items: inOrder.flatMap(event => event.items.sort((a, b) => rank[a.sureness] - rank[b.sureness])),
  }
}

const COMMIT = /\b[0-9a-f]{8}\b/

/** What one commit did is one event, whatever the checks call it; else a kind of finding in one folder. */
function eventOf({ finding, evidence, producer, root }: ReviewItem): Item['event'] {
  const says = say().page.events
  const commit = evidence.map(line => COMMIT.exec(line)?.[0]).find(one => one !== undefined)
  const words = finding === undefined ? says.others[producer] : kindWords(finding)
  if (finding !== undefined && commit !== undefined && 'missing' in finding)
    return { key: `${root} ${commit}`, title: says.commit(commit), meaning: words.meaning }
  const key = `${root} ${finding?.kind ?? producer}`
  return { key: sha256(key).slice(0, 12), title: words.title, meaning: words.meaning }
}

function itemOf(item: ReviewItem): Item {
  const { id, root, subject, words, because, evidence, confidence, accepting, choices, decision } = item
  return {
    id,
    folder: folderId(root),
    subject,
    words,
    because,
    evidence,
    sureness: confidence ?? 'open',
    ...(accepting !== undefined && { accepting }),
    choices,
    isEditable: item.texts.length > 0,
    event: eventOf(item),
    ...(decision !== undefined && {
      decision: { answer: decision.answer, day: decision.at.slice(0, 10) },
    }),
  }
}

export async function itemDetail(queue: ReviewQueue, id: string): Promise<ItemDetail> {
  const item = await openItem(queue, id)
  const offered = item.accepting === undefined ? [] : await queue.changes(item)
  const changes = offered.map(change => changeOf(change, item))
  const shownFiles = new Set(changes.map(({ file }) => file))
  const texts = item.texts.filter(({ file }) => changes.length === 0 || !shownFiles.has(file))
  return {
    id,
    changes,
    texts: texts.map(({ file, text }) => ({ file, text: textOf(text) })),
  }
}

/** What goes is shown as it is: its text stands in the question, or in the file. */
function changeOf({ file, kind, before, after }: FileChange, { texts }: ReviewItem): Change {
  const was = before ?? texts.find(each => each.file === file && kind === 'archive')?.text
  return {
    file,
    kind: kind === 'archive' ? 'archive' : was === undefined ? 'create' : 'write',
    ...(was !== undefined && { before: textOf(was) }),
    ...(after !== undefined && { after: textOf(after) }),
  }
}

/** As it stands now: another tab or a terminal may have answered it, or a file may have changed. */
export async function openItem(queue: ReviewQueue, id: string): Promise<ReviewItem> {
  const open = await queue.list('open')
  const found = open.find(each => each.id === id)
  if (found !== undefined) return found
  const answered = (await queue.list('answered')).find(each => each.id === id)
  const says = say().page.errors
  const { answer } = answered?.decision ?? {}
  throw new DreamError(
    answer === undefined || answer === 'reopened' ? says.itemGone : says.itemAnswered(says.answers[answer]),
    4,
  )
}

/** What a commit did, as a sentence; what it could not do is an error. */
export function outcomeWords({ failure, outcomes, run, warnings }: FolderOutcome) {
  const says = say().review.outcome
  if (failure !== undefined) throw new DreamError(failure.sentence, failure.kind === 'locked' ? 4 : 1)
  const missed = outcomes.find(({ result }) => result !== 'done')
  const done = outcomes.filter(({ result }) => result === 'done')
  if (missed !== undefined && done.length === 0)
    throw new DreamError(
      say().page.errors.notDone(missed.action.file, 'detail' in missed ? missed.detail : ''),
      4,
    )
  const words = done.map(({ action }) => say().page.did(action.file, says[action.kind]))
  const left = outcomes.filter(({ result }) => result !== 'done').map(({ action }) => action.file)
  return {
    words: words.join(say().page.between),
    run,
    warnings: [...warnings, ...left.map(file => say().page.errors.notDone(file, ''))],
  }
}
