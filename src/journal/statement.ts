import { normaliseSentence, segmentsOf, sentenceValues, significantWords } from '../text/index.ts'
import { fold } from './lines.ts'

/** Turns a text into a vector of length one, so that texts of one meaning lie near each other. Never across languages. */
export type Meaning = (text: string) => Float32Array

/** A text made ready for comparing. */
export interface Statement {
  readonly text: string
  /** Equal for texts that say the same in the same words. */
  readonly form: string
  /** Significant words (D9, D12). */
  readonly words: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
  /** Stems of the words that say what it is about: no cue words, no numbers. */
  readonly subject: ReadonlySet<string>
  readonly values: Values
  readonly vector: Float32Array | undefined
}

interface Values {
  readonly numbers: ReadonlySet<string>
  /** Colours, weekdays, months. */
  readonly named: ReadonlySet<string>
  /** Names, identifiers, quoted text. */
  readonly names: ReadonlySet<string>
  readonly denies: boolean
}

const LONGEST = 1000

export function statementOf(text: string, meaning?: Meaning): Statement {
  const said = withoutMarks(text.slice(0, LONGEST)).replace(DUE, '')
  const words = significantWords(said.replace(/(?:星期|礼拜|周)[日天]/g, '周日'))
  let values: Values | undefined
  return {
    text,
    form: normalise(said),
    words,
    stems: new Set([...words].map(stem)),
    subject: inOrder(subjectOf(new Set([...words, ...looseNames(said)])), said),
    // Half the work, and asked for only of texts that are near another: of years of removed lines hardly one is.
    get values() {
      values ??= valuesOf(said)
      return values
    },
    vector: meaning?.(said),
  }
}

const SMALL_WORDS = new Set(
  '的了是在我你他她它这那和与及或也都就还又很太吧吗呢啊一不有要会能可去来给让被把从到对为上下里中做写用开看说想个时后前',
)

/** A name that is in no dictionary falls apart into single characters: those that stand together are one word again. */
export function looseNames(text: string): string[] {
  const names: string[] = []
  let run = ''
  const close = () => {
    if (run.length > 1) names.push(run)
    run = ''
  }
  for (const { segment } of /\p{Script=Han}/u.test(text) ? segmentsOf(text) : []) {
    if (/^\p{Script=Han}$/u.test(segment) && !SMALL_WORDS.has(segment)) run += segment
    else close()
  }
  close()
  return names
}

export function normalise(text: string): string {
  return normaliseSentence(withoutMarks(text))
}

const MARKS = /\s*\[re-emerged\]|\s*[(（]\d{4}-\d{2}-\d{2}[)）]\s*$/g
const DUE = /\s*\[\d{4}-\d{2}-\d{2}\]$/

/** Without what Dream itself puts behind a line: the mark of a return, the day it was written. */
export function withoutMarks(text: string): string {
  return fold(text).replace(MARKS, '').replace(MARKS, '').trim()
}

/** The day that Dream wrote behind a line; nothing for a line of the user's own. */
export function writtenOn(text: string): string | undefined {
  return /[(（](\d{4}-\d{2}-\d{2})[)）]\s*$/.exec(text.slice(-40))?.[1]
}

export const RE_EMERGED = '[re-emerged]'

/** Words that tell what happens to a thing, not which thing it is. */
const CUE_WORDS = new Set(
  (
    'decided decision decide agreed chose chosen settled opted switch switched switching switches migrated migrate migrating move moved moves moving ' +
    'changed change changes now instead actually correction corrected wrong right prefer prefers preferred like likes love loves hate hates dislike ' +
    'dislikes enjoy enjoys favourite favorite always never use uses used using user users done finished finish completed complete shipped released delivered ' +
    'closed resolved launched submitted cancelled canceled dropped abandoned stopped longer anymore quit gave ended started start starting began ' +
    'begin new working work currently today yesterday tomorrow tonight week month year day days weeks months morning evening deadline due until ' +
    'postponed delayed rescheduled pushed planned plan planning plans scheduled wants want wanted need needs said says asked told mentioned again ' +
    'still really very also just will would about there their they them his her our who whom which what when where because since monday tuesday ' +
    'wednesday thursday friday saturday sunday january february march april june july august september october november december all any some more most ' +
    'kicked week second drafting renovating resume reopening wrapped delivered table building writing preparing prepared back starting over open opened reopened picked next again has been got get gets going goes went make made makes out over off per via only both each every everything something ' +
    '决定 改用 改为 改成 改到 换成 换到 更正 纠正 其实 不对 喜欢 偏好 讨厌 最爱 习惯 总是 从不 使用 采用 完成 已完成 搞定 结束 上线 发布 ' +
    '交付 取消 放弃 不再 停止 开始 正在 启动 推迟 延期 提前 调整 计划 打算 安排 截止 之前 今天 昨天 明天 下周 本周 用户 表示 提到 再次 强调 ' +
    '记错 说错 弄错 搞错 之前 重新 又开 开始做 重新启动 重新开始 确认 需要 希望 应该 现在 目前 以后 今后 新的 已经 还是 依然 同意 确定'
  ).split(' '),
)

/** As they come in the text: a loose name may stand before the words of the dictionary. */
function inOrder(subject: ReadonlySet<string>, text: string): Set<string> {
  if (!/\p{Script=Han}/u.test(text)) return new Set(subject)
  const lower = text.toLowerCase()
  const place = (word: string) => {
    const at = lower.indexOf(word)
    return at === -1 ? lower.length : at
  }
  return new Set([...subject].sort((a, b) => place(a) - place(b)))
}

/** Stems of the words that say what a text is about. */
export function subjectOf(words: ReadonlySet<string>): Set<string> {
  const subject = new Set<string>()
  for (const word of words) {
    if (CUE_WORDS.has(word) || /^\d/.test(word)) continue
    subject.add(stem(word))
  }
  return subject
}

/** Enough to bring "deploys", "deployed" and "deploying" together; other scripts stay as they are. */
export function stem(word: string): string {
  if (!/^[a-z]{5,}$/.test(word)) return word
  const bare = word.replace(/(?:ations?|ings?|ers?|ed|es|s|ly)$/, '')
  return bare.length >= 4 ? bare.replace(/(.)\1$/, '$1').replace(/[ei]$/, '') : word
}

const NAMED =
  /^(?:red|orange|yellow|green|blue|purple|violet|pink|brown|black|white|gr[ae]y|cyan|magenta|teal|navy|gold|silver|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|spring|summer|autumn|winter|.色|(?:星期|周|礼拜).|[一二三四五六七八九十]{1,2}月)$/

/** "the Violet budget": a name that happens to be a colour. */
function isNamedAfter(value: string, text: string): boolean {
  if (!/^[a-z]/.test(value) || /day$|uary$|ch$|il$|ne$|ly$|st$|ber$/.test(value)) return false
  return text.includes(value.charAt(0).toUpperCase() + value.slice(1), 1)
}

function valuesOf(whole: string): Values {
  const text = whole
    .replace(/(?:星期|礼拜|周)[日天]/g, '周日')
    .replace(/(?:星期|礼拜)(?=[一二三四五六])/g, '周')
  const numbers = new Set<string>()
  const named = new Set<string>()
  const names = new Set<string>()
  // Their units are left out, and Chinese writes no space before them.
  for (const [found] of text.matchAll(/\d+(?:[.,:/-]\d+)*/g)) numbers.add(found.replace(/^0+(?=\d)/, ''))
  let denies = /\b(?:forbidden|prohibited|banned)\b|禁止/i.test(text)
  // "Tabs, not spaces" denies nothing of tabs.
  const plain = text.replace(/,\s{0,3}not\b[^,.;]{0,80}|[，,]?(?:而)?不是[^，。；]{0,40}/gi, '')
  for (const value of sentenceValues(plain)) {
    if (value.startsWith('not ')) denies = true
    else if (NAMED.test(value) && !isNamedAfter(value, text)) named.add(value)
    else if (!/^[v$€£¥#~]?\d/.test(value) && value.length > 1) names.add(value)
  }
  return { numbers, named, names, denies }
}
