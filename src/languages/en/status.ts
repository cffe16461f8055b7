import { HERE, type Status } from '../lexicon.ts'

const DONE =
  'done|complete|completed|shipped|finished|closed|resolved|merged|implemented|retired|superseded|obsolete|delivered|landed|abandoned|cancelled|shelved'
const WORK =
  'arc|work|project|migration|refactor|refactoring|rollout|epic|plan|phase|feature|sprint|milestone|effort|task'
const CLOSED = 'closed|complete|completed|done|finished|shipped|retired'

const DISUSED =
  '(?:deprecated|retired|obsolete|superseded|archived|abandoned|frozen|no longer (?:loaded|read|used|in use|maintained|updated))'

const GONE =
  "(?:removed|deleted|dropped|retired|gone|killed|purged|torn down|ripped out|thrown away|replaced|superseded|renamed|moved|no longer (?:there|here|exists?|in use|used)|do(?:es)? not exist|do(?:es)?n['’]t exist)"
/** Words that may stand between a name and what is said of it: they say nothing of their own. */
const BETWEEN =
  '(?:[\\s,;:()\\[\\]—–*_~`"\'’-]|\\u0001|\\b(?:and|or|both|all|is|are|was|were|has|have|been|got|be|now|since|already|long|then|later|also|too|the|file|folder|module|script|directory|which|that)\\b)*'
const BEFORE =
  '(?:[\\s,:(\\[*_`"\'-]|\\u0001|\\b(?:the|our|its|an?|old|legacy|whole|entire|former|both|all|file|files|folder|module|script|directory|of|and)\\b)*'

export const status: Status = {
  label: '(?:current |overall )?(?:status|state)',
  done: `(?:${DONE})\\b`,
  completedLabel: 'date completed|completed|completion date|completed on|shipped|shipped on',
  // "Payment migration — DONE", "[SHIPPED] …", "DONE 2026-08-07. …": capitals, or set apart from the rest.
  title: [
    new RegExp(`(?:^|[—–:([|✅-] {0,2})(?:${DONE.toUpperCase()})\\b(?! (?:BY|WHEN|IF|ONLY))`, 'u'),
    /\bcompletion (?:summary|report)\b/i,
  ],
  titleEnd: /\b(?:completion|completed|closed|shipped|done)(?: (?:summary|report|notes?))?\W{0,3}$/i,
  // "mostly done", "definition of done", "task completion".
  notYet:
    /\b(?:task completion|(?:mostly|nearly|almost|partly|partially|not|when|until|definition of) (?:done|complete|completed|finished|closed|resolved))\b/i,
  // "Arc complete.", "All four PRs shipped.", "RETIRE AFTER NEXT SYNC".
  closing: [
    new RegExp(
      `(?:^|[.!] )(?:the |this |whole |entire ){0,2}(?:${WORK}) (?:is |was |now |fully ){0,2}(?:${CLOSED})\\b`,
      'i',
    ),
    new RegExp(
      `^all (?:of the |the )?(?:\\w{1,10} )?(?:prs|pull requests|phases|steps|tasks|items|milestones|parts|slices|stages) (?:are |were |have been |now ){0,2}(?:${CLOSED}|merged|landed|implemented)\\b`,
      'i',
    ),
    /\bRETIRE (?:AFTER|NOW|THIS|WHEN|ONCE)\b/,
    /\bthis (?:memory|file|note|pointer) (?:can|may|should) (?:now )?be (?:deleted|removed|retired|archived)\b/i,
  ],
  itemDone: /\b(?:DONE|SHIPPED|MERGED|COMPLETE|COMPLETED)\b|\bmerged (?:as|in|on|\d)/,
  itemOpen: /\bTODO\b|\bnext up\b|\bin progress\b|\bpending\b/i,
  disused: [
    new RegExp(String.raw`^#\s.*\b${DISUSED}\b`, 'i'),
    new RegExp(String.raw`^(?:(?:status|note|warning)\s*[:：]\s*)?${DISUSED}\b`, 'i'),
    new RegExp(
      String.raw`\b(?:this|the) (?:memory |old )?(?:index|file|memory|list|folder)\b[^.!?]{0,40}\b${DISUSED}\b`,
      'i',
    ),
  ],
  // "The old gateway sits in …" does not say so, nor "to delete a card call …".
  gone: [
    new RegExp(`${HERE}${BETWEEN}(?:\\b${GONE}\\b|→|->|=>)`, 'i'),
    new RegExp(
      `\\b(?:removed|deleted|dropped|retired|killed|purged|tore down|ripped out|got rid of|replaced|no longer (?:use|uses|have|has))\\b${BEFORE}${HERE}`,
      'i',
    ),
    new RegExp(
      `\\b(?:used to (?:be|live|sit|stand|lie)|formerly|previously|ported from|moved (?:away )?from|no longer)\\b(?:\\s+(?:in|at|under|by))?${BEFORE}${HERE}`,
      'i',
    ),
  ],
  goneHeading: /\b(?:removed|deleted|retired|dropped|gone|torn down|no longer (?:there|exists?|in use))\b/i,
  replacedBy: /\b(?:superseded|replaced|obsoleted) by\b|\bsee instead\b/i,
  replaces: /\bno longer\b|\binstead of\b|\bswitched from\b|\bas of\b/i,
}
