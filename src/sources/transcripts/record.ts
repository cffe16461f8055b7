/** One line of a transcript, parsed. Keys come from a file: only those that we name are ever looked at. */
export type Fields = Readonly<Record<string, unknown>>

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function recordOf(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function textField(record: Fields | undefined, key: string): string | undefined {
  const value = record?.[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function fieldsIn(record: Fields | undefined, key: string): Fields | undefined {
  const value = record?.[key]
  return isFields(value) ? value : undefined
}

/** A content that is a string or a list of blocks, as blocks. */
export function blocksOf(content: unknown): Fields[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (!Array.isArray(content)) return []
  return content
    .map(block => (typeof block === 'string' ? { type: 'text', text: block } : block))
    .filter(isFields)
}

/** The words of blocks; pictures, documents and calls have none. */
export function wordsOf(content: unknown): string {
  return blocksOf(content)
    .filter(
      ({ type }) => type === 'text' || type === 'input_text' || type === 'output_text' || type === undefined,
    )
    .flatMap(block => textField(block, 'text') ?? [])
    .join('\n')
}

/** ISO time from a text, or from milliseconds since 1970; nothing where it is no time. */
export function timeOf(value: unknown): string | undefined {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value))
    return Number.isNaN(Date.parse(value)) ? undefined : value
  if (typeof value === 'number' && value > 1e12 && value < 1e14) return new Date(value).toISOString()
  return undefined
}
