import { overlap, segmentsOf } from '../text/index.ts'
import type { Entry } from './entry.ts'
import { nearness, WORD_LIKENESS } from './likeness.ts'
import { joinLines, managedLines, splitLines } from './lines.ts'
import { type Meaning, type Statement, statementOf, stemOf } from './statement.ts'

/** Near enough in meaning to be what somebody describes in a few words of their own. */
const DESCRIBED = 0.75

/** J14: whether a text is what the description speaks of: it has all its words, or says the same in others. */
export function describedBy(description: string, meaning?: Meaning): (text: string) => boolean {
  const wanted = statementOf(description, meaning)
  const stems = stemsOf(wanted)
  const apart = wordsApart(description)
  return text => {
    if (apart?.test(text)) return true
    const statement = statementOf(text, meaning)
    if (statement.form === wanted.form || (wanted.form !== '' && statement.form.includes(wanted.form)))
      return true
    if (stems.size > 0 && overlap(stems, stemsOf(statement)) === 1 && statement.words.size >= stems.size)
      return true
    const near = nearness(statement, wanted)
    return stems.size >= 2 && (near.words > WORD_LIKENESS || near.meaning > DESCRIBED)
  }
}

/** A few words without spaces between them, with little in between: what is called "raise cat" is "raise a cat" in the journal. */
function wordsApart(description: string): RegExp | undefined {
  const said = description.trim()
  if (!/^\p{Script=Han}{2,8}$/u.test(said)) return undefined
  return new RegExp([...segmentsOf(said)].map(({ segment }) => segment).join('\\p{Script=Han}{0,4}?'), 'u')
}

function stemsOf(statement: Statement): Set<string> {
  return new Set([...statement.words].map(stemOf))
}

/** A journal without these entries. Where an entry is one sentence of a paragraph, the others stay. */
export function withoutEntries(text: string, entries: readonly Entry[]): string {
  const lines = splitLines(text)
  const managed = managedLines(lines)
  const gone = new Set<number>()
  const changed = new Map<number, string>()
  for (const { source, text: said } of entries) {
    const { start, end, share } = source.block
    const range = Array.from({ length: end - start + 1 }, (_, at) => start - 1 + at)
    if (range.some(at => managed.has(at))) continue
    const at =
      share === 'part'
        ? range.find(line => (changed.get(line) ?? lines[line]!.text).includes(said))
        : undefined
    if (at === undefined) for (const line of range) gone.add(line)
    else changed.set(at, (changed.get(at) ?? lines[at]!.text).replace(said, '').replace(/ {2,}/g, ' '))
  }
  return joinLines(
    lines.flatMap((line, at) => (gone.has(at) ? [] : [{ ...line, text: changed.get(at) ?? line.text }])),
  )
}
