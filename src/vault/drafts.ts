import { DreamError, type Memory, type MemoryType } from '../model/index.ts'
import type { Layer } from '../search/index.ts'
import { rootId } from '../store/index.ts'
import type { LocatedMemory } from './ccb-reader.ts'
import { layerOf, statesDecision } from './layers.ts'
import { draftOf, type NoteDraft, noteId } from './note.ts'
import type { MagmaRecord, RecordSource } from './record.ts'

/** What MAGMA is given to keep. Without an `id` the name makes one. */
export interface RecordInput {
  readonly id?: string
  readonly name: string
  readonly text: string
  readonly description?: string
  readonly type?: MemoryType | null
  /** Else by the rule of the layers. */
  readonly layer?: Layer
}

/** A memory of the file engine and where it lies. */
export interface MirrorInput {
  readonly memory: Memory
  readonly root: string
  readonly label: string
  readonly layer?: Layer
}

export function mirrorId({ memory, root }: Pick<MirrorInput, 'memory' | 'root'>): string {
  return noteId(memory.file, `${rootId(root)}/${memory.file}`)
}

/** What may be given to MAGMA: a record, or a memory of the file engine with or without where it lies. */
export type MagmaInput = RecordInput | MirrorInput | LocatedMemory | Memory

/** A memory that says where it lies stands for its mirror. */
export function asMirror(what: MagmaInput): MirrorInput | undefined {
  if ('memory' in what) return what
  if (!('body' in what && 'root' in what)) return undefined
  return { memory: what, root: what.root, label: what.label }
}

/** A memory without its folder means the record that was made from a file of that name; of two such, neither. */
export function idFor(what: RecordInput | Memory, records: readonly MagmaRecord[]): string {
  if (!('body' in what)) return what.id ?? noteId(what.name, what.name)
  const mirrors = records.filter(({ source }) => source?.file === what.file)
  if (mirrors.length > 1)
    throw new DreamError(
      `MagmaAdapter.update(memory): ${mirrors.length} records were made from a file ${what.file}; give the memory as CCBReader reads it, with its root`,
      2,
    )
  return mirrors[0]?.id ?? noteId(what.file, what.file)
}

export function sourceOf({ memory, root, label }: MirrorInput): RecordSource {
  return { folder: rootId(root), label, file: memory.file, hash: memory.hash }
}

/** What a record is to say now; its version counts on where its text changed. */
export function draftFor(
  what: RecordInput | MirrorInput,
  source: RecordSource | null,
  before: MagmaRecord | undefined,
  now = new Date().toISOString(),
): NoteDraft {
  const given = 'memory' in what ? inputOf(what) : what
  const { name, text, description = '', type = null } = given
  const facts = { part: 'memory', type, day: now.slice(0, 10), today: now.slice(0, 10) } as const
  const layer =
    given.layer ??
    (before?.layerBy === 'person' ? before.layer : undefined) ??
    layerOf({ ...facts, decides: statesDecision(text), superseded: false })
  return {
    ...(before === undefined ? { relations: [], created: now } : draftOf(before)),
    name,
    text,
    description,
    type,
    layer,
    source: source ?? before?.source ?? null,
    updated: now,
    version: (before?.version ?? 0) + 1,
  }
}

export function inputOf({ memory, layer }: Pick<MirrorInput, 'memory' | 'layer'>): RecordInput {
  const { file, name, description, type, body } = memory
  return {
    name: name ?? file.replace(/\.md$/i, ''),
    text: body,
    ...(description !== undefined && { description }),
    ...(type && { type }),
    ...(layer && { layer }),
  }
}
