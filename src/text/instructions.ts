import { patterns, say, says } from '../languages/index.ts'

/** In capitals, as agents look for them: `docs/agents.md` is a page about agents. */
const NAMED =
  /(?:^|\/)(?:CLAUDE|CLAUDE\.local|AGENTS|AGENTS\.override|GEMINI|CONTRIBUTING|CONVENTIONS|copilot-instructions)\.md$/
const RULES = /(?:^|\/)\.?(?:claude|cursor|windsurf|agents?|github)\/(?:rules|instructions)\//i

/** Whether agents read this document by themselves: what it says they know without a memory. */
export const isInstruction = (path: string): boolean => NAMED.test(path) || RULES.test(path)

/** Files that an agent loads unasked, wherever they lie; in small letters. */
const LOADED_FILES: ReadonlySet<string> = new Set(
  (
    'claude.md claude.local.md agents.md agents.local.md agents.override.md gemini.md qwen.md soul.md ' +
    'tools.md identity.md heartbeat.md bootstrap.md copilot-instructions.md .cursorrules .windsurfrules ' +
    '.clinerules .goosehints'
  ).split(' '),
)

/** Folders of an agent's own settings, rules, commands and hooks. */
const LOADED_FOLDERS: ReadonlySet<string> = new Set(
  '.claude .cursor .windsurf .codex .gemini .agents .github'.split(' '),
)

/**
 * Whether writing to this path would speak to an agent that nobody asked to read it. In any spelling that some file system
 * takes for the same: other case, full-width letters, composed or not.
 */
export function isLoadedUnasked(path: string): boolean {
  const segments = path
    .normalize('NFKC')
    .toLowerCase()
    .split(/[/\\]/)
    .map(segment => segment.replace(/\p{Cf}|[. ]+$/gu, ''))
  const file = segments.at(-1) ?? ''
  return LOADED_FILES.has(file) || segments.some(segment => LOADED_FOLDERS.has(segment))
}

const PLAIN = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M} ._()+,@&'-]{0,120}\.md$/u
const DATED = /^\d{4}-\d{2}-\d{2}\.md$/

/** Why no memory may be made under this name beside those; nothing where it may. */
export function newNameFault(file: string, others: Iterable<string>): string | undefined {
  if (isLoadedUnasked(file)) return say().plan.newNames.loaded
  if (!PLAIN.test(file) || DATED.test(file)) return say().plan.newNames.odd
  const twin = [...others].find(name => folded(name) === folded(file))
  return twin && say().plan.newNames.taken(JSON.stringify(twin))
}

const folded = (name: string): string => name.normalize('NFC').toLowerCase()

const opensLikeOrder = says(({ cues }) => cues?.rule?.orderOpening)
const isImperative = says(({ cues }) => cues?.rule?.imperative)
const hasDuty = says(({ cues }) => cues?.rule?.duty)
const isAddressed = says(({ cues }) => cues?.rule?.addressed)
const hasOrderInClause = says(({ cues }) => cues?.rule?.inClause)
const CONDITIONS = patterns(({ cues }) => cues?.rule?.condition)
/** What begins a new thought is judged like a sentence of its own. */
const REPORTED = /:(?!\/\/)\s{0,3}|[：;；—–"“「『]\s{0,3}/

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
  if (opensLikeOrder(plain) || hasDuty(plain) || isAddressed(text.normalize('NFKC'))) return true
  const orders = (said: string) => opensLikeOrder(said) || (PLACE.test(said) && isImperative(said))
  if (hasOrderInClause(plain) || plain.split(REPORTED).slice(1).some(orders)) return true
  const isName =
    as === 'title' && plain.split(/\s+/, TITLE_WORDS + 1).length <= TITLE_WORDS && !PLACE.test(plain)
  if (!isName && isImperative(plain)) return true
  const then = CONDITIONS.map(form => form.exec(plain)?.[1]).find(found => found !== undefined)
  return then !== undefined && (opensLikeOrder(then) || isImperative(then))
}
