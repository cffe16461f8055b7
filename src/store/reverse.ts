import { diff3Merge } from 'node-diff3'
import {
  type Change,
  type FileName,
  type FileState,
  folderPart,
  INDEX_FILE,
  storedName,
} from '../model/index.ts'
import { exactText } from '../text/index.ts'
import type { OpenFolder } from './folder.ts'
import { indexPieces } from './index-back.ts'
import type { Step } from './journal.ts'
import { stateOf } from './step.ts'

/** How a run is taken back: the steps, and what becomes of files that the user changed since. */
interface Reversal {
  steps: Step[]
  keptBoth: { file: FileName; kept: FileName }[]
  merged: FileName[]
  stayed: { file: FileName; why: string }[]
}

/** `tried`: what earlier tries of this undo, which did not get to their end, did to each file. */
export function reverse(
  folder: OpenFolder,
  changes: readonly Change[],
  undoes: string,
  tried: readonly Change[],
): Reversal {
  const plan: Reversal = { steps: [], keptBoth: [], merged: [], stayed: [] }
  // The index last, as always: it must never name a file that is not there yet.
  const indexLast = [...changes].sort((a, b) => Number(a.file === INDEX_FILE) - Number(b.file === INDEX_FILE))
  for (const change of indexLast) {
    const now = stateOf(folder.root, change.file)
    if (now?.hash === change.from?.hash) continue
    if (wasPurged(folder, change.from)) plan.stayed.push({ file: change.file, why: PURGED })
    else if (now?.hash === change.to?.hash || isOurTry(tried, change, now))
      plan.steps.push(back(change.file, now, change.from, undoes))
    else reverseAroundEdit(folder, change, now, undoes, plan)
  }
  return { ...plan, steps: plan.steps.map(step => inPieces(folder, step, plan)) }
}

/** The file is as an earlier try left it, and that try began with what the run had left: no edit of others is in it. */
function isOurTry(tried: readonly Change[], { file, to }: Change, now: FileState | null): boolean {
  const earlier = tried.find(each => each.file === file)
  return earlier !== undefined && earlier.from?.hash === to?.hash && earlier.to?.hash === now?.hash
}

/** The index names what returns only once it is there; whatever is no text goes back as it was. */
function inPieces(folder: OpenFolder, step: Step, { steps, stayed }: Reversal): Step {
  if (step.file !== INDEX_FILE || step.kind !== 'write' || step.content.is === 'appended') return step
  const content = step.content
  const text =
    content.is === 'pieces' ? content.pieces.map(piece => piece.text).join('') : textOf(folder, content.hash)
  if (text === undefined) return step
  const now = step.from === null ? '' : (textOf(folder, step.from.hash) ?? '')
  const absent = stayed.map(each => each.file).filter(file => stateOf(folder.root, file) === null)
  return { ...step, content: { is: 'pieces', pieces: indexPieces(text, now, steps, new Set(absent)) } }
}

/** The file is neither what the run left nor what it found: the user was here. */
function reverseAroundEdit(
  folder: OpenFolder,
  change: Change,
  now: FileState | null,
  undoes: string,
  plan: Reversal,
): void {
  if (change.from === null) {
    plan.stayed.push({ file: change.file, why: 'it was changed since the run made it' })
    return
  }
  if (now === null) {
    plan.steps.push(back(change.file, null, change.from, undoes))
    return
  }
  const merged = mergeEdit(folder, change, now)
  if (merged !== undefined) {
    plan.merged.push(change.file)
    plan.steps.push({
      ...stepBase(change.file, now, undoes),
      kind: 'write',
      content: { is: 'pieces', pieces: [{ text: merged }] },
    })
    return
  }
  const kept = copyName(folder, change.file, change.from, undoes)
  plan.keptBoth.push({ file: change.file, kept })
  if (stateOf(folder.root, kept) === null) plan.steps.push(back(kept, null, change.from, undoes))
}

/** A name that is free, or that an earlier try gave to these very bytes. */
function copyName(folder: OpenFolder, file: FileName, from: FileState, undoes: string): FileName {
  // A name may have 255 bytes; one that is near that is told by its bytes instead.
  const stem = Buffer.byteLength(file) > 180 ? folderPart(file) + from.hash.slice(0, 16) : file
  for (let number = 1; ; number += 1) {
    const name = storedName(`${stem}.before-${undoes}${number === 1 ? '' : `-${number}`}`)
    const there = stateOf(folder.root, name)
    if (there === null || there.hash === from.hash) return name
  }
}

const PURGED = 'what it was then was purged'

function wasPurged({ store }: OpenFolder, from: FileState | null): boolean {
  if (from === null || store.objects.get(from.hash).state !== 'absent') return false
  return store.log.read().records.some(record => record.purged?.includes(from.hash))
}

/** Both sets of edits in one text where they touch different lines; only for files that were edited, not archived. */
function mergeEdit(folder: OpenFolder, change: Change, now: FileState): string | undefined {
  if (change.from === null || change.to === null) return undefined
  const texts = [change.from, change.to].map(state => textOf(folder, state.hash))
  const found = folder.root.read(change.file)
  const theirs = found && exactText(found.bytes)
  const [ours, base] = texts
  if (ours === undefined || base === undefined || theirs === undefined || now.size > 1_000_000)
    return undefined
  const lines = (text: string) => text.split(/(?<=\n)/)
  const regions = diff3Merge(lines(ours), lines(base), lines(theirs))
  const isList = change.file === INDEX_FILE
  if (!isList && regions.some(region => region.conflict !== undefined)) return undefined
  return regions.flatMap(region => region.ok ?? bothSides(region.conflict!)).join('')
}

/** An index is a list: the lines that return, and beside them those that the user added since. */
function bothSides({ a: ours, o: base, b: theirs }: { a: string[]; o: string[]; b: string[] }): string[] {
  const known = new Set([...ours, ...base])
  const lines = [...ours, ...theirs.filter(line => !known.has(line))]
  return lines.map((line, at) => (at < lines.length - 1 && !line.endsWith('\n') ? `${line}\n` : line))
}

function textOf(folder: OpenFolder, hash: string): string | undefined {
  const found = folder.store.objects.get(hash)
  return found.state === 'whole' ? exactText(found.bytes) : undefined
}

function stepBase(file: FileName, from: FileState | null, undoes: string) {
  return { file, from, reason: { why: 'undo', run: undoes }, needs: [] } as const
}

/** From the state a file is in to the one it was in. */
function back(file: FileName, from: FileState | null, to: FileState | null, undoes: string): Step {
  const base = stepBase(file, from, undoes)
  if (to === null) return { ...base, kind: 'archive' }
  const { hash, size: _, ...dress } = to
  return { ...base, kind: 'write', content: { is: 'object', hash }, dress }
}
