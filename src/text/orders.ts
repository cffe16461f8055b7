import { patterns, says } from '../languages/index.ts'

const opensLikeOrder = says(({ cues }) => cues?.rule?.orderOpening)
const isImperative = says(({ cues }) => cues?.rule?.imperative)
const hasDuty = says(({ cues }) => cues?.rule?.duty)
const isAddressed = says(({ cues }) => cues?.rule?.addressed)
const hasOrderInClause = says(({ cues }) => cues?.rule?.inClause)
const CONDITIONS = patterns(({ cues }) => cues?.rule?.condition)
/** What begins a new thought is judged like a sentence of its own. */
const REPORTED = /[:：—–"“「『]\s{0,3}([^:：—–"“「『]{1,400})/g

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
  if (
    hasOrderInClause(plain) ||
    Array.from(plain.matchAll(REPORTED)).some(([, said]) => opensLikeOrder(said!))
  )
    return true
  const isName =
    as === 'title' && plain.split(/\s+/, TITLE_WORDS + 1).length <= TITLE_WORDS && !PLACE.test(plain)
  if (!isName && isImperative(plain)) return true
  const then = CONDITIONS.map(form => form.exec(plain)?.[1]).find(found => found !== undefined)
  return then !== undefined && (opensLikeOrder(then) || isImperative(then))
}
