/** A piece of a line, and whether the other text has it too. */
export interface Piece {
  readonly text: string
  readonly isSame: boolean
}

/** One row of two texts beside each other; `equal` stands for lines that are left out. */
export type Row =
  | { readonly kind: 'both'; readonly text: string }
  | { readonly kind: 'changed'; readonly before?: readonly Piece[]; readonly after?: readonly Piece[] }
  | { readonly kind: 'equal'; readonly lines: readonly string[] }

/** To compare costs the product of the lengths: longer stretches are shown as changed as a whole. */
const MOST_LINES = 1500
const MOST_WORDS = 600
/** Equal lines shown around a change. */
const AROUND = 3

export function difference(before: string, after: string): Row[] {
  const [a, b] = [before.split('\n'), after.split('\n')]
  const rows: Row[] = []
  let was: string[] = []
  let is: string[] = []
  const flush = () => {
    for (let at = 0; at < Math.max(was.length, is.length); at++) rows.push(changed(was[at], is[at]))
    was = []
    is = []
  }
  for (const step of steps(a, b, MOST_LINES)) {
    if (step.in === 'both') {
      flush()
      rows.push({ kind: 'both', text: step.item })
    } else (step.in === 'before' ? was : is).push(step.item)
  }
  flush()
  return folded(rows)
}

function changed(was: string | undefined, is: string | undefined): Row {
  if (was === undefined) return { kind: 'changed', after: [{ text: is!, isSame: false }] }
  if (is === undefined) return { kind: 'changed', before: [{ text: was, isSame: false }] }
  const before: Piece[] = []
  const after: Piece[] = []
  for (const step of steps(wordsOf(was), wordsOf(is), MOST_WORDS)) {
    if (step.in !== 'after') add(before, step.item, step.in === 'both')
    if (step.in !== 'before') add(after, step.item, step.in === 'both')
  }
  return { kind: 'changed', before, after }
}

/** Words with the white space behind them; a Chinese character is a word. */
const wordsOf = (line: string): string[] =>
  line.match(/\p{Script=Han}|[\p{L}\p{N}_]+\s*|\s+|[^\p{L}\p{N}\s]\s*/gu) ?? []

function add(pieces: Piece[], text: string, isSame: boolean): void {
  const last = pieces.at(-1)
  if (last?.isSame === isSame) pieces[pieces.length - 1] = { text: last.text + text, isSame }
  else pieces.push({ text, isSame })
}

interface Step {
  readonly in: 'both' | 'before' | 'after'
  readonly item: string
}

/** The longest common subsequence, after what is equal at both ends. */
function steps(a: readonly string[], b: readonly string[], most: number): Step[] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const all = (from: readonly string[], which: Step['in']) => from.map(item => ({ in: which, item }))
  const [was, is] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const middle =
    was.length > most || is.length > most
      ? [...all(was, 'before'), ...all(is, 'after')]
      : longestCommon(was, is)
  return [...all(a.slice(0, start), 'both'), ...middle, ...all(a.slice(a.length - end), 'both')]
}

function longestCommon(a: readonly string[], b: readonly string[]): Step[] {
  const width = b.length + 1
  const length = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      length[i * width + j] =
        a[i] === b[j]
          ? length[(i + 1) * width + j + 1]! + 1
          : Math.max(length[(i + 1) * width + j]!, length[i * width + j + 1]!)
  const steps: Step[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      steps.push({ in: 'both', item: a[i++]! })
      j++
    } else if (j >= b.length || (i < a.length && length[(i + 1) * width + j]! >= length[i * width + j + 1]!))
      steps.push({ in: 'before', item: a[i++]! })
    else steps.push({ in: 'after', item: b[j++]! })
  }
  return steps
}

function folded(rows: readonly Row[]): Row[] {
  const out: Row[] = []
  let same: string[] = []
  const flush = (isLast: boolean) => {
    const [head, tail] = [out.length === 0 ? 0 : AROUND, isLast ? 0 : AROUND]
    const both = (text: string): Row => ({ kind: 'both', text })
    if (same.length - head - tail <= 1) out.push(...same.map(both))
    else
      out.push(
        ...same.slice(0, head).map(both),
        { kind: 'equal', lines: same.slice(head, same.length - tail) },
        ...same.slice(same.length - tail).map(both),
      )
    same = []
  }
  for (const row of rows) {
    if (row.kind === 'both') same.push(row.text)
    else {
      flush(false)
      out.push(row)
    }
  }
  flush(true)
  return out
}
