import { momentIn, momentWords } from '../languages/index.ts'
import { type Change, DreamError, type FileName, storedName } from '../model/index.ts'
import { type Amend, type Content, type OpenFolder, type Step, stateOf } from '../store/index.ts'
import { LEDGER, LEDGER_INDEX, reviewLog } from './journal-files.ts'
import { md5 } from './journal-workspace.ts'
import { indexText, type LedgerEntry, ledgerBlocks, newId, readLedger, WITHDRAWN } from './ledger.ts'
import { undoneLine } from './review-log.ts'

/**
 * J9: the ledger is never cut. For each entry that a run put there an undo appends a block that withdraws it (and for each
 * withdrawal, when an undo is undone, the entry again); the review log gets a line.
 */
export function amendLedger(epochMs: number, zone: string | undefined): Amend {
  const now = momentIn(epochMs, zone)
  return (folder, changes, undoes) => {
    const instead = new Set<FileName>()
    const steps: Step[] = []
    const take = (name: string, text: (before: string) => string) => {
      instead.add(storedName(name))
      const step = growing(folder, storedName(name), text, undoes)
      if (step !== undefined) steps.push(step)
    }
    const ledger = changes.find(change => change.file === LEDGER)
    if (ledger !== undefined) {
      const grown = grownBy(folder, ledger)
      take(LEDGER, before =>
        ledgerBlocks(reversed(readLedger(grown).entries, before, momentWords(now), undoes), before),
      )
      take(LEDGER_INDEX, () => '')
      const index = rebuiltIndex(folder, steps[0], undoes)
      if (index !== undefined) steps.push(index)
    }
    for (const { file } of changes) if (isLog(file)) take(file, before => undoneLine(before, now, undoes))
    return { instead, steps }
  }
}

function isLog(file: string): boolean {
  const start = reviewLog('0000-00').slice(0, -'0000-00.md'.length)
  return file.startsWith(start)
}

/** What a run appended to a file. */
function grownBy(folder: OpenFolder, { from, to }: Change): string {
  const after = to === null ? '' : textOf(folder, to.hash)
  return from === null ? after : after.slice(textOf(folder, from.hash).length)
}

function reversed(
  entries: readonly LedgerEntry[],
  ledger: string,
  at: string,
  undoes: string,
): LedgerEntry[] {
  const { entries: known, active } = readLedger(ledger)
  const taken = new Set(known.map(entry => entry.id))
  const named = (entry: LedgerEntry, of: LedgerEntry): LedgerEntry => {
    const id = newId(md5(`${of.id} ${undoes} ${at}`), taken)
    taken.add(id)
    return { ...entry, id, at }
  }
  return entries.flatMap((entry): LedgerEntry[] => {
    const original = entry.category === WITHDRAWN ? known.find(each => isWithdrawnBy(entry, each)) : entry
    const standsAs = original && activeAs(original, known, active)
    // An earlier try may have done it already.
    if (entry.category === WITHDRAWN)
      return original === undefined || standsAs !== undefined ? [] : [named(original, original)]
    if (standsAs === undefined) return []
    const content = `${standsAs.id} ${standsAs.content}`
    return [named({ ...standsAs, category: WITHDRAWN, content, source: `undo of ${undoes}` }, standsAs)]
  })
}

function isWithdrawnBy({ category, content }: LedgerEntry, { id }: LedgerEntry): boolean {
  return category === WITHDRAWN && content.split(' ')[0] === id
}

/** An entry where it stands: itself, or the copy by which a redo brought it back after it was withdrawn. */
function activeAs(
  entry: LedgerEntry,
  known: readonly LedgerEntry[],
  active: readonly LedgerEntry[],
): LedgerEntry | undefined {
  const itself = active.find(each => each.id === entry.id)
  const withdrawnAt = known.findLastIndex(each => isWithdrawnBy(each, entry))
  return itself ?? known.slice(withdrawnAt + 1).find(each => active.includes(each) && isCopy(each, entry))
}

function isCopy(a: LedgerEntry, b: LedgerEntry): boolean {
  return a.content === b.content && a.category === b.category && a.source === b.source
}

/** A step that puts `text` behind what stands in the file now. */
function growing(
  folder: OpenFolder,
  file: FileName,
  text: (before: string) => string,
  undoes: string,
): Step | undefined {
  const from = stateOf(folder.root, file)
  if (from === null) return undefined
  const before = folder.root.read(file)!.bytes.toString('utf8')
  const more = text(before)
  if (more === '') return undefined
  return step(file, from, { is: 'appended', to: from.hash, text: more }, undoes)
}

/** The index of the ledger as it will be; nothing where it says so already, as after a try that got that far. */
function rebuiltIndex(folder: OpenFolder, ledger: Step | undefined, undoes: string): Step | undefined {
  const isGrowing = ledger !== undefined && ledger.kind !== 'archive' && ledger.content.is === 'appended'
  const more = isGrowing ? (ledger.content as { text: string }).text : ''
  const text = (folder.root.read(LEDGER)?.bytes.toString('utf8') ?? '') + more
  const file = storedName(LEDGER_INDEX)
  const index = indexText(readLedger(text).active)
  if (folder.root.read(file)?.bytes.toString('utf8') === index) return undefined
  const content: Content = { is: 'pieces', pieces: [{ text: index }] }
  const needs = isGrowing ? [ledger.file] : []
  return { ...step(file, stateOf(folder.root, file), content, undoes), needs }
}

function step(file: FileName, from: Step['from'], content: Content, undoes: string): Step {
  return { kind: 'write', file, from, content, reason: { why: 'undo', run: undoes }, needs: [] }
}

function textOf(folder: OpenFolder, hash: string): string {
  const found = folder.store.objects.get(hash)
  if (found.state !== 'whole')
    throw new DreamError(`the bytes ${hash.slice(0, 12)} are not there any more`, 1)
  return found.bytes.toString('utf8')
}
