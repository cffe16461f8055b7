/** What a sentence could be wrong about; see `valuesOf`. */
export function sentenceValues(sentence: string): string[] {
  const lower = sentence.toLowerCase()
  const values = [
    ...quoted(sentence),
    ...matches(sentence, NUMBER),
    ...identifiers(sentence),
    ...names(sentence),
    ...denials(sentence),
    ...matches(lower, /[a-z]+/g).filter(word => NAMED_VALUES.has(word)),
    ...matches(lower, CHINESE_VALUE),
    ...matches(lower, /#[0-9a-f]{3,8}\b/g),
  ]
  return values.map(value => value.toLowerCase().replace(/\s+/g, ' ').trim()).filter(value => value !== '')
}

/** A number with what belongs to it: `v1.2.3`, `2026-03-01`, `10:30`, `30s`, `5 minutes`, `10%`, `3 个`. */
const NUMBER =
  /(?<![\p{L}\p{N}_.])[v$€£¥#~]?\d+(?:[.,:/-]\d+)*(?:[-+][a-z]\w{0,20}(?:\.\d+)?)?(?:%|[A-Za-z°]{1,10}|\s?(?:%|percent|years?|months?|weeks?|days?|hours?|minutes?|mins?|seconds?|secs?|ms|[kmgt]b|bytes|px|pt|rem|lines?|files?|characters?|chars?|words?|tokens?|tests?|times?|items?|users?|requests?|retries|attempts?|[年月日天周个次小分秒元点号岁])(?!\p{Ll}))?/gu

const NAMED_VALUES = new Set(
  (
    'red orange yellow green blue purple violet pink brown black white grey gray cyan magenta teal turquoise navy maroon olive lime ' +
    'indigo gold silver beige coral crimson amber lavender monday tuesday wednesday thursday friday saturday sunday january february ' +
    'march april june july august september october november december spring summer autumn winter'
  ).split(' '),
)
const CHINESE_VALUE =
  /[红橙黄绿蓝青紫粉黑白灰棕金银]色|(?:星期|周|礼拜)[一二三四五六日天末]|[一二三四五六七八九十]{1,2}月|(?<![统唯之万第])[一二两三四五六七八九十百千万]{1,6}(?:点|次|个(?!人)|天|周|年|分|秒|小时|分钟|倍|元|块|号|位|条|层|台|份|遍|米|公里|岁)/gu

function matches(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), match => match[0])
}

function quoted(sentence: string): string[] {
  const pattern =
    /`([^`]{1,200})`|"([^"]{1,200})"|“([^”]{1,200})”|「([^」]{1,200})」|(?<![\p{L}\p{N}])'([^']{1,80})'(?![\p{L}\p{N}])/gu
  return Array.from(
    sentence.matchAll(pattern),
    match => match.slice(1).find(part => part !== undefined) ?? '',
  )
}

/** `user_name`, `userName`, `src/a.ts`, `node:fs`, `gpt-4`. */
function identifiers(sentence: string): string[] {
  return matches(sentence, /[A-Za-z_$@][\w$@./:-]{1,120}/g)
    .map(word => word.replace(/[./:-]+$/, ''))
    .filter(word => /[a-z][A-Z]|[\w$]_|_[\w$]|[A-Za-z]-?\d|\w[./:]\w/.test(word))
}

/** Capitals that only shout. */
const SHOUTED = new Set(
  (
    'NEVER ALWAYS MUST NOT DO DONT ONLY ALL NO AND OR BEFORE AFTER SHOULD CAN WILL THE IS ARE IF WHEN WHY HOW WHAT EVERY ANY VERY ' +
    'IMPORTANT CRITICAL WARNING NOTE TODO DONE FIXED I'
  ).split(' '),
)

/** Capitalised words that do not begin the sentence; where most words are capitalised it is a title and says nothing. */
function names(sentence: string): string[] {
  const words = Array.from(sentence.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’]*/gu))
  const capitalised = words.slice(1).filter(word => /^\p{Lu}/u.test(word[0]))
  if (words.length > 3 && capitalised.length > words.length / 2) return []
  return capitalised
    .filter(
      word =>
        !SHOUTED.has(word[0]) && !/[:"“(]\s?$/.test(sentence.slice(Math.max(0, word.index - 2), word.index)),
    )
    .map(word => word[0].replace(/['’]s$/, ''))
}

const EMPTY = new Set(
  'a an the to be do does did is are was been it this that any ever just really of in on for with and or'.split(
    ' ',
  ),
)

/** Every denial with the two words that it denies: "don't use mocks" → `not use mocks`. */
function denials(sentence: string): string[] {
  const words = matches(sentence.toLowerCase().replace(/[’]/g, "'"), /[\p{L}\p{N}_']+/gu)
  const found: string[] = []
  for (const [at, word] of words.entries()) {
    if (!/^(?:not|never|no|none|without|avoid|stop|cannot|neither|nor|no-one|nothing)$|n't$/.test(word))
      continue
    const denied = words.slice(at + 1, at + 8).filter(next => !EMPTY.has(next))
    found.push(`not ${denied.slice(0, 2).join(' ')}`)
  }
  const chinese =
    /(?<![特类区级])(?:不要|不能|不用|不再|不(?![同过仅])|别(?!人)|勿|禁止|避免|从不|没有|没|未(?!来)|无需|无(?!论))([\p{Script=Han}\w]{1,4})/gu
  for (const match of sentence.matchAll(chinese)) found.push(`not ${match[1]}`)
  return found
}
