import { join } from 'node:path'
import { dateOfDay, dayOf, type Stretch, stretchWords } from '../../src/languages/calendar.ts'
import { relativeDates } from '../../src/languages/dates.ts'
import { readLines } from './files.ts'

/** How the recorded cases of one parser compare with ours, where ours says anything. */
export interface DateScore {
  readonly source: string
  readonly cases: number
  readonly fired: number
  readonly right: number
  /** The days that were told otherwise: what was said, what we said, what they say. */
  readonly wrong: readonly string[]
}

interface DateCase {
  readonly input: string
  readonly reference: string
  /** Days on which the first date of the text may begin, by their answer. */
  readonly expected: readonly string[]
}

interface Recognised {
  readonly input: string
  readonly reference: string
  readonly results: readonly { readonly values?: readonly Readonly<Record<string, string>>[] }[] | null
}

const two = (number: number | string): string => String(number).padStart(2, '0')

const duckling = (row: { input: string; reference: string; expected: string }): DateCase => {
  const [, year = '', month = '', day = ''] = /\((\d+), (\d+), (\d+)/.exec(row.expected) ?? []
  return { ...row, expected: year === '' ? [] : [`${year}-${two(month)}-${two(day)}`] }
}

const recognisers = ({ input, reference, results }: Recognised): DateCase => ({
  input,
  reference,
  expected: (results ?? []).flatMap(({ values }) =>
    (values ?? []).flatMap(({ value, start }) =>
      [value, start].flatMap(date => (date ? [date.slice(0, 10)] : [])),
    ),
  ),
})

const chrono = (row: { input: string; referenceJS?: string; start: Record<string, string> }): DateCase => {
  const [year, month, day] = (row.referenceJS ?? '').split(',').map(part => sumOf(part))
  const { year: y, month: m, day: d } = row.start ?? {}
  return {
    input: row.input.split('"')[0] ?? '',
    reference: year ? `${year}-${two((month ?? 0) + 1)}-${two(day ?? 1)}` : '',
    expected: y && m && d ? [`${y}-${two(m)}-${two(d)}`] : [],
  }
}

/** `7 - 1`. */
const sumOf = (text: string): number => {
  const [a = '0', b = '0'] = text.split('-').map(part => part.trim())
  return Number(a) - Number(b)
}

export function scoreDates(data: string): DateScore[] {
  const of = <Row>(file: string, read: (row: Row) => DateCase): DateScore =>
    score(file, readLines<Row>(join(data, 'dates', `${file}.jsonl`)).map(read))
  return [
    of('recognizers-en', recognisers),
    of('duckling-en', duckling),
    of('chrono-en', chrono),
    of('recognizers-zh', recognisers),
    of('duckling-zh', duckling),
  ]
}

function score(source: string, cases: readonly DateCase[]): DateScore {
  const usable = cases.filter(
    ({ reference, expected }) => /^\d{4}-/.test(reference ?? '') && expected.length > 0,
  )
  const wrong: string[] = []
  let fired = 0
  for (const { input, reference, expected } of usable) {
    const [first] = relativeDates(input, dayOf(reference))
    if (first === undefined) continue
    fired++
    const isTold = expected.some(date => holds(first.meant, dayOf(date)))
    if (!isTold)
      wrong.push(`${input} (${reference.slice(0, 10)}): ${stretchWords(first.meant)}, not ${expected[0]}`)
  }
  return { source, cases: usable.length, fired, right: fired - wrong.length, wrong }
}

/** Whether a day lies in what we say: `2026-03` is true of every day of that March. */
function holds({ grain, start }: Stretch, day: number): boolean {
  if (grain === 'day') return day === start
  if (grain === 'week') return day >= start && day < start + 7
  return dateOfDay(day).startsWith(dateOfDay(start).slice(0, grain === 'month' ? 7 : 4))
}
