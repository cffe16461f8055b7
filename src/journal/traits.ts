import { namedDay, pattern, spelledDay } from '../languages/index.ts'

/**
 * What kind of statement a sentence is, by its cue words, in English and Chinese. Several may hold at once; which of them
 * counts is for the judge.
 */
export type Trait =
  | 'correction'
  | 'decision'
  | 'project'
  | 'deadline'
  | 'completion'
  | 'ending'
  | 'person'
  | 'preference'
  | 'change'
  /** Speaks of how things were. */
  | 'past'
  /** An idea, a wish, a maybe. */
  | 'tentative'

export interface Traits {
  readonly has: ReadonlySet<Trait>
  /** The day a deadline names. */
  readonly due?: string
}

const CUES: Record<Exclude<Trait, 'deadline'>, readonly RegExp[]> = {
  correction: [
    /^(?:no|nope|wrong|correction)\b\s*[,:;–—-]/i,
    /\b(?:mixed (?:that|it|this|them) up|my mistake|scratch that|misunderstood|I was wrong|turns out|wrong again|should read|not so|(?:was|is|were) (?:incorrect|inaccurate|not correct|not true))\b/i,
    /\bcorrection:|\bcorrected (?:me|that|the assistant|us|it)\b|\bthat(?: is|'s|’s| was) (?:not right|wrong|incorrect)\b/i,
    /\b(?:user|she|he|they) corrected\b|\bI meant\b|\b(?:was|were) mistaken\b|\bmisremembered\b|\bgot (?:it|that|this) wrong\b/i,
    /^actually\b|[,;:–—] actually\b|\bactually (?:is|are|it|the|prefers?|uses?|lives?|works?|called|named)\b/i,
    /\bnot [\p{L}\p{N} '’-]{1,40}, but\b|\bshould be [\p{L}\p{N} '’.:-]{1,60}, not\b/iu,
    /搞混|弄混|误会了?|说错|原来(?!的|是这样|计划|打算)(?=[^，。]{2,})|并非|并不是|不准确|有误|不属实/,
    /不对[，,。:：]|纠正|更正|说错|记错|弄错|搞错|其实(?:是|不|他|她|我|用户)|不是[^，。]{1,20}[，,]?而是|应该是[^，。]{1,30}[，,]?(?:而)?不是/,
  ],
  decision: [
    /\b(?:decided|decision:|decision (?:is|was) |we(?:'ll|’ll| will) go with|(?:are |is |am )?going with|opted (?:for|to)|settled on|chose|chosen)\b/i,
    /\bmade up (?:my|our|his|her|their) minds?\b|\b(?:that(?:'s|’s| is)|is) final\b|\bfinal (?:call|decision|answer|word|choice)\b|\bvoted (?:for|to|against)\b|\b(?:it(?:'s|’s| is)|that(?:'s|’s| is)) settled\b|\bsaid (?:yes|no) to\b|\beveryone (?:agrees|agreed|is on board)\b|\bpicked\b|\bwent (?:with|for)\b|\bresolved to\b|\bplan of record\b|\bwe(?:'ll|’ll| will| are going to)(?! see\b)/i,
    /\bagreed (?:to|on|that|with)\b|\bfrom now on\b|\bgave the go-ahead\b|\bapproved\b|\bsigned (?:off|the|a)\b/i,
    /\b(?:switch(?:ed|ing|es)?|migrat(?:ed|ing|e)|moved?|moving) (?:[\p{L}\p{N}-]{1,30} ){0,4}(?:from [\p{L}\p{N} .-]{1,40} )?(?:over )?to\b/iu,
    /就这么定|(?:最后|最终)(?:定|选|结论|决定)|结论是|投票(?:通过|决定|选)|定下来了?|答应了|都(?:赞成|同意)|签字|选了?(?:红|蓝|黑|白|绿|第)|说好了|讲定|商定|选用/,
    /决定|拍板|敲定|选定|定下来|确定(?:用|采用|使用|选)|改用|改为|换成|换到|切换到|迁移到|同意了?|批准|签了|从今(?:以)?后|今后(?:都|一律)/,
  ],
  project: [
    /\b(?:new project|kicked off|started (?:a |the |work|building|working|writing)|starting (?:a |the |work)|began (?:a |the |work|building|writing))/i,
    /\b(?:is|are|am|I'm|I’m) (?:now |currently )?(?:working on|building|writing|planning|preparing|learning|renovating|training for)\b/i,
    /新项目|启动了|立项|开始(?:做|写|开发|学|准备|着手)|正在(?:做|写|开发|学|准备|筹备|装修)|着手/,
  ],
  completion: [
    /^(?:done|finished|completed|shipped)\b[:\s]|\b(?:is|are|was|were|now|all|has been|have been|got) (?:finally |now |all |fully )?(?:done|finished|completed?|shipped|released|delivered|resolved|closed|wrapped up|handed in|submitted|settled|paid|over)\b/i,
    /\b(?:finished|completed|shipped|delivered|released|launched|wrapped up|handed in|submitted|closed out|finalised|finalized|paid off)\b(?! by\b)/i,
    /✅|☑|✔|已(?:经)?(?:全部|正式)?(?:完成|结束|上线|发布|交付|解决|提交|办好|搞定|付清|还清|收尾)|(?:完成|结束|搞定|上线|发布|交付|办完|做完|写完|收尾|考完|装修完)了/,
  ],
  ending: [
    /\b(?:cancel(?:l)?ed|called off|dropped|abandoned|discontinued|scrapped|shut down|no longer|not any ?more|gave up|quit|resigned|broke up|sold|terminated|unsubscribed|retired)\b/i,
    /\bstopped (?:using|doing|taking|going|working|drinking|eating|learning|paying)\b|\bleft (?:the |his |her |their )?(?:company|job|team|position|firm)\b/i,
    /取消|作废|放弃|不再|停止|终止|停用|退订|退掉|辞职|离职|卖掉|卖了|分手|搁置|下线了|戒(?:掉|了)/,
  ],
  person: [
    /\b(?:my|our|his|her|their|user's|user’s|\p{Lu}\p{L}{1,20}(?:'s|’s)) (?:new |old |older |younger |little |big |best |former |ex-?)?(?:wife|husband|partner|spouse|fianc[eé]e?|daughter|son|child|kid|baby|mother|father|mom|mum|dad|parents?|sister|brother|grand(?:mother|father|ma|pa)|aunt|uncle|cousin|niece|nephew|boss|manager|lead|colleague|coworker|teammate|friend|co-?founder|client|customer|doctor|dentist|therapist|teacher|tutor|coach|lawyer|accountant|neighbou?r|girlfriend|boyfriend|mentor|landlord|assistant|investor|supervisor|advisor|contractor|designer)\b/iu,
    /\b(?:[Mm]et|[Hh]ired|introduced me to|[Ss]poke (?:to|with)) \p{Lu}\p{L}{1,20}\b.{0,40}\b(?:who|whose|from|owns|runs|works)\b|\b\p{Lu}\p{L}{1,20} (?:takes care of|looks? after|will (?:be )?look(?:ing)? after|handles|is responsible for|is in charge of|is the one who|joined (?:us|the|our)|works (?:at|for|as)|teaches|coaches|owns the|manages)\b/u,
    /\b(?:[Cc]olleague|[Cc]ontact|[Cc]ousin|[Nn]eighbou?r|nurse|advis[eo]r|plumber|electrician|gardener|tutor|therapist|trainer|landlord|owner|nanny|babysitter|boss|assistant|dentist|doctor|lawyer|accountant|teacher|coach|client|manager|partner|sister|brother|aunt|uncle|nephew|niece)\b[^.]{0,30}(?: is|:| called| named|,)? \p{Lu}\p{Ll}{1,20}\b/u,
    /\b\p{Lu}\p{L}{1,20}(?: \p{Lu}\p{L}{1,20})? (?:is|became|joined as|starts as|will be|took over as) (?:the |a |an |my |our |their |his |her )?(?:new )?(?:[\p{L}-]{1,20} ){0,3}(?:CEO|CTO|CFO|COO|lead|manager|director|head|boss|designer|engineer|developer|contact|accountant|lawyer|doctor|dentist|teacher|tutor|coach|landlord|client|cofounder|co-founder|investor|advisor|contractor|friend|wife|husband|partner|sister|brother|daughter|son|mother|father)\b/u,
    /(?:表弟|表哥|表姐|表妹|堂弟|堂哥|侄子|侄女|外甥|业主|房东|同事|联系人|负责人|保姆|助理|邻居|会计|律师|医生|牙医|老师|教练|护工|师傅|顾问|家教)(?:[：:]|是|叫)?\p{Script=Han}{2,3}(?:[，。！]|$|要|会|来|搬)|新来的[^，。]{0,6}(?:是|叫)|\p{Script=Han}{2,3}(?:每[^，。]{1,6}来)?(?:帮我们|帮我|照顾|接送|负责我们)/u,
    /(?:妻子|老婆|太太|丈夫|老公|爱人|女儿|儿子|孩子|妈妈|母亲|爸爸|父亲|姐姐|哥哥|妹妹|弟弟|奶奶|爷爷|外婆|外公|舅舅|阿姨|叔叔|老板|上司|经理|主管|同事|朋友|合伙人|客户|医生|牙医|老师|教练|律师|会计|邻居|女朋友|男朋友|导师|房东|投资人|承包商|设计师|联系人)[^，。；]{0,4}(?:叫|是|姓|名叫|为)|(?:叫|是)[^，。；]{0,8}(?:的)?(?:新)?(?:妻子|老婆|丈夫|老公|女儿|儿子|妈妈|爸爸|老板|经理|主管|同事|合伙人|客户|医生|牙医|老师|教练|律师|会计|邻居|导师|房东|投资人|负责人|联系人)/,
  ],
  preference: [
    /\b(?:prefers?|preferred|likes?|loves?|hates?|dislikes?|enjoys?|favou?rite|allergic|vegetarian|vegan|can(?:not|'t|’t) stand|would rather|wants? (?:me|us|answers|replies) )\b/i,
    /\b(?:always|never) (?:use|write|send|ask|call|reply|commit|deploy|schedule|wants?|uses?|drinks?|eats?|takes?|works?|wakes?|reads?)\b/i,
    /喜欢|偏好|偏爱|讨厌|最爱|过敏|吃素|习惯(?:用|在|于)?|倾向(?:于)?|更愿意|受不了|不爱|总是|从不|一律/,
  ],
  change: [
    /\b(?:now|instead|changed?|moved?|postponed|delayed|rescheduled|pushed (?:back|to)|brought forward|raised|lowered|increased|decreased|renamed|updated|switched|replaced|upgraded|bumped|extended|grown|grew|rose|fell to|dropped to|took over|takes over|swapped|from now on|new (?:date|deadline|address|number|price|budget))\b/i,
    /改在|改由|换(?:成|到|了|由|\p{Script=Han}{1,4}(?:带|负责|管|来))|接手|接替|增加|扩大到|缩减|变为|以后(?:改|都|由)/u,
    /现在|改到|改为|改成|改用|换成|换到|换了|推迟|延期|提高|增加到|减少到|上调|下调|延后|提前|调整|搬到|升级|涨到|降到|更名|改名|变成|更新为/,
  ],
  past: [
    /\b(?:used to|previously|formerly|back then|in the past|years ago|originally|once was|at the time)\b|以前|曾经|过去|当年|原来是|早年/i,
  ],
  tentative: [
    /\b(?:maybe|might|perhaps|considering|thinking (?:about|of)|not sure|unsure|idea:|could (?:try|be)|possibly|wonder(?:ing|s|ed)?|what if|haven't decided|hasn't decided|not yet decided|undecided)\b|也许|可能会|或许|考虑(?:要不要|一下|是否)|要不要|不确定|还没(?:有)?(?:决定|想好)|说不定/i,
  ],
}

/** With one of these any day counts, also a bare weekday. */
const DEADLINE =
  /\b(?:deadline|due|no later than|expires?|expiring|valid until|until|by|before|submit|hand in)\b|截止|之前|以前(?:交|完成|提交|办)|到期|最晚|有效期|期限/i
/** With one of these a weekday has to be the next one, or the like: "the exam is next Tuesday". */
const APPOINTMENT =
  /\b(?:appointment|exam|flight|launch(?:es)?|go(?:es)? live|wedding|interview|scheduled (?:for|on)|takes place|renew(?:al|s)?)\b|考试|航班|上线|婚礼|面试|预约|(?<!固)定在|安排在|交付/i

/** "Never on a Friday" names no day that could pass. */
const HABITUAL = pattern(({ dates }) => dates?.habit?.inJournal)
const WEEKDAY = pattern(({ dates }) => dates?.weekday, 'gi')
const BARE_WEEKDAY = pattern(({ dates }) => dates?.bareWeekday, 'gi')

const LONGEST = 1000

export function traitsOf(whole: string, today: string): Traits {
  const text = whole.slice(0, LONGEST)
  const has = new Set<Trait>()
  for (const [trait, cues] of Object.entries(CUES)) {
    if (cues.some(cue => cue.test(text))) has.add(trait as Trait)
  }
  const due = dueIn(text, today)
  if (due === undefined) return { has }
  has.add('deadline')
  return { has, due }
}

/** A day that is spelled out and still to come is reason enough. */
function dueIn(text: string, today: string): string | undefined {
  const habitual = HABITUAL.test(text)
  if (DEADLINE.test(text)) return namedDay(habitual ? text.replace(WEEKDAY, '') : text, today)
  if (APPOINTMENT.test(text) && !habitual) return namedDay(text.replace(BARE_WEEKDAY, ''), today)
  const spelled = spelledDay(text, today)
  return spelled !== undefined && spelled > today ? spelled : undefined
}
