import { type FileName, MEMORY_TYPES, type Memory, type MemoryType } from '../model/index.ts'
import { type Field, type Fields, isFields, originIn, readFrontmatter } from './frontmatter.ts'
import { findReferences } from './references.ts'

export interface MemorySource {
  readonly file: FileName
  readonly hash: string
  readonly size: number
  readonly modified: number
  readonly text: string
}

/** A memory file, read: what it says of itself and what it names. */
export function parseMemory({ file, hash, size, modified, text }: MemorySource): Memory {
  const { state, fields, body, bodyStart } = readFrontmatter(text)
  const metadata = isFields(fields['metadata']) ? fields['metadata'] : undefined
  const name = line(fields['name'])
  const description = line(fields['description'])
  const type = memoryType(fields['type']) ?? memoryType(metadata?.['type'])
  const dated = selfDate(fields, metadata)
  const origin = originIn(text.slice(0, bodyStart))
  return {
    file,
    hash,
    size,
    modified,
    frontmatter: state,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(type !== undefined && { type }),
    pinned: isTrue(fields['pinned']) || isTrue(metadata?.['pinned']),
    ...(origin !== undefined && { origin }),
    ...(dated !== undefined && { dated }),
    head: text.slice(0, bodyStart),
    body,
    ...inFile(findReferences(description, body), text.slice(0, bodyStart)),
  }
}

/** Lines are counted in the file, as an editor shows them; what the description names keeps line 0. */
function inFile<Found extends ReturnType<typeof findReferences>>(found: Found, head: string): Found {
  const above = head.split(/\r\n|\r|\n/).length - 1
  const below = <Named extends { line: number }>(one: Named): Named =>
    one.line === 0 ? one : { ...one, line: one.line + above }
  return { ...found, references: found.references.map(below), links: found.links.map(below) }
}

function line(field: Field | undefined): string | undefined {
  return typeof field === 'string' && field.trim() !== '' ? field.trim() : undefined
}

function memoryType(field: Field | undefined): MemoryType | undefined {
  const word = typeof field === 'string' ? field.trim().toLowerCase() : ''
  return MEMORY_TYPES.find(type => type === word)
}

function isTrue(field: Field | undefined): boolean {
  return typeof field === 'string' && /^(?:true|yes|on)$/i.test(field.trim())
}

/** The best date first: what the agent's harness writes, then what people write. */
function selfDate(fields: Fields, metadata: Fields | undefined): number | undefined {
  const candidates = [
    metadata?.['modified'],
    fields['modified'],
    fields['updated'],
    fields['updated_at'],
    fields['date'],
    metadata?.['date'],
    fields['created'],
  ]
  for (const candidate of candidates) {
    const moment = typeof candidate === 'string' ? isoMoment(candidate.trim()) : undefined
    if (moment !== undefined) return moment
  }
  return undefined
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?[ ]?(Z|[+-]\d\d:?\d\d)?)?$/

/** Microseconds since 1970 of an ISO date or date and time; without a zone it is UTC. Only 2000 to 2100 is plausible. */
export function isoMoment(text: string): number | undefined {
  const match = ISO.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = match
  const numbers = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (numbers[0] < 2000 || numbers[0] > 2100) return undefined
  const [y, mo, d, h, mi, s] = numbers
  const time = new Date(Date.UTC(y, mo - 1, d, h, mi, s))
  const exact =
    time.getUTCMonth() === mo - 1 && time.getUTCDate() === d && time.getUTCHours() === h && mi < 60 && s < 60
  if (!exact) return undefined
  return (time.getTime() - zoneOffset(zone)) * 1000 + Number(fraction.slice(0, 6).padEnd(6, '0'))
}

function zoneOffset(zone: string): number {
  const match = /^([+-])(\d\d):?(\d\d)$/.exec(zone)
  if (match === null) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return (match[1] === '-' ? -minutes : minutes) * 60_000
}
