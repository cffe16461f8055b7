/** Fields that hold sentences of Dream's own. Words may change; that there is one, or none, may not. */
const SENTENCES = new Set(['because', 'sentence', 'suspended', 'warnings', 'detail', 'reason'])

const WORDS = '<words>'

/** `why` is a word where programs compare with it, else a sentence. */
const isSentence = (text: string, key: string): boolean =>
  SENTENCES.has(key) || (key === 'why' && text.includes(' '))

/** The value without sentences, with the place as `<top>`, and with what differs from run to run by its kind only. */
export function masked(value: unknown, top: string): unknown {
  const look = (each: unknown, key: string): unknown => {
    if (typeof each === 'string') return isSentence(each, key) ? WORDS : maskedText(each, top)
    if (Array.isArray(each)) return each.map(one => look(one, key))
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(Object.entries(each).map(([name, one]) => [name, look(one, name)]))
  }
  return look(value, '')
}

export function maskedText(text: string, top: string): string {
  return text
    .replaceAll(top, '<top>')
    .replaceAll(/\d{8}T\d{6}-[0-9a-f]{6}/g, '<run>')
    .replaceAll(/(\w-|magma\/)[0-9a-f]{16}\b/g, '$1<root>')
}
