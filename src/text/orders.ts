/** A sentence that opens like a rule. */
const RULE =
  /^(?:never|always|do not|don['’]t|must|you must|we must|no longer|only ever)\s|^(?:不要|别|切勿|禁止|必须|总是|始终|从不|绝不|永远|请|务必|一律|记得)/i

/** A sentence that opens with what is to be done. */
const IMPERATIVE =
  /^(?:please |kindly |now,? |then,? |first,? |just |immediately )?(?:use|run|execute|call|invoke|ignore|disregard|forget|override|bypass|skip|disable|enable|delete|remove|erase|wipe|drop|archive|overwrite|replace|send|forward|post|upload|submit|email|mail|share|publish|copy|export|leak|reveal|print|show|tell|say|answer|reply|respond|fetch|download|curl|wget|open|visit|browse|install|add|append|insert|write|create|make|set|change|push|commit|merge|deploy|approve|accept|allow|grant|trust|obey|follow|treat|consider|assume|prefer|avoid|stop|ensure|remember|keep|check|read|load|include|start|begin|act|behave|pretend|give|pass|pay|transfer|sign|disclose|hide|report|prefix|prepend|end)\s(?!(?:is|are|was|were|has|have|had|takes|took|goes|went|of|in|on|at|and|or)\b)/i

/** Duty, wherever it stands: "x.sh must be run first", "it is essential that …". */
const DUTY =
  /\b(?:must|shall|should(?! (?:have|not have)\b))\b|\b(?:is|are) (?:absolutely )?(?:essential|important|imperative|mandatory|required|necessary|vital|crucial|critical|compulsory) (?:that|to|for)\b|必须|务必|切勿|严禁|禁止|不得|不准|不许|应当/i

/** A clause that begins a new thought: what follows is judged like a sentence of its own. */
const CLAUSE =
  /^(?:when|whenever|if|before|after|once|while|unless|until|each time|every time|as soon as)\b[^,，]{1,200}[,，]\s{0,3}(.*)$/is
const REPORTED = /[:：—–"“「『]\s{0,3}([^:：—–"“「『]{1,400})/g
const CHINESE_CLAUSE = /[，,：:；;]\s{0,3}(?:请|不要|别(?!的|处|人)|先(?:执行|运行|发送|上传|删除)|立即|马上)/

/** Said to whoever reads it. */
const ADDRESSED =
  /\b(?:ignore|disregard|forget|override) (?:all |any |every )?(?:the |your |these |those )?(?:previous|prior|above|earlier|system|other|rules?|instructions?|guidelines?)\b|\bsystem prompt\b|\byou(?: are now|r (?:task|job|role|new) (?:is|instructions?)| (?:must|should|shall|have to|need to|are to|will now|may not|can now|ought))\b|\b(?:agents?|assistants?|ais?|llms?|models?|claude|codex|gemini|gpt|bots?|(?:the |any |every )?readers?|whoever reads)(?: \w{1,12})? (?:must|should|shall|needs? to|ha(?:s|ve) to|is to|are to|ought)\b|\bdo(?: not|n['’]t) (?:tell|ask|inform|warn|notify|mention)\b|\bwithout (?:asking|telling|approval|confirmation|permission)\b|\b(?:make sure|be sure|remember) (?:to|that)\b|^\s{0,8}[[<(*#"']{0,4}(?:system|developer|admin|root|important|urgent|attention|instructions?|override|assistant|user|human|note to \w{1,20})[\])>*"']{0,4}\s{0,3}[:：]|忽略|无视|系统提示|你(?:必须|应该|需要|要|现在是)|(?:助手|智能体|模型|读者)(?:必须|应该|需要|要)|(?:立即|马上)(?:删除|执行|运行|发送|转发|上传)|^(?:删除|执行|运行|发送|转发|上传|记住|忘记|使用|改用|确保|避免|禁用|启用)/i

/** Characters that nobody sees, and words of two alphabets that look like one: no honest sentence of an agent has them. */
const DISGUISED =
  /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]|\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u

const LONGEST = 2000

/** A title of a few words names a thing: "Deploy steps" orders nothing. */
const TITLE_WORDS = 4
/** … but "Run scripts/x.sh first" does, and so does a title that names a host. */
const PLACE = /[/`]|\w\.\w/

/**
 * Whether a sentence tells its reader what to do, or hides what it says. It errs towards yes: what it holds up waits for a
 * person, and is not lost.
 */
export function isOrder(sentence: string, as: 'sentence' | 'title' = 'sentence'): boolean {
  const text = sentence.slice(0, LONGEST)
  if (DISGUISED.test(text)) return true
  const plain = text.normalize('NFKC').replace(/^[\s\p{P}\p{S}\d]+/u, '')
  if (RULE.test(plain) || DUTY.test(plain) || ADDRESSED.test(text.normalize('NFKC'))) return true
  if (CHINESE_CLAUSE.test(plain) || Array.from(plain.matchAll(REPORTED)).some(([, said]) => RULE.test(said!)))
    return true
  const isName =
    as === 'title' && plain.split(/\s+/, TITLE_WORDS + 1).length <= TITLE_WORDS && !PLACE.test(plain)
  const [, then] = CLAUSE.exec(plain) ?? []
  return (
    (!isName && IMPERATIVE.test(plain)) || (then !== undefined && (RULE.test(then) || IMPERATIVE.test(then)))
  )
}
