import { type Claim, PREFER, USE } from '../lexicon.ts'
import { stem } from './stem.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Brings the forms of a regular verb together: use, uses, using; commit, commits, committing. */
const verbOf = (word: string): string => stem(word, 'verb')

/** Words that name nothing. */
const EMPTY_WORDS = set(
  'a an the any all every each our your their its his her my this that these those some such only just also really strictly ' +
    'ever directly explicitly simply please it them be is are not here there too very more most both either anything ' +
    'to of for in on at with by from into onto',
)

function contentWords(words: readonly string[]): string[] {
  return words.filter(word => !EMPTY_WORDS.has(word)).map(word => stem(word, 'plural'))
}

/** Who a rule may be addressed to without being about them. */
const ADDRESSEES = set(
  'we you i they agents agent claude everyone team user users please also so then now and but the our',
)
/** A clause with one of these before its verb is a condition, a question or a story, not a rule. */
const NOT_A_RULE = set(
  'if when whenever unless because since that which who why how whether where while until to was were had',
)
const CLAUSE_END = set('because since so if when whenever where while which that who and or nor but as')
const PREPOSITIONS = set(
  'for in on at with by from during across inside within against under between per to into onto of through',
)
const CONDITIONS = set('when whenever where while if')
/** "Never push without review" is no word against pushing. */
const EXCEPTIONS = set('unless until before after except without only')
/** What opens a rule: its polarity and how many words it takes. `verb` is set where the cue is the verb itself. */
interface Cue {
  readonly polarity: Claim['polarity']
  readonly length: number
  readonly verb?: string
}

/** Rules and decisions of an English sentence: those whose cue opens a clause. */
export function claims(sentence: string): Claim[] {
  const all: Claim[] = []
  const tokens = tokenise(sentence)
  const quote = sentence.trim()
  const condition = openingCondition(tokens)
  for (let at = 0; at < tokens.length; at++) {
    const opensClause =
      at === 0 || isMark(tokens[at - 1]!) || tokens[at - 1] === 'and' || tokens[at - 1] === 'but'
    if (!opensClause || isMark(tokens[at]!)) continue
    const found = claimAt(tokens, at, quote)
    if (found === undefined) continue
    const claim = { ...found, domain: [...condition, ...found.domain] }
    all.push(claim, ...impliedBy(claim))
  }
  return all
}

/** "If the build fails, …", "In tests, …": what follows holds there alone. */
function openingCondition(tokens: readonly string[]): string[] {
  const first = tokens[0] ?? ''
  if (!CONDITIONS.has(first) && !PREPOSITIONS.has(first)) return []
  const end = tokens.findIndex(isMark)
  return contentWords(tokens.slice(1, end === -1 ? 0 : end))
}

/** "Prefer tabs over spaces" also says not to use spaces. */
function impliedBy(claim: Claim): Claim[] {
  const sets =
    claim.polarity === 'do' && (claim.verb === USE || claim.verb === PREFER) && claim.over.length > 0
  return sets ? [{ ...claim, polarity: 'do-not', verb: USE, object: claim.over, over: [] }] : []
}

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}'’_./@+#-]*|[,;:!?()—–]/gu

function tokenise(sentence: string): string[] {
  const words = sentence.toLowerCase().match(TOKEN) ?? []
  return words.map(word => (isMark(word) ? word : word.replaceAll('’', "'").replace(/[./'-]{1,9}$/, '')))
}

const isMark = (token: string): boolean => token.length === 1 && /[,;:!?()—–]/.test(token)

function claimAt(tokens: readonly string[], start: number, quote: string): Claim | undefined {
  const opening = cueFrom(tokens, start)
  if (opening === undefined) return undefined
  const { cue, cueAt } = opening
  const about = contentWords(tokens.slice(start, cueAt).filter(word => !ADDRESSEES.has(word)))
  const verbAt = cueAt + cue.length
  const { verb, polarity, objectAt } = verbAfter(tokens, verbAt, cue)
  if (verb === '' || CLAUSE_END.has(verb)) return undefined
  const rest = complement(tokens, objectAt)
  if (rest === undefined || rest.object.length === 0) return undefined
  return { polarity, verb, about, ...rest, plain: cue.length === 0 && cue.verb === undefined, quote }
}

/** The cue at the start of a clause, after at most four words of who it is about. */
function cueFrom(tokens: readonly string[], start: number): { cue: Cue; cueAt: number } | undefined {
  for (let at = start; at < Math.min(start + 5, tokens.length); at++) {
    const word = tokens[at]!
    if (isMark(word) || NOT_A_RULE.has(word)) break
    const cue = cueAt(tokens, at)
    if (cue !== undefined) return { cue, cueAt: at }
  }
  // An imperative has no ending: "Reproduces locally" is a report.
  const isOrder = start === 0 && tokens.length > 1 && mayBeVerb(tokens[0]!) && !NOT_A_RULE.has(tokens[0]!)
  return isOrder ? { cue: { polarity: 'do', length: 0 }, cueAt: start } : undefined
}

const mayBeVerb = (word: string): boolean => !/(?:s|ed|ing)$/.test(word) && contentWords([word]).length > 0

function cueAt(tokens: readonly string[], at: number): Cue | undefined {
  const word = tokens[at]!
  const next = tokens[at + 1]
  if (/^(?:don't|dont|mustn't|shouldn't|never)$/.test(word)) return { polarity: 'do-not', length: 1 }
  if (/^(?:do|must|should|shall)$/.test(word)) {
    if (next === 'not' || next === 'never') return { polarity: 'do-not', length: 2 }
    return { polarity: 'do', length: next === 'always' ? 2 : 1 }
  }
  // "It does not build" is a report; only "does not use" and "does not prefer" tell a decision.
  if (/^does(?:n't|nt)?$/.test(word)) return statedRefusal(tokens, at)
  if (word === 'no' && next === 'longer') return { polarity: 'do-not', length: 2 }
  if (word === 'always') return { polarity: 'do', length: 1 }
  if (word === 'stop' && next?.endsWith('ing')) return { polarity: 'do-not', length: 1 }
  if (/^(?:use|uses|avoid|avoids|prefer|prefers|enable|disable|enables|disables)$/.test(word))
    return { polarity: 'do', length: 0, verb: word }
  return undefined
}

function statedRefusal(tokens: readonly string[], at: number): Cue | undefined {
  const length = tokens[at] === 'does' ? 2 : 1
  const isRefusal = length === 1 || tokens[at + 1] === 'not'
  return isRefusal && /^(?:use|prefer)$/.test(tokens[at + length] ?? '')
    ? { polarity: 'do-not', length }
    : undefined
}

/** The verb behind the cue; `avoid`, `disable` and their like turn the polarity round. */
function verbAfter(tokens: readonly string[], at: number, cue: Cue) {
  let polarity = cue.polarity
  let verb = verbOf(tokens[at] ?? '')
  let objectAt = at + 1
  const turn = () => {
    polarity = polarity === 'do' ? 'do-not' : 'do'
  }
  if (verb === verbOf('avoid') || (verb === verbOf('stop') && tokens[objectAt]?.endsWith('ing'))) {
    turn()
    const isGerund = /^\p{L}{2,20}ing$/u.test(tokens[objectAt] ?? '')
    verb = isGerund ? verbOf(tokens[objectAt++]!) : USE
  } else if (verb === verbOf('disable')) {
    turn()
    verb = verbOf('enable')
  } else if (verb === PREFER) {
    if (tokens[objectAt] === 'to') objectAt++
    if (/^(?:use|using)$/.test(tokens[objectAt] ?? '')) objectAt++
  }
  return { verb, polarity, objectAt }
}

function complement(tokens: readonly string[], start: number) {
  const object: string[] = []
  const domain: string[] = []
  const over: string[] = []
  let part = object
  for (let at = start; at < Math.min(tokens.length, start + 24); at++) {
    const word = tokens[at]!
    if (isMark(word)) break
    if (EXCEPTIONS.has(word)) return undefined
    const isAgainst = (word === 'instead' || word === 'rather') && /^(?:of|than)$/.test(tokens[at + 1] ?? '')
    if (isAgainst || word === 'over') {
      part = over
      if (isAgainst) at++
    } else if (CONDITIONS.has(word) && object.length > 0) part = domain
    else if (CLAUSE_END.has(word)) break
    else if (PREPOSITIONS.has(word) && contentWords(object).length > 0) part = domain
    else part.push(word)
  }
  return { object: contentWords(object), domain: contentWords(domain), over: contentWords(over) }
}
