import { type Claim, PREFER, USE } from '../lexicon.ts'

type Cue = readonly [word: string, polarity: Claim['polarity'], verb: string]

const ENABLE = '启用'
/** In the order in which they are tried: the longer before those it begins with. */
const CUES: readonly Cue[] = [
  ...forms(
    'do-not',
    USE,
    '不要再使用 不要再用 不要使用 不要用 不再使用 不再用 别再使用 别再用 别使用 别用 不使用 不用',
  ),
  ...forms('do-not', USE, '禁止使用 避免使用 避免用 避免 停止使用 从不使用 从不用 绝不使用 绝不用'),
  ...forms('do', PREFER, '优先使用 优先选择 优先考虑 优先采用 优先用 优先'),
  ...forms(
    'do',
    USE,
    '总是使用 总是用 始终使用 始终用 一律使用 一律用 必须使用 必须用 改为使用 改为 改用 使用 用',
  ),
  ...forms('do-not', ENABLE, '不要启用 不要开启 禁用 关闭'),
  ...forms('do', ENABLE, '不要禁用 不要关闭 启用 开启'),
  ...forms('do-not', '做', '从不 绝不 永不 切勿 禁止 不要 不再 别'),
  ...forms('do', '做', '总是 始终 必须'),
]

function forms(polarity: Claim['polarity'], verb: string, words: string): Cue[] {
  return words.split(' ').map(word => [word, polarity, verb])
}

/** Longer words that only begin like a cue: 用户 is a user, not "use". */
const NOT_A_CUE = /^(?:用户|用于|用法|用来|用途|用例|用时|用量|使用者|使用率|别的|别人|禁用词)/
const ADDRESSEE =
  /^(?:我们|你们|大家|团队|项目|用户|以后|今后|现在|目前|请|应该|应当|尽量|都|也|要|应|你|我)\s*/
const PLACE = /^(?:在|对于|对)([^在对]{1,30}?)(?:中|里|时|上|下|的时候|方面)\s*/

/** Marks of both widths: the wide comma, semicolon, colon, question and exclamation mark and brackets as escapes. */
const CLAUSE_END = /[,。;:、!?.()\n\uff0c\uff1b\uff1a\uff01\uff1f\uff08\uff09]/

/** 服务测试中使用…: a place without 在, right before a cue. */
const BARE_PLACE =
  /^([\p{L}\p{N} ]{2,12}?)(?:中|里|时)(?=不|别|总是|始终|一律|必须|使用|用|避免|禁|优先|启用|开启|关闭|从不|绝不|改)/u

/** Rules and decisions of a Chinese sentence: those whose cue opens a clause. */
export function claims(sentence: string): Claim[] {
  const quote = sentence.trim()
  return sentence.split(CLAUSE_END).flatMap(clause => claimOf(withoutMarks(clause), quote))
}

const withoutMarks = (clause: string): string =>
  clause
    .replace(/[`*_"'“”「」#>]/g, '')
    .replace(/^[\s-]{1,9}/, '')
    .trim()

function claimOf(clause: string, quote: string): Claim[] {
  const { rest, domain } = afterPreamble(clause)
  if (NOT_A_CUE.test(rest)) return []
  const cue = CUES.find(([word]) => rest.startsWith(word))
  if (cue === undefined) return []
  const [word, polarity, verb] = cue
  const [object = '', against = ''] = rest
    .slice(word.length)
    .split(/而不是|代替|来(?=\p{Script=Han})|因为|除非/u)
  const name = foldObject(object)
  if (name === '') return []
  const over = /而不是|代替/.test(rest) ? [foldObject(against)].filter(text => text !== '') : []
  const claim: Claim = { polarity, verb, object: [name], about: [], domain, over, plain: false, quote }
  return over.length > 0 && polarity === 'do'
    ? [claim, { ...claim, polarity: 'do-not', verb: USE, object: over, over: [] }]
    : [claim]
}

function afterPreamble(clause: string): { rest: string; domain: string[] } {
  let rest = clause
  const domain: string[] = []
  for (let step = 0; step < 4; step++) {
    const place = PLACE.exec(rest) ?? BARE_PLACE.exec(rest)
    if (place !== null) domain.push(foldObject(place[1]!))
    const preamble = place ?? ADDRESSEE.exec(rest)
    if (preamble === null) break
    rest = rest.slice(preamble[0].length)
  }
  return { rest, domain }
}

const foldObject = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\s/g, '')
    .replace(/[了吧呢啊的]{1,3}$/, '')
