import type { Box, Entry } from './box.ts'
import { nameWords, newOutput } from './output.ts'
import { showPlace } from './place.ts'
import { Refused } from './refused.ts'
import { nameMatcher } from './search.ts'

export const FIND_USAGE = "find . -name '*.md' -type f -maxdepth 2 -mtime -7 -size +10k"

interface Wanted {
  readonly tests: readonly ((entry: Entry) => boolean)[]
  readonly deepest: number
}

/** `find` as far as it only looks: names, kinds, sizes, times and depths, all of which have to hold. */
export function find(box: Box, words: readonly string[], now: number): string {
  const cut = words.findIndex(word => word.startsWith('-'))
  const paths = cut === -1 ? words : words.slice(0, cut)
  const { tests, deepest } = parse(cut === -1 ? [] : words.slice(cut), now)
  const output = newOutput()
  for (const spot of (paths.length === 0 ? ['.'] : paths).map(box.locate))
    for (const entry of box.walk(spot, deepest)) {
      const depth = entry.spot.segments.length - spot.segments.length
      if (depth > deepest || !tests.every(test => test(entry))) continue
      if (!output.line(nameWords(showPlace(entry.spot)))) return output.end()
    }
  return output.end('(nothing found)')
}

const DAY_MS = 86_400_000

function parse(words: readonly string[], now: number): Wanted {
  const tests: ((entry: Entry) => boolean)[] = []
  let deepest = 99
  for (let at = 0; at < words.length; at++) {
    const flag = words[at]!
    if (flag === '-print') continue
    if (!VALUED.has(flag)) throw new Refused(`find ${flag} is not allowed; unknown means no`)
    const value = words[++at]
    if (value === undefined) throw new Refused(`find ${flag} needs a value`)
    if (flag === '-maxdepth') deepest = count(flag, value)
    else tests.push(testFor(flag, value, now))
  }
  return { tests, deepest }
}

const VALUED = new Set(['-name', '-iname', '-type', '-maxdepth', '-mtime', '-size'])

function testFor(flag: string, value: string, now: number): (entry: Entry) => boolean {
  if (flag === '-name' || flag === '-iname') {
    const matches = nameMatcher(value, flag === '-iname')
    return ({ name }) => matches(name)
  }
  if (flag === '-type') {
    if (value !== 'f' && value !== 'd') throw new Refused('find -type takes f or d')
    return ({ kind }) => kind === (value === 'f' ? 'file' : 'directory')
  }
  if (flag === '-size') return sizeTest(value)
  return compared(flag, value, ({ modified }) => Math.floor((now - modified) / DAY_MS))
}

const UNITS: Readonly<Record<string, number>> = { c: 1, k: 1024, M: 1024 ** 2, G: 1024 ** 3 }

function sizeTest(value: string): (entry: Entry) => boolean {
  const unit = UNITS[value.at(-1) ?? '']
  if (unit === undefined) throw new Refused('find -size takes a number and c, k, M or G')
  return compared('-size', value.slice(0, -1), ({ size }) => Math.ceil(size / unit))
}

/** `+3` more, `-3` less, `3` exactly. */
function compared(flag: string, value: string, measure: (entry: Entry) => number) {
  const sign = /^[+-]/.exec(value)?.[0] ?? ''
  const wanted = count(flag, value.slice(sign.length))
  return (entry: Entry): boolean => {
    const measured = measure(entry)
    if (sign === '+') return measured > wanted
    return sign === '-' ? measured < wanted : measured === wanted
  }
}

function count(flag: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Refused(`find ${flag} takes a whole number`)
  return Number(text)
}
