import { basename, dirname } from 'node:path'
import { storeContext, type Where } from '../app/index.ts'
import {
  errorWords,
  isDeadDraft,
  isFolder,
  makeFolder,
  readRegularFile,
  readSmallText,
  removeEmptyFolder,
  replaceFile,
  sha256,
  sweepFolder,
  writeSmallFile,
} from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { STATE } from '../state/index.ts'
import { type Edit, isContainerStep, readConfiguration, takenOut } from './edit.ts'

/** What was done to the user's configuration, in this order: enough to take each step back. */
export interface Entry {
  readonly agent: string
  readonly at: string
  /** One step of a file, by the hashes of its bytes before and after. */
  readonly file?: { readonly path: string; readonly before: string | null; readonly after: string }
  /** Folders that were made for it. */
  readonly made?: readonly string[]
  readonly undo?: Undoing
}

/** A line for a shell, or the name of a job of OpenClaw's scheduler. */
export type Undoing = { readonly shell: string } | { readonly openclawJob: string }

/** Something to run, and what takes it back. */
export interface Task {
  readonly agent: string
  readonly line: string
  readonly undo: Undoing
}

const homeOf = (where: Where): string => `${storeContext(where).stateHome}/${STATE.setup}`
const recordFile = (where: Where): string => `${homeOf(where)}/record.json`

export function readRecord(where: Where): readonly Entry[] {
  const text = readSmallText(recordFile(where), 10_000_000)
  if (text === undefined) return []
  const record = JSON.parse(text) as { version: number; entries: readonly Entry[] }
  if (record.version !== 1) throw new DreamError(say().setup.newerRecord(recordFile(where)), 1)
  return record.entries
}

/** Texts that no entry needs any more go with the last entry that did. */
function writeRecord(where: Where, entries: readonly Entry[]): void {
  writeSmallFile(recordFile(where), `${JSON.stringify({ version: 1, entries }, null, 2)}\n`)
  const needed = new Set(entries.flatMap(({ file }) => [file?.before, file?.after]))
  sweepFolder(homeOf(where), name => /^[\da-f]{64}$/.test(name) && !needed.has(name))
  if (entries.length > 0) return
  sweepFolder(homeOf(where), () => true)
  removeEmptyFolder(homeOf(where))
}

function keep(where: Where, text: string | undefined): string | null {
  if (text === undefined) return null
  const hash = sha256(Buffer.from(text))
  writeSmallFile(`${homeOf(where)}/${hash}`, text)
  return hash
}

function kept(where: Where, hash: string | null): string | undefined {
  if (hash === null) return undefined
  const read = readRegularFile(`${homeOf(where)}/${hash}`, 50_000_000)
  if (read.kind !== 'read' || sha256(read.bytes) !== hash)
    throw new DreamError(say().setup.lostText(`${homeOf(where)}/${hash}`), 1)
  return read.bytes.toString('utf8')
}

export interface Replacement {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

const bytesOf = (text: string | undefined): Buffer | undefined =>
  text === undefined ? undefined : Buffer.from(text)

/** Takes out of the record what was noted for a task before it was tried. */
export function forgetTask(where: Where, { undo }: Task): void {
  const same = JSON.stringify(undo)
  writeRecord(
    where,
    readRecord(where).filter(entry => JSON.stringify(entry.undo) !== same),
  )
}

/** All of the files or none; `dream setup --undo` finds whatever a killed process left in between. */
export function makeEdits(where: Where, edits: readonly Edit[], tasks: readonly Task[]): void {
  const at = new Date().toISOString()
  for (const { path, before } of edits) refuseUnwritable(path, before)
  const entries = edits.flatMap(({ agent, path, before, steps }) =>
    steps.map((step, number) => {
      const from = keep(where, number === 0 ? before : steps[number - 1])
      const made = number === 0 ? missingFolders(path) : []
      return {
        agent,
        at,
        file: { path, before: from, after: keep(where, step)! },
        ...(made.length > 0 && { made }),
      }
    }),
  )
  const commands = tasks.map(({ agent, undo }) => ({ agent, at, undo }))
  writeRecord(where, [...readRecord(where), ...entries, ...commands])
  replaceAll(edits.map(({ path, before, steps }) => ({ path, before, after: steps.at(-1) })))
}

/** What was written is put back where a later file cannot be. */
function replaceAll(replacements: readonly Replacement[]): void {
  const done: Replacement[] = []
  try {
    for (const each of replacements) {
      makeFolder(dirname(each.path))
      replaceOne(each)
      done.push(each)
    }
  } catch (error) {
    for (const { path, before, after } of done.reverse()) replaceFile(path, bytesOf(after), bytesOf(before))
    throw error
  }
}

function replaceOne({ path, before, after }: Replacement): void {
  sweepDrafts(path)
  let did: ReturnType<typeof replaceFile>
  try {
    did = replaceFile(path, bytesOf(before), bytesOf(after))
  } catch (error) {
    throw new DreamError(say().places.files.cannotWrite(path, errorWords(error)), 1)
  }
  if (did === 'changed') throw new DreamError(say().setup.changedMeanwhile(path), 1)
}

/** What a killed process left beside the file. */
function sweepDrafts(path: string): void {
  sweepFolder(dirname(path), name => name.startsWith(`${basename(path)}.`) && isDeadDraft(name))
}

/** Also for whoever may write anything: a file that is read-only is so because somebody wants it. */
function refuseUnwritable(path: string, before: string | undefined): void {
  const read = readRegularFile(path, 50_000_000)
  if (read.kind === 'read' && (read.stat.mode & 0o222n) === 0n)
    throw new DreamError(say().setup.readOnly(path), 1)
  if (readConfiguration(path).text !== before) throw new DreamError(say().setup.changedMeanwhile(path), 1)
}

function missingFolders(path: string): string[] {
  const missing: string[] = []
  for (let folder = dirname(path); folder !== dirname(folder) && !isFolder(folder); folder = dirname(folder))
    missing.push(folder)
  return missing
}

/** What taking back would do. */
export interface Undo {
  readonly entries: readonly Entry[]
  readonly files: readonly Replacement[]
  /** Files in which what was added cannot be told from what others wrote since. */
  readonly entangled: readonly string[]
}

export function undoOf(where: Where, isMeant: (agent: string) => boolean): Undo {
  const entries = readRecord(where).filter(({ agent }) => isMeant(agent))
  const texts = new Map<string, Replacement>()
  const entangled = new Set<string>()
  for (const [at, { file }] of [...entries.entries()].toReversed()) {
    if (file === undefined) continue
    const { path } = file
    const was = texts.get(path) ?? readAsIs(path)
    texts.set(path, was)
    // Of a step that was never taken, or is out already, there is nothing to take out.
    const hash = was.after === undefined ? null : sha256(Buffer.from(was.after))
    const isBefore = entries
      .slice(0, at + 1)
      .some(each => each.file?.path === path && each.file.before === hash)
    if (isBefore) continue
    const [before, after] = [kept(where, file.before), kept(where, file.after)!]
    const out = takenOut(before, after, was.after)
    if (out !== 'entangled') texts.set(path, { ...was, after: out.text })
    // A container that others use as well stays, and is nobody's loss.
    else if (!isContainerStep(before, after)) entangled.add(path)
  }
  const files = [...texts.values()].filter(({ before, after }) => before !== after)
  return { entries, files, entangled: [...entangled] }
}

function readAsIs(path: string): Replacement {
  const { text } = readConfiguration(path)
  return { path, before: text, after: text }
}

/** Carries it out: files, then the folders that were made for them, then the record. */
export function carryOutUndo(where: Where, { entries, files, entangled }: Undo): void {
  replaceAll(files)
  for (const { file } of entries) if (file !== undefined) sweepDrafts(file.path)
  const done = new Set(entries.filter(({ file }) => file === undefined || !entangled.includes(file.path)))
  for (const { made = [] } of done) for (const folder of made) removeEmptyFolder(folder)
  const ids = new Set([...done].map(entry => JSON.stringify(entry)))
  writeRecord(
    where,
    readRecord(where).filter(entry => !ids.has(JSON.stringify(entry))),
  )
}
