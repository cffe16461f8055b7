const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const SCALES: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000, million: 1_000_000 }

const SMALL = [...ONES.slice(2), ...TENS].join('|')
const TENS_OR = TENS.join('|')
/** Spelled out, hyphens and "and" inside; "one" alone is often no number and is looked at apart. */
const SPELLED = new RegExp(
  `\\b(?:(?:an?|one|${SMALL})(?:[ -](?:hundred|thousand|million))+|(?:${TENS_OR})[ -](?:${ONES.slice(1, 10).join('|')})|${SMALL}|zero)(?:[ -](?:and[ -])?(?:(?:${TENS_OR})(?:[ -](?:${ONES.slice(1, 10).join('|')}))?|${ONES.slice(1).join('|')})(?![ -](?:hundred|thousand)))?\\b(?!-)`,
  'gi',
)
/** One thing of a kind: not "no one", "the one who", "one of them". */
const ONE =
  /(?<!\b(?:no|any|every|each|some|the|this|that|which|another|big|right|last|first|next|new|old|same|only|permissive|other) )(?<!-)\bone(?= (?!of\b|who\b|that\b|should\b|can\b|could\b|would\b|may\b|must\b|has\b|is\b|another\b|day\b|more\b)[a-z])(?!['’])/gi

function numberOf(words: string): number {
  let total = 0
  let part = 0
  for (const word of words.toLowerCase().split(/[ -]+/)) {
    const one = ONES.indexOf(word)
    const ten = TENS.indexOf(word)
    const scale = SCALES[word]
    if (word === 'a' || word === 'an') part += 1
    else if (one >= 0) part += one
    else if (ten >= 0) part += (ten + 2) * 10
    else if (scale === 100) part = (part || 1) * 100
    else if (scale !== undefined) {
      total += (part || 1) * scale
      part = 0
    }
  }
  return total + part
}

const HOUR = `(\\d{1,2}|${ONES.slice(1, 13).join('|')})`
const clock = (hour: number, minute: number): string =>
  ` ${String((hour + 24) % 24).padStart(2, '0')}:${String(minute).padStart(2, '0')} `
const hourOf = (word: string): number => (/^\d/.test(word) ? Number(word) : numberOf(word))

const REWRITES: readonly (readonly [RegExp, (...found: string[]) => string])[] = [
  [
    new RegExp(
      `\\b${HOUR}(?::(\\d\\d))?(?: o['’]?clock)? (?:in the (morning|afternoon|evening)|at (night))\\b`,
      'gi',
    ),
    (_, hour, minute, part, isLateHour) => {
      const value = hourOf(hour!)
      const isLate = (part !== undefined && !/morning/i.test(part)) || (isLateHour !== undefined && value > 5)
      return clock(isLate && value < 12 ? value + 12 : value, Number(minute ?? 0))
    },
  ],
  [
    new RegExp(`\\bhalf (?:past )?${HOUR}\\b(?! ?(?:percent|%))`, 'gi'),
    (_, hour) => clock(hourOf(hour!), 30),
  ],
  [new RegExp(`\\b(?:a )?quarter past ${HOUR}\\b`, 'gi'), (_, hour) => clock(hourOf(hour!), 15)],
  [new RegExp(`\\b(?:a )?quarter to ${HOUR}\\b`, 'gi'), (_, hour) => clock(hourOf(hour!) - 1, 45)],
  [
    /\b(\d{1,2})(?:[:.](\d\d))? ?([ap])\.?m\b\.?/gi,
    (_, hour, minute, half) =>
      clock((Number(hour) % 12) + (half!.toLowerCase() === 'p' ? 12 : 0), Number(minute ?? 0)),
  ],
  [
    new RegExp(`\\b${HOUR} o['’]?clock\\b|\\bat (?:noon|midday)\\b|\\bat midnight\\b`, 'gi'),
    (all, hour) => (hour === undefined ? clock(/midnight/i.test(all!) ? 0 : 12, 0) : clock(hourOf(hour), 0)),
  ],
  [
    new RegExp(
      `\\b(at|until|till|by|from) ${HOUR}(?=\\s*(?:[.,;!?)]|:(?!\\d)|$|sharp\\b|on\\b|in\\b|every\\b|each\\b|any\\b|and\\b|with\\b|since\\b|now\\b|instead\\b|not\\b))`,
      'gi',
    ),
    (_, before, hour) => {
      const value = hourOf(hour!)
      return value > 24 ? `${before} ${hour}` : `${before} ${clock(value, 0)}`
    },
  ],
  [/\bhalf a dozen\b/gi, () => '6'],
  [/\b(?:a|one) dozen\b/gi, () => '12'],
  [/\bhalf a year\b/gi, () => '6 months'],
  [/\bhalf an hour\b/gi, () => '30 minutes'],
  [/\ba fortnight\b/gi, () => '2 weeks'],
  [/\b(?:a )?half of\b|\bhalf (?=the|price)/gi, () => '50 % '],
  [/\bonce (?=a|per|every)/gi, () => '1 times '],
  [/\btwice (?=a|per|every)/gi, () => '2 times '],
  [/\b(?:single|sole)(?= [a-z])/gi, () => '1'],
  [/\bevery other (week|day|month)\b/gi, (_, unit) => `every 2 ${unit}s`],
  [/\bfortnightly\b/gi, () => 'every 2 weeks'],
  [/\bevery (day|week|month|year|hour|minute|night)\b/gi, (_, unit) => `every 1 ${unit}`],
  [/\b(weekly|monthly)\b/gi, word => `every 1 ${EVERY[word!.toLowerCase()]}`],
]

const EVERY: Readonly<Record<string, string>> = {
  weekly: 'week',
  monthly: 'month',
}

/** Number words, times of day and shares as digits. */
export function digits(text: string): string {
  const plain = REWRITES.reduce((all, [form, into]) => all.replace(form, into as () => string), text)
  return plain
    .replace(SPELLED, words => String(numberOf(words)))
    .replace(ONE, '1')
    .replace(/(?<=\d)[,_](?=\d{3}(?!\d))/g, '')
}
