import { createHash } from 'node:crypto'
import type { Clocks, PathFact, Presence, ProjectDocument, ProjectState } from '../../src/model/evidence.ts'
import { type FileName, fileName, INDEX_FILE } from '../../src/model/file-name.ts'
import type { Folder, Oddity, SeenBy, Snapshot } from '../../src/model/folder.ts'
import type { FolderPlan } from '../../src/model/plan.ts'
import { joinPieces } from '../../src/plan/changes.ts'
import { parseIndex } from '../../src/text/index-file.ts'
import { parseMemory } from '../../src/text/memory-file.ts'

/** Microseconds of a day of 2026, counted from its first. */
export const day = (number: number): number => Date.UTC(2026, 0, number) * 1000

export interface Note {
  readonly name?: string
  readonly description?: string
  readonly type?: string
  readonly pinned?: boolean
  readonly body: string
  /** Day of 2026 of the file time. */
  readonly day?: number
  /** Other clocks; the file time is known unless this says otherwise. */
  readonly clocks?: Clocks
  /** The whole text, instead of frontmatter made from the fields. */
  readonly text?: string
}

export interface World {
  readonly notes: Readonly<Record<string, Note>>
  readonly paths?: Readonly<Record<string, PathFact>>
  readonly words?: Readonly<Record<string, Presence>>
  /** Words that history took out of the code; all of `words` unless this says otherwise. */
  readonly lost?: readonly string[]
  readonly project?: ProjectState
  readonly index?: string
  readonly documents?: readonly ProjectDocument[]
  readonly oddities?: readonly Oddity[]
  readonly folder?: Partial<Folder>
  /** Files that were here and left, and memories whose line was taken out of the index. */
  readonly left?: readonly string[]
  readonly takenOut?: readonly string[]
  /** Day of 2026 of the run. */
  readonly today?: number
}

export const present = (at: string, how: 'exact' | 'suffix' | 'glob' = 'exact'): PathFact => ({
  presence: 'present',
  at,
  how,
})
export const removed = (was: string): PathFact => ({
  presence: 'missing',
  why: 'removed',
  was,
  commit: '4f2a1b3c9d',
  date: '2026-03-01',
})
export const renamed = (was: string, to: string): PathFact => ({
  presence: 'missing',
  why: 'renamed',
  was,
  to,
  commit: '9c8d7e6f5a',
  date: '2026-03-02',
})
export const missing = (why: 'gone' | 'never' | 'out-of-scope'): PathFact => ({ presence: 'missing', why })
export const unknown: PathFact = { presence: 'unknown', why: 'not listed' }

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const size = (text: string): number => Buffer.byteLength(text)

function textOf({ text, name, description, type, pinned, body }: Note): string {
  if (text !== undefined) return text
  const lines = [
    ...(name === undefined ? [] : [`name: ${JSON.stringify(name)}`]),
    ...(description === undefined ? [] : [`description: ${JSON.stringify(description)}`]),
    ...(type === undefined ? [] : [`type: ${type}`]),
    ...(pinned ? ['pinned: true'] : []),
  ]
  return `---\n${lines.join('\n')}\n---\n${body}`
}

export function makeWorld(world: World): Snapshot {
  const memories = Object.entries(world.notes).map(([name, note]) =>
    readMemory(fileName(name), textOf(note), day(note.day ?? 1)),
  )
  const clocks = new Map<FileName, Clocks>(
    Object.entries(world.notes).map(([name, note]) => [
      fileName(name),
      note.clocks ?? { mtime: day(note.day ?? 1) },
    ]),
  )
  return {
    folder: {
      root: '/home/ann/app/.claude/memory',
      label: '.claude/memory',
      title: 'App',
      layout: 'index',
      index: world.index === undefined ? undefined : readIndex(world.index),
      memories,
      oddities: world.oddities ?? [],
      subfolders: [],
      listing: { state: 'whole' },
      ...world.folder,
    },
    evidence: {
      project: world.project ?? { kind: 'git', root: '/home/ann/app', head: 'abc', branch: 'main' },
      paths: new Map(Object.entries(world.paths ?? {})),
      words: new Map(Object.entries(world.words ?? {})),
      // What a note names and is missing was there once, unless the test says otherwise.
      lostWords: new Set(world.lost ?? Object.keys(world.words ?? {})),
      ...(world.documents !== undefined && { documents: world.documents }),
    },
    clocks,
    past: { left: seen(world.left), takenOut: seen(world.takenOut) },
    now: day(world.today ?? 300),
  }
}

function readMemory(file: FileName, text: string, modified: number) {
  return parseMemory({ file, hash: sha256(text), size: size(text), modified, text })
}

const seen = (names: readonly string[] = []) =>
  new Map<FileName, SeenBy>(
    names.map(name => [fileName(name), { by: 'git', date: '2026-02-03', commit: 'abcdef012345' }]),
  )

const readIndex = (text: string) => parseIndex(text, sha256(text), size(text), true)

export const indexText = ({ folder }: Snapshot): string | undefined =>
  folder.index?.lines.map(({ text }) => text).join('')

/** The folder after a plan was carried out without a hitch; clocks stay as they are. */
export function carryOut(snapshot: Snapshot, plan: FolderPlan): Snapshot {
  const texts = new Map(snapshot.folder.memories.map(({ file, head, body }) => [file, head + body]))
  const hashes = new Map(snapshot.folder.memories.map(({ file, hash }) => [file, hash]))
  const done = new Set<FileName>()
  const finished = new Set<FileName>()
  let index = indexText(snapshot)
  for (const action of plan.actions) {
    for (const needed of action.needs)
      if (!finished.has(needed)) throw new Error(`${action.file} needs ${needed}`)
    const expected =
      action.file === INDEX_FILE
        ? (snapshot.folder.index?.hash ?? 'absent')
        : (hashes.get(action.file) ?? 'absent')
    if (action.expect !== expected) throw new Error(`${action.file} is not what the plan expects`)
    done.add(action.file)
    if (action.kind === 'archive') {
      texts.delete(action.file)
    } else if (action.kind === 'append') texts.set(action.file, texts.get(action.file)! + action.text)
    else if (action.file === INDEX_FILE) index = joinPieces(action.pieces, done)
    else texts.set(action.file, joinPieces(action.pieces, done))
    if (finished.has(action.file)) throw new Error(`${action.file} is changed twice`)
    finished.add(action.file)
  }
  const times = new Map(snapshot.folder.memories.map(({ file, modified }) => [file, modified]))
  const memories = [...texts].map(([file, text]) => readMemory(file, text, times.get(file) ?? day(1)))
  const folder = { ...snapshot.folder, memories, index: index === undefined ? undefined : readIndex(index) }
  return { ...snapshot, folder }
}
