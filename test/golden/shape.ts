import { maskedText } from './mask.ts'

// The shape of an answer: keys, words that programs compare with, counts. No sentence, no id, no time, no size.

/** Numbers that hang on the machine, its user, or the length of a name. */
const MEASURED = /^(?:seconds|bytes|size|freed|pid|uid|gid|mode|weight|score|ms)$|Bytes$|Ms$|Seconds$/

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function shapeOf(value: unknown, top: string, key = ''): unknown {
  if (isFields(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each, top, name)]))
  if (Array.isArray(value)) return value.length === 0 ? [] : shapeOfAll(value, top, key)
  return wordOf(value, top, key)
}

/** One shape for many: a key that some lack gets a question mark, values that differ are told with their counts. */
function shapeOfAll(values: readonly unknown[], top: string, key: string): unknown {
  const there = values.filter(isFields)
  const nulls = values.filter(value => value === null).length
  if (there.length === 0 || there.length + nulls < values.length)
    return tally(values.map(value => shapeOf(value, top, key)))
  const names = [...new Set(there.flatMap(value => Object.keys(value)))]
  const fields = names.map(name => {
    const some = there.filter(value => name in value).map(value => value[name])
    return [some.length < there.length ? `${name}?` : name, shapeOfEach(some, top, name)]
  })
  return { count: there.length, ...(nulls > 0 && { nulls }), each: Object.fromEntries(fields) }
}

function shapeOfEach(values: readonly unknown[], top: string, key: string): unknown {
  const [first, ...others] = values
  if (others.length === 0) return shapeOf(first, top, key)
  if (!values.every(Array.isArray)) return shapeOfAll(values, top, key)
  const all = values.flat()
  return { lists: values.length, ...(all.length > 0 && { of: shapeOfAll(all, top, key) }) }
}

/** `["2 archive", "1 write"]`. */
function tally(values: readonly unknown[]): string[] {
  const counts = new Map<string, number>()
  for (const value of values) {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([text, count]) => `${count} ${text}`)
}

function wordOf(value: unknown, top: string, key: string): unknown {
  if (typeof value === 'number')
    return MEASURED.test(key) || !Number.isInteger(value) || value > 9999 ? '<number>' : value
  if (typeof value !== 'string') return value
  const text = maskedText(value, top)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return '<time>'
  if (/^[0-9a-f]{12,64}$/.test(text)) return '<hash>'
  if (/^[\w-]+-[0-9a-f]{6}$/.test(text)) return '<record>'
  if (/\s|[^\x20-\x7e]/.test(text) || text.length > 80) return '<words>'
  return text
}
