/** M5: what kind of question is asked. */
export const INTENTS = [
  'simple-fact',
  'preference-recall',
  'causal-reasoning',
  'entity-relationship',
  'temporal-analysis',
  'hybrid',
] as const
export type IntentKind = (typeof INTENTS)[number]

export interface Intent {
  readonly kind: IntentKind
  /** From 0 to 1. */
  readonly confidence: number
  /** Who said so; `default` where nobody was sure enough. */
  readonly by: 'model' | 'rules' | 'cache' | 'default'
}

/** A sign of a kind, and how sure it makes us. */
type Sign = readonly [pattern: RegExp, confidence: number]

const SIGNS: Record<Exclude<IntentKind, 'hybrid'>, readonly Sign[]> = {
  'causal-reasoning': [
    [/^(?:why|how come)\b|\bwhy (?:do|does|did|is|are|was|were|not|we|the|it)\b/i, 0.85],
    [
      /\b(?:reason|reasons|rationale|root cause|cause) (?:for|of|behind|why|that)\b|\bwhat (?:caused|led to|made us)\b/i,
      0.85,
    ],
    [/\b(?:because of|due to|as a result|consequence|led to|caused)\b/i, 0.6],
    [/为什么|为何|怎么会|导致|原因|缘故|因为什么|凭什么/, 0.85],
    [/结果(?:是|怎么)|后果|引起|造成/, 0.6],
  ],
  'temporal-analysis': [
    [
      /^when\b|\b(?:since when|what (?:date|day|time|year|month)|how long ago|how long since|until when)\b/i,
      0.85,
    ],
    [
      /\b(?:yesterday|today|tomorrow|last (?:week|month|year|night|time)|this (?:week|month|year)|next (?:week|month|year)|recently|lately)\b/i,
      0.7,
    ],
    [
      /\b(?:timeline|history of|chronolog\w{0,6}|changed over|how (?:has|have|did) .{1,60} (?:change|evolve)\w{0,2}|before or after|first time|latest|most recent)\b/i,
      0.7,
    ],
    [
      /\b(?:19|20)\d\d-\d\d(?:-\d\d)?\b|\b(?:jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]{0,6}\.? \d{1,4}\b|\bin (?:january|february|march|april|may|june|july|august|september|october|november|december)\b/i,
      0.7,
    ],
    [/什么时候|何时|哪天|哪一天|哪年|多久|几月|几号|时间线|历史上/, 0.85],
    [
      /昨天|今天|明天|前天|上周|本周|下周|上个?月|本月|这个月|下个?月|去年|今年|最近|上次|\d{1,2}月\d{1,2}[日号]?|\d{4}年/,
      0.7,
    ],
  ],
  'preference-recall': [
    [
      /\b(?:prefer|prefers|preferred|preference|preferences|favou?rites?|likes?|dislikes?|hates?|loves?)\b/i,
      0.8,
    ],
    [
      /\b(?:how (?:do|does) (?:i|we|he|she|they|the user) (?:like|want)|what (?:do|does) (?:i|we|the user) (?:like|want)|my (?:style|convention|conventions|rule|rules|habit|habits))\b/i,
      0.85,
    ],
    [
      /\b(?:should (?:i|we|you)|always|never|do not|don't|convention|conventions|style guide|rules? (?:for|about|on))\b/i,
      0.55,
    ],
    [/喜欢|偏好|讨厌|习惯|更愿意|不喜欢|偏爱|最爱/, 0.85],
    [/应该(?:怎么|用)|规矩|约定|风格|要求|不要|总是|从不/, 0.55],
  ],
  'entity-relationship': [
    [
      /\b(?:related|relation|relations|relationship|relationships|connected|connection|linked|associated) (?:to|with|between|of)\b|\bbetween .{1,80} and\b/i,
      0.85,
    ],
    [
      /\b(?:depends? on|dependen\w{0,6} (?:of|on)|used by|who (?:works|worked|owns|knows|uses|maintains|leads)|belongs? to|part of|owner of|in common)\b/i,
      0.75,
    ],
    [/^who\b|\bwhose\b|\bwho(?:'s| is| are| was)\b/i, 0.6],
    [/关系|关联|相关|联系|依赖|属于|之间|负责人/, 0.8],
    [/^谁|是谁|谁的|谁(?:在|负责|用)/, 0.65],
  ],
  'simple-fact': [
    [
      /^(?:what|which|where)(?:'s| is| are| was| were)\b|\bhow (?:many|much|big|old|tall|far|often)\b|\bwhat (?:port|version|name|address|url|path|number|colou?r|command|file|key|password)\b/i,
      0.7,
    ],
    [/^(?:is|are|does|do|did|was|were|has|have|can)\b.{1,200}\?$/i, 0.55],
    [/是什么|在哪|哪里|哪个|多少|几个|叫什么|什么(?:端口|版本|名字|地址|路径|命令)/, 0.7],
  ],
}

/** A second sign of the same kind makes it surer by so much. */
const MORE = 0.05
/** Two kinds this near to each other are one question of both kinds. */
const TIE = 0.05
const MOST_LOOKED_AT = 1000

/** What the words of a question tell. A few bare words tell nothing: that is a search, and both engines are asked. */
export function intentByRules(query: string): { readonly kind: IntentKind; readonly confidence: number } {
  const text = query.trim().slice(0, MOST_LOOKED_AT)
  const scored = (Object.keys(SIGNS) as (keyof typeof SIGNS)[])
    .map(kind => ({ kind, confidence: confidenceOf(text, SIGNS[kind]) }))
    .sort((a, b) => b.confidence - a.confidence)
  const [first, second] = scored
  if (first === undefined || first.confidence === 0) return { kind: 'hybrid', confidence: 0 }
  const isBoth = second !== undefined && second.confidence > first.confidence - TIE && second.confidence > 0.6
  return isBoth ? { kind: 'hybrid', confidence: first.confidence } : first
}

function confidenceOf(text: string, signs: readonly Sign[]): number {
  const found = signs.filter(([pattern]) => pattern.test(text)).map(([, confidence]) => confidence)
  return found.length === 0 ? 0 : Math.min(0.95, Math.max(...found) + MORE * (found.length - 1))
}
