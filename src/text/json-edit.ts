import type { JsonPlace } from './json-places.ts'

/** Additions to a JSON text that leave every other character, also comments, where it is. */

/** The text with one member more in the object at this place; keys that are not there yet are made on the way. */
export function withMember(text: string, at: JsonPlace, path: readonly string[], json: string): string {
  const places = (at.members ?? []).map(({ start, value }) => ({ start, end: value.end }))
  return inserted(text, at, places, layout =>
    layout.kind === 'line' ? flat(path, json) : nested(path, json, layout.indent, layout.unit),
  )
}

/** The text with one item more in the list at this place. */
export function withItem(text: string, at: JsonPlace, json: string): string {
  return inserted(text, at, at.items ?? [], layout =>
    layout.kind === 'line' ? json : indented(json, layout.indent, layout.unit),
  )
}

type Layout =
  | { readonly kind: 'line' }
  | { readonly kind: 'lines'; readonly indent: string; readonly unit: string }

/** After the last part, as the first one stands: on a line of its own with its indent, or on the same line. */
function inserted(
  text: string,
  at: JsonPlace,
  parts: readonly { readonly start: number; readonly end: number }[],
  write: (layout: Layout) => string,
): string {
  const outer = lineStart(text, at.start)
  const last = parts.at(-1)
  const head = text.slice(0, last?.end ?? at.start + 1)
  // A comma, comments and white space, up to the closing bracket.
  const tail = text.slice(head.length, at.end - 1)
  const behind = tail.trimEnd()
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  const isCommented = behind.includes('//')
  const found = last === undefined ? '' : /\s*$/.exec(text.slice(0, parts[0]!.start))![0]
  const isLine = last !== undefined && !found.includes('\n') && !isCommented
  if (isLine) {
    const comma = hasComma(behind) ? '' : ','
    return `${head}${comma}${behind}${found === '' ? ' ' : found}${write({ kind: 'line' })}${comma === '' ? ',' : ''}${tail.slice(behind.length)}${text.slice(at.end - 1)}`
  }
  const unit = found.includes('\n')
    ? found.slice(found.lastIndexOf('\n') + 1).slice(outer.length) || '  '
    : '  '
  const indent = `${outer}${unit}`
  const part = write({ kind: 'lines', indent, unit }).replaceAll('\n', lineEnd)
  const [before, after] = last === undefined ? ['', ''] : hasComma(behind) ? ['', ','] : [',', '']
  const close = tail.slice(behind.length).includes('\n') ? tail.slice(behind.length) : `${lineEnd}${outer}`
  return `${head}${before}${behind}${lineEnd}${indent}${part}${after}${close}${text.slice(at.end - 1)}`
}

/** Outside of comments. */
const hasComma = (text: string): boolean =>
  text.replace(/\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\//g, '').includes(',')

/** The white space with which the line begins that holds this character. */
const lineStart = (text: string, at: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1))![0]

const flat = ([key = '', ...rest]: readonly string[], json: string): string =>
  `${JSON.stringify(key)}: ${rest.length === 0 ? json : `{ ${flat(rest, json)} }`}`

function nested([key = '', ...rest]: readonly string[], json: string, indent: string, unit: string): string {
  const inner = `${indent}${unit}`
  const value =
    rest.length === 0
      ? indented(json, indent, unit)
      : `{\n${inner}${nested(rest, json, inner, unit)}\n${indent}}`
  return `${JSON.stringify(key)}: ${value}`
}

/** JSON over several lines comes with two spaces a level. */
const indented = (json: string, indent: string, unit: string): string =>
  json.replace(/\n( *)/g, (_, spaces: string) => `\n${indent}${unit.repeat(spaces.length / 2)}`)
