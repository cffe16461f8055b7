import { namesIn, readRegularFile } from '../disk/index.ts'
import { type FolderOutcome, type FolderPlan, INDEX_FILE, type IndexLine } from '../model/index.ts'
import { entryChanges, lineChanges, linesOf } from '../text/index.ts'

/**
 * Carries something out, and counts in the folder itself what became of it: others may write at the same time, and what was
 * planned is not always what was done.
 */
export async function countOutcome(
  { root, index, verdicts }: Pick<FolderPlan, 'root' | 'index' | 'verdicts'>,
  work: () => Promise<FolderOutcome>,
): Promise<FolderOutcome> {
  const before = readNames(root)
  const outcome = await work()
  if (outcome.failure !== undefined) return outcome
  const after = readNames(root)
  const changes = entryChanges(before.index, after.index)
  const isOurs = changes.removed + changes.added > 0 || hasWrittenIndex(outcome)
  // An index whose lines all had a condition may come out as it was: then nothing was written.
  const step = isOurs && textOf(before.index) !== textOf(after.index) ? index.step : 'none'
  const archived = new Set(
    outcome.outcomes
      .filter(({ action, result }) => action.kind === 'archive' && result === 'done')
      .map(({ action }) => action.file),
  )
  const vanished = verdicts
    .map(({ file }) => file)
    .filter(file => !after.names.has(file) && !archived.has(file))
  const lines = step === 'edit' ? { lines: lineChanges(before.index, after.index) } : {}
  return { ...outcome, index: { step, ...changes, ...lines }, ...(vanished.length > 0 && { vanished }) }
}

const LARGEST = 5_000_000

function readNames(root: string): {
  readonly names: ReadonlySet<string>
  readonly index: readonly IndexLine[]
} {
  const read = readRegularFile(`${root}/${INDEX_FILE}`, LARGEST)
  const index = read.kind === 'read' ? linesOf(read.bytes.toString('utf8')) : []
  return { names: new Set(namesIn(root)), index }
}

const textOf = (lines: readonly IndexLine[]): string => lines.map(({ text }) => text).join('')

const hasWrittenIndex = ({ outcomes }: FolderOutcome): boolean =>
  outcomes.some(({ action, result }) => action.reason.why === 'index' && result === 'done')
