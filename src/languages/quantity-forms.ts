import type { QuantityForm } from './comparing.ts'

/** Seconds, bytes and the like: what a unit is worth in the one that it is compared in. */
export type Units = Readonly<Record<string, readonly [kind: string, worth: number]>>

const DAY = 86_400
const YEAR = 365 * DAY

/** Abbreviations that every language writes in Latin letters. */
const LATIN_UNITS: Units = {
  ms: ['duration', 0.001],
  s: ['duration', 1],
  sec: ['duration', 1],
  secs: ['duration', 1],
  min: ['duration', 60],
  mins: ['duration', 60],
  h: ['duration', 3600],
  hrs: ['duration', 3600],
  kb: ['bytes', 1e3],
  mb: ['bytes', 1e6],
  gb: ['bytes', 1e9],
  tb: ['bytes', 1e12],
  kib: ['bytes', 1024],
  mib: ['bytes', 1024 ** 2],
  gib: ['bytes', 1024 ** 3],
  v: ['volt', 1],
  w: ['watt', 1],
  kw: ['watt', 1000],
  hz: ['hertz', 1],
  khz: ['hertz', 1e3],
  mhz: ['hertz', 1e6],
  ghz: ['hertz', 1e9],
  px: ['pixel', 1],
  pt: ['point', 1],
  mm: ['metre', 0.001],
  cm: ['metre', 0.01],
  m: ['metre', 1],
  km: ['metre', 1000],
  kg: ['gram', 1000],
  g: ['gram', 1],
  '°c': ['degree', 1],
  '%': ['share', 1],
  '€': ['money', 1],
  $: ['money', 1],
  usd: ['money', 1],
  eur: ['money', 1],
}

export const LASTING = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: DAY,
  week: 7 * DAY,
  month: YEAR / 12,
  year: YEAR,
}

const plain = (amount: number): string => String(Number(amount.toPrecision(8)))

/** A number with one of these units behind it. */
export function unitForm(units: Units): QuantityForm {
  const words = Object.keys(units)
    .sort((a, b) => b.length - a.length)
    .map(word => word.replace(/[$.]/g, '\\$&'))
  const form = new RegExp(
    `(?<![A-Za-z\\p{N}.:/-])(\\d+(?:\\.\\d+)?)[ -]?(${words.join('|')})(?![a-z0-9])`,
    'iu',
  )
  return [
    form,
    found => {
      const [kind, worth] = units[found[2]!.toLowerCase()] ?? ['number', 1]
      return { kind, amount: plain(Number(found[1]) * worth) }
    },
  ]
}

const two = (part: string | undefined): string => (part ?? '').padStart(2, '0')

/** What is written alike everywhere. */
export const COMMON_FORMS: readonly QuantityForm[] = [
  [
    /(?<!\d)(?:19|20)\d\d[-/](\d{1,2})[-/](\d{1,2})(?!\d)/,
    found => ({ kind: 'date', amount: `${two(found[1])}-${two(found[2])}` }),
  ],
  [
    /(?<![\d.:])(\d{1,2}):(\d\d)(?![\d:])/,
    found => ({ kind: 'clock', amount: `${two(found[1])}:${found[2]}` }),
  ],
  [
    /(?<![\w.])v?\d+\.\d+\.\d+(?:[-.]\w+)*/i,
    found => ({ kind: 'version', amount: found[0].toLowerCase().replace(/^v/, '') }),
  ],
  [/(?<![\w.])v\d+(?:\.\d+)*(?!\w)/i, found => ({ kind: 'version', amount: found[0].slice(1) })],
  [/[$€£¥]\s?(\d+(?:\.\d+)?)/, found => ({ kind: 'money', amount: plain(Number(found[1])) })],
  unitForm(LATIN_UNITS),
]

/** A number without a unit, tried last. */
export const BARE_NUMBER: QuantityForm = [
  /(?<![\p{L}\p{N}_./:#-])\d+(?:\.\d+)?(?![\p{L}\p{N}_/:-]|\.\d)|(?<=\p{Script=Han})\d+(?:\.\d+)?(?![A-Za-z\d_/:-]|\.\d)/u,
  found => ({ kind: /^(?:19|20)\d\d$/.test(found[0]) ? 'year' : 'number', amount: plain(Number(found[0])) }),
]
