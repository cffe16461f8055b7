import { traitsOf } from '../journal/index.ts'
import type { MemoryType } from '../model/index.ts'
import { findUrls } from '../text/index.ts'
import type { DraftKind } from './draft.ts'

/** What a sentence is, by its cue words, in English and Chinese. */
export interface Cue {
  readonly kind: Exclude<DraftKind, 'told'>
  readonly type: MemoryType
  /** The sentence without the words that only say that it counts. */
  readonly text: string
}

const LEAD =
  '(?:(?:please|ok(?:ay)?|and|also|so|but|hey|btw|by the way|well|again|one more thing|um+|uh+|hmm+|yeah|right|look)[,:]? ){0,5}'

const REMEMBER = new RegExp(
  `^${LEAD}(?:(?:can|could|will|would) you )?(?:please )?(?:(?:remember|keep in mind|bear in mind|make a note|take note|don['’]?t forget|for (?:future )?reference|for the record|fyi)(?:[,:]| that\\b| this[:,]| to\\b)?|note(?: that\\b|:)|(?:save|add) (?:this|that|it) to (?:your )?memory[:,]?) {0,2}`,
  'i',
)
const REMEMBER_NOT = /^\S{0,20} ?remember (?:when|how|the time|if|whether|what|where|who)\b/i
const REMEMBER_CHINESE =
  /^(?:请|麻烦|你要|你)?(?:帮我)?(?:记住|记一下|记下来?|记得|别忘了?|不要忘记?|备注)[，,：:\s]{0,3}/

const CORRECTION =
  /^(?:no+|nope|wrong|not quite|incorrect|that(?:'s|’s| is) (?:not right|wrong|incorrect|not correct)|actually)\b[\s,.:;!–—-]{1,4}(?:(?:no|actually|it['’]s)[\s,]{1,2}){0,2}/i
const CORRECTION_CHINESE = /^(?:不对|不是的?|错了|你(?:弄|搞|记|说)错了)[，,。!！:：\s]{1,3}(?:其实|应该)?/
/** Speaks of how something is or is done, so that it is more than a word about the task at hand. */
const FACT =
  /\b(?:is|are|isn['’]t|aren['’]t|uses?|should|must|needs?|has|have|goes|go|runs?|lives?|called|named|deploys?|never|always|don['’]t|only|belongs?|means)\b/i

const IN_GENERAL = '(?:(?:in|for|on|when|whenever|before|after|with|during) [^,]{2,60}, ?)?'
const FORBIDDEN = new RegExp(
  `^${LEAD}${IN_GENERAL}(?:you |we )?(?:(?:must |should |shall )(?:never|not|always) |(?:mustn|shouldn)['’]?t |don['’]?t |do not |never |stop |avoid |always |make sure (?:to |that |you )?(?:always |never )|no (?:more|emojis?|mocks?|comments?|trailing|force)\\b)`,
  'i',
)
const FROM_NOW =
  /\b(?:from now on|going forward|in (?:the )?future|as a rule|by default|every time you|whenever you)\b/i
const WE_ALWAYS = /\b(?:we|you|I) (?:always|never) (?!seen|heard|had|been|tried|knew|thought)/i
const MUST =
  /\b(?:must|should) (?:never|always|not)\b|\b(?:is|are) (?:not allowed|forbidden|banned|mandatory|required)\b/i
const NO_RULE =
  /\b(?:don['’]?t|do not) (?:worry|know|think|see|understand|have|get|care|mind|remember|recall|believe|need|like|love|want|feel|really|work|exist|match|seem|look|bother)\b|\bnever ?mind\b|\bstop (?:here|there|now|for now|it|that|the)\b/i
const FORBIDDEN_CHINESE =
  /(?:^|[，,；;：:]|以后|今后|千万|请|测试里|项目里|代码里)(?:再)?(?:别|不要|不许|禁止|切勿|不准|不能|避免)(?:再)?(?=[\p{Script=Han}A-Za-z`])(?!担心|急|客气|在意|忘|管我)/u
const FROM_NOW_CHINESE =
  /以后(?:都|一律|请|要|每)|今后(?:都|一律|请)|从(?:现在|今)(?:开始|起|以后)|一律|务必|必须|总是要|每次都/

/** For this once. */
const ONE_OFF =
  /\b(?:yet|for now|right now|this time|just now|at the moment|for the moment|until I|before I|while I|in this (?:file|function|commit|step|turn|change|case)|this one|that one)\b|先(?!进)|暂时|这次|这一次|现在先|等我/i

const DECISION =
  /\b(?:we|I|the team|they)(?:['’]ve| have)? (?:(?:just|finally|now|already|all) )?(?:decided|agreed|settled on|opted|chose)\b|\b(?:let['’]s|we(?:['’]ll| will| are going to|['’]re going to)) (?:go with|stick (?:with|to)|switch to|move to|standardi[sz]e on|adopt|drop)\b|\bdecision: |\bwe(?:['’]re| are) (?:going with|switching to|moving to|dropping|freezing|sunsetting|deprecating|migrating)\b|\bthe decision is\b/i
const DECISION_CHINESE =
  /(?:我们?|团队|大家)(?:已经|最终|最后|刚刚)?(?:决定|商定|说好|定下)|决定(?:了|用|采用|不|改|把|先|要|今)|敲定|拍板|(?:改用|换成|迁移到|统一用)/

const PREFERENCE =
  /\bI(?:['’]d| would)? (?:(?:really|strongly|much|generally|usually) )?(?:prefer|rather|hate|dislike|love|can['’]t stand|like (?:it when|when|my|short|to)|don['’]t like|don['’]t want (?:you to|any)|want you to|want (?:answers|replies|responses|explanations|commits|tests|short))\b|\bmy (?:preferred|favou?rite|usual) \w/i
const PREFERENCE_CHINESE =
  /我(?:更|比较|一般|平时|个人)?(?:喜欢|偏好|偏爱|讨厌|习惯|不喜欢|希望你|想要你|倾向)/
const ABOUT_WORK =
  /\b(?:you|your|answers?|repl(?:y|ies)|responses?|explanations?|code|commits?|tests?|comments?|messages?|summar(?:y|ies)|prs?|pull requests?|diffs?|functions?|branches)\b|回答|回复|代码|提交|注释|测试|解释|你/i

const PERSON =
  /\bI(?:['’]m| am) (?:an?|the|currently an?|new to|responsible for|in charge of) (?:[\p{L}-]{1,20} ){0,4}(?:engineer|developer|designer|scientist|manager|lead|student|founder|researcher|analyst|architect|teacher|writer|administrator|admin|programmer|consultant|owner|maintainer|intern|editor|CTO|CEO|PM)\b|\bI (?:work|am working) (?:at|for|as) \p{L}|\bmy (?:name|role|job|job title|time ?zone|native language|first language|background) is\b|\bI(?:['’]m| am) new to \p{L}|\bI(?:['’]ve| have) (?:been )?(?:writing|using|doing|programming(?: in)?) [\p{L}+#. ]{1,30} for (?:\d|a|over|about|many|ten|two|three|five)/iu
const PERSON_CHINESE =
  /我是(?:一[名个位])?[^，。]{0,12}(?:工程师|开发者?|设计师|产品经理|经理|学生|老师|程序员|研究员|架构师|运维|负责人|新手)|我的(?:名字|职位|岗位|角色|时区|母语)(?:是|叫)|我叫[\p{Script=Han}A-Za-z]{1,20}|我负责/u

const DEADLINE =
  /\b(?:by|due|deadline|until|before|freeze|frozen|ships?|launch(?:es)?|releases?|demo|no later than|goes live)\b|截止|之前|以前|上线|到期|最晚|冻结|发布/i

/** A link with what it is for, not one to be opened now. */
const PURPOSE =
  /\b(?:tracked|documented|described|lives?|hosted|found|kept|stored|listed|defined|published|reported|dashboard|tracker|wiki|board|runbook|docs?|documentation|spec|design|channel|for (?:all|any|more|the|details|reference)|when(?:ever)?|check|see|use)\b|文档|看板|面板|跟踪|记录在|放在|参考|地址|规范|用于|查/i
const FETCH =
  /^(?:please )?(?:fetch|open|clone|curl|download|go to|look at|read|visit|browse|summari[sz]e|scrape|try|fix|debug|install|git)\b|^(?:请)?(?:打开|下载|看一下|读一下|克隆|访问|总结)/i

/** What others say is no word of the person's own. */
const REPORTED =
  /\b(?:(?:it|he|she|they|readme|docs?|documentation|page|site|website|article|email|error|log|output|ticket|issue|comment|tool|file|assistant|claude|chatgpt|copilot|linter|compiler|message|text|result)s? (?:\w+ )?(?:says?|said|claims?|tells?|told|states?|reads|wants|asks?|suggests?|recommends?)|according to|quote|as follows)\b|(?:网页|文档|邮件|报错|日志|页面|他|她|它|文章)(?:里|上|中)?(?:说|写|提示|要求|显示)/i

const LONGEST = 600

export function cueOf(sentence: string, day: string | undefined): Cue | undefined {
  if (sentence.length > LONGEST) return undefined
  const requested = remembered(sentence)
  if (requested !== undefined) return { kind: 'remember', type: typeOf(requested, day), text: requested }
  if (/[?？]\s*$/.test(sentence)) return undefined
  const bare = withoutQuotations(sentence)
  if (REPORTED.test(bare)) return undefined
  const cue = CUES.map(find => find(bare, day)).find(found => found !== undefined)
  if (cue === undefined) return undefined
  const isMaybe = cue.kind !== 'preference' && traitsOf(bare, day ?? ANY_DAY).has.has('tentative')
  return isMaybe ? undefined : { ...cue, text: cue.kind === 'correction' ? corrected(sentence) : sentence }
}

/** Where no day is known, none is named: the traits only have to be asked. */
const ANY_DAY = '2000-01-01'

function remembered(sentence: string): string | undefined {
  if (REMEMBER_NOT.test(sentence)) return undefined
  const found = REMEMBER.exec(sentence) ?? REMEMBER_CHINESE.exec(sentence)
  const rest =
    found === null
      ? ''
      : sentence
          .slice(found[0].length)
          .replace(/[?？]\s*$/, '')
          .trim()
  if (found !== null && /\bto $/i.test(found[0]))
    return rest === '' ? undefined : sentence.slice(found[0].length)
  return rest === '' ? undefined : rest
}

const corrected = (sentence: string): string =>
  sentence.replace(CORRECTION, '').replace(CORRECTION_CHINESE, '').trim() || sentence

type FindCue = (sentence: string, day: string | undefined) => Omit<Cue, 'text'> | undefined

const CUES: readonly FindCue[] = [
  sentence => {
    if (!CORRECTION.test(sentence) && !CORRECTION_CHINESE.test(sentence)) return undefined
    const rest = corrected(sentence)
    const isFact = FACT.test(rest) || /\p{Script=Han}{4}/u.test(rest)
    const isBare = /^(?:it|this|that|he|she|they|the (?:first|second|other|last) one)\b/i.test(rest)
    return isFact && !isBare && !ONE_OFF.test(rest) ? { kind: 'correction', type: 'feedback' } : undefined
  },
  sentence => (isRule(sentence) ? { kind: 'rule', type: 'feedback' } : undefined),
  sentence =>
    DECISION.test(sentence) || DECISION_CHINESE.test(sentence)
      ? { kind: 'decision', type: 'project' }
      : undefined,
  sentence => {
    if (!PREFERENCE.test(sentence) && !PREFERENCE_CHINESE.test(sentence)) return undefined
    if (ONE_OFF.test(sentence)) return undefined
    return { kind: 'preference', type: ABOUT_WORK.test(sentence) ? 'feedback' : 'user' }
  },
  sentence =>
    PERSON.test(sentence) || PERSON_CHINESE.test(sentence) ? { kind: 'person', type: 'user' } : undefined,
  sentence => (linkWithPurpose(sentence) ? { kind: 'reference', type: 'reference' } : undefined),
  (sentence, day) => {
    if (day === undefined || !DEADLINE.test(sentence)) return undefined
    return traitsOf(sentence, day).due === undefined ? undefined : { kind: 'deadline', type: 'project' }
  },
]

function isRule(sentence: string): boolean {
  if (ONE_OFF.test(sentence) || NO_RULE.test(sentence)) return false
  return [FORBIDDEN, FROM_NOW, WE_ALWAYS, MUST, FORBIDDEN_CHINESE, FROM_NOW_CHINESE].some(cue =>
    cue.test(sentence),
  )
}

function linkWithPurpose(sentence: string): boolean {
  const urls = findUrls(sentence)
  if (urls.length === 0 || FETCH.test(sentence)) return false
  const rest = urls.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), sentence)
  const words = rest.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return PURPOSE.test(rest) && (words >= 4 || (rest.match(/\p{Script=Han}/gu)?.length ?? 0) >= 4)
}

/** What "remember that …" is about; a note on the project where nothing else fits. */
export function typeOf(text: string, day: string | undefined): MemoryType {
  return (
    CUES.map(find => find(text, day)).find(found => found !== undefined)?.type ??
    (findUrls(text).length > 0 ? 'reference' : 'project')
  )
}

/** Words in quotation marks are somebody else's, or the name of something. */
function withoutQuotations(sentence: string): string {
  return sentence.replace(/"[^"]{8,400}"|“[^”]{8,400}”|「[^」]{4,400}」|『[^』]{4,400}』/g, '…')
}
