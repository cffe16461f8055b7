import { sha256 } from '../disk/index.ts'
import type { Memory, MemoryType } from '../model/index.ts'
import { type Layer, RELATIONS } from '../search/index.ts'
import { type Field, type Fields, readFrontmatter, splitFrontmatter } from '../text/index.ts'
import { asLayer, layerOf, statesDecision } from './layers.ts'
import type { MagmaRecord, RecordRelation, RecordSource } from './record.ts'

/** What a note is to say. */
export interface NoteDraft {
  readonly name: string
  readonly description: string
  readonly type: MemoryType | null
  readonly layer: Layer
  readonly text: string
  readonly source: RecordSource | null
  readonly relations: readonly RecordRelation[]
  readonly created: string
  readonly updated: string
  readonly version: number
}

const OWN = new Set([
  'name',
  'description',
  'type',
  'layer',
  'tags',
  'source',
  'version',
  'created',
  'updated',
  'dream-folder',
  'dream-file',
  'dream-hash',
  'dream-text',
  'dream-layer',
  ...RELATIONS,
])

/** Equal for texts that say the same: line ends and outer white space do not count. */
export function textHash(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n').trim()
  return sha256(plain).slice(0, 16)
}

/** Unlike any other in the vault, and a name that Obsidian takes: the stem for people, some letters for certainty. */
export function noteId(stem: string, key: string): string {
  const plain = stem
    .replace(/\.md$/i, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '-')
    .replace(/^-+/, '')
  const short = [...plain].slice(0, 60).join('').replace(/-+$/, '')
  return `${short === '' ? 'note' : short}-${sha256(key).slice(0, 6)}`
}

/** A note with properties as Obsidian shows them. What others wrote into `before` (properties of theirs) stays. */
export function noteText(draft: NoteDraft, before = ''): string {
  const { source, relations, layer } = draft
  const lines = [
    property('name', draft.name),
    property('description', draft.description),
    ...(draft.type === null ? [] : [property('type', draft.type)]),
    property('layer', layer),
    list('tags', tagsOf(layer, before)),
    ...(source === null ? [] : sourceLines(source)),
    property('version', String(draft.version)),
    property('created', draft.created),
    property('updated', draft.updated),
    property('dream-text', textHash(draft.text)),
    property('dream-layer', layer),
    ...RELATIONS.flatMap(relation => {
      const targets = relations.filter(each => each.relation === relation).map(each => `[[${each.to}]]`)
      return targets.length === 0 ? [] : [list(relation, targets)]
    }),
    ...foreignLines(before),
  ]
  return `---\n${lines.join('\n')}\n---\n\n${draft.text.trim()}\n`
}

function sourceLines({ label, file, folder, hash }: RecordSource): string[] {
  return [
    property('source', `${label}/${file}`),
    property('dream-folder', folder),
    property('dream-file', file),
    property('dream-hash', hash),
  ]
}

const property = (key: string, value: string): string => `${key}: ${scalar(value)}`

const list = (key: string, values: readonly string[]): string =>
  `${key}:\n${values.map(value => `  - ${scalar(value)}`).join('\n')}`

/** Plain where that cannot be misread, else in quotes, on one line. */
function scalar(value: string): string {
  const line = value.replace(/\s+/g, ' ').trim()
  const isPlain =
    /^[\p{L}][\p{L}\p{N} /._-]*$/u.test(line) && !/^(?:true|false|null|yes|no|on|off)$/i.test(line)
  return isPlain || /^\d{1,9}$|^\d{4}-\d\d-\d\dT[\d:.]{5,20}Z$/.test(line) ? line : JSON.stringify(line)
}

const OWN_TAG = /^magma(?:\/L[1-5])?$/i

function tagsOf(layer: Layer, before: string): string[] {
  const theirs = texts(readFrontmatter(before).fields['tags']).filter(tag => !OWN_TAG.test(tag))
  return ['magma', `magma/${layer}`, ...theirs]
}

/** The properties that are not ours, line by line as they stand. */
function foreignLines(before: string): string[] {
  const { state, yaml } = splitFrontmatter(before)
  if (state !== 'read') return []
  const kept: string[] = []
  let isOurs = true
  for (const line of yaml.split(/\r\n?|\n/)) {
    const key = /^(?:"([^"]{1,100})"|'([^']{1,100})'|([^\s:#'"-][^:]{0,100})):(?:\s|$)/.exec(line)
    if (key !== null) isOurs = OWN.has((key[1] ?? key[2] ?? key[3])!.trim())
    if (!isOurs && line.trim() !== '') kept.push(line)
  }
  return kept
}

/** A note as a record. Whatever a person left out is made up for; a note whose properties cannot be read is none. */
export function recordOf(note: Memory, today: string): MagmaRecord | undefined {
  if (note.frontmatter === 'unreadable' || note.frontmatter === 'too-large') return undefined
  const raw = note.head + note.body
  const { fields } = readFrontmatter(raw)
  const text = note.body.replace(/\r\n?/g, '\n').trim()
  const given = asLayer(word(fields, 'layer'))
  const written = asLayer(word(fields, 'dream-layer'))
  const updated = word(fields, 'updated') || new Date(note.modified / 1000).toISOString()
  const day = updated.slice(0, 10)
  const type = note.type ?? null
  const decides = statesDecision(text)
  const layer = given ?? layerOf({ part: 'memory', type, day, today, decides, superseded: false })
  return {
    id: note.file.replace(/\.md$/i, ''),
    note: note.file,
    hash: note.hash,
    modified: note.modified,
    name: note.name ?? note.file.replace(/\.md$/i, ''),
    description: note.description ?? '',
    type,
    layer,
    layerBy: given !== undefined && given !== written ? 'person' : 'dream',
    text,
    state: word(fields, 'dream-text') === textHash(text) ? 'as-written' : 'edited',
    source: sourceOf(fields),
    relations: relationsIn(fields),
    created: word(fields, 'created') || updated,
    updated,
    version: Number(/^\d{1,9}$/.exec(word(fields, 'version'))?.[0] ?? 1),
    raw,
  }
}

function sourceOf(fields: Fields): RecordSource | null {
  const [folder, file, hash] = ['dream-folder', 'dream-file', 'dream-hash'].map(key => word(fields, key))
  if (!folder || !file || !hash) return null
  const whole = word(fields, 'source')
  const label = whole.endsWith(`/${file}`) ? whole.slice(0, -file.length - 1) : whole
  return { folder, label, file, hash }
}

function relationsIn(fields: Fields): RecordRelation[] {
  return RELATIONS.flatMap(relation =>
    texts(fields[relation]).flatMap(text => {
      const to = /^\[\[([^\]|#]{1,200})/.exec(text.trim())?.[1]?.trim()
      return to === undefined || to === '' ? [] : [{ relation, to }]
    }),
  )
}

function word(fields: Fields, key: string): string {
  const field = fields[key]
  return typeof field === 'string' ? field.trim() : ''
}

function texts(field: Field | undefined): string[] {
  if (typeof field === 'string') return field === '' ? [] : [field]
  return Array.isArray(field) ? field.filter((each): each is string => typeof each === 'string') : []
}

/** The draft that a record stands for, to be written again with some of it changed. */
export function draftOf(record: MagmaRecord): NoteDraft {
  const { name, description, type, layer, text, source, relations, created, updated, version } = record
  return { name, description, type, layer, text, source, relations, created, updated, version }
}
