import { HERE, type NoteWords } from '../lexicon.ts'

const DEAD = 'SUPERSEDED|DEPRECATED|OBSOLETE|DISCARDED|OUTDATED|RETIRED|ABANDONED|TORN DOWN|STALE'
const INVALID =
  '(?:NO LONGER (?:VALID|TRUE|CURRENT|USED|ACCURATE|APPLIES|NEEDED)|DO NOT USE)(?=\\s*(?:[.!:;,—–(]|$))'
const NOTE = '(?:note|memory|file|page|document|doc|plan|entry)'
const OVER =
  '(?:superseded|obsolete|deprecated|outdated|retired|replaced|stale|no longer (?:true|valid|current|accurate|used|needed|applicable|applies|holds))'
const INTO = '(?:moved|merged|folded|promoted|relocated|migrated|consolidated|graduated|absorbed)'
const PLACE = '(?:`|\\[|CLAUDE\\.md|AGENTS\\.md|[\\w.-]+/[\\w./-]+|[\\w-]+\\.md\\b)'

const MAKE = '(?:create|add|write|build|implement|introduce|scaffold|extract)'
const A_NEW =
  '(?:\\s+(?:a|an|the|new|missing|file|script|module|component|class|function|helper|service|test|tests|migration|page|hook|document|doc|called|named|in))*\\s*:?\\s*'

/** What notes say of themselves and of each other. */
export const notes: NoteWords = {
  example: /\be\.g\.|\bfor (?:example|instance)\b|\bsuch as\b|\bexamples?\b|\bhypothetical/i,
  tombstone: [
    new RegExp(`^(?:status\\s*:\\s*)?(?:${DEAD}|${INVALID})(?![A-Z])(?!\\s+(?:THE|A|AN|ALL|OLD)\\b)`),
    /^(?:status\s*:\s*)?(?:superseded|deprecated|obsolete|discarded)\s*(?:[:.—–(]|-\s|by\b|on\b|in\b|\d|$)/i,
    new RegExp(
      `\\b(?:this|the) (?:whole |entire )?${NOTE} (?:is|was|has been) (?:now |fully )?${OVER}\\b`,
      'i',
    ),
  ],
  tombstoneTitle: new RegExp(
    `(?:^|[—–:(|\\[-]\\s{0,2})(?:${DEAD})\\b|(?:—|–|-|\\()\\s?(?:superseded|obsolete|deprecated) (?:by|since)\\b`,
  ),
  kept: /\b(?:kept|keep|retained|preserved)\b[^.;]{0,40}\b(?:as|for|because|since|on purpose|history)\b|\bhistory only\b|\bfor reference\b/i,
  pointer: [
    new RegExp(
      `^(?:this (?:${NOTE.slice(3, -1)}) |content |everything |all of this |rules? )?(?:was |were |has been |have been |is |are )?(?:now )?${INTO} (?:in)?to\\b[^.]{0,60}${PLACE}`,
      'i',
    ),
    new RegExp(`\\b(?:now lives?|lives? now|is now|are now) (?:in|at|under)\\b[^.]{0,20}${PLACE}`, 'i'),
    new RegExp(`^(?:see|go to|read) ${PLACE}[^.]{0,40} instead\\b`, 'i'),
  ],
  replaces:
    /(?<!\b(?:not|never|n't|partly|partially|partial|to|would|could|may|might|should|will)\s)\b(?:supersedes?|replaces?|obsoletes?|overrides?|retires?)\b(?! (?:by|with)\b)[^.;\n]{0,25}$/i,
  lasting:
    /\b(?:lessons?|how to apply|why|gotchas?|root cause|pitfalls?|rules?|remain(?:s|ing)|still open|open (?:items?|questions?|issues?)|next steps?|deferred|follow[- ]?ups?|todo|kept|keep|future|known (?:issues|limits)|do not|don't|never|always|must|constraints?)\b/i,
  planned: [
    new RegExp(
      `${HERE}(?:\\(\\))?[\\s:,—–(-]{1,4}(?:(?:is|are|was|file|still) )*(?:planned|to be (?:created|written|added|built|implemented)|not (?:yet )?(?:created|written|added|built|implemented|there)(?: yet)?|(?:does ?n[o'’]t|doesn['’]t|do not) exist yet|yet to be \\w+|missing so far)\\b`,
      'i',
    ),
    new RegExp(
      `\\b(?:next(?: up| steps?)?|todo|to do|planned|remaining|pending)\\s*:\\s*${MAKE}${A_NEW}${HERE}`,
      'i',
    ),
    new RegExp(
      `\\b(?:will|shall|going to|plan to|need to|still (?:have|need) to|next,? we|should) ${MAKE}${A_NEW}${HERE}(?! (?:to|in|when|if|for each)\\b)`,
      'i',
    ),
    new RegExp(
      `\\b(?:will live|is to live|will go|will be (?:created|written|added|built)) (?:in|at|as|under) ${HERE}`,
      'i',
    ),
    new RegExp(
      `\\b(?:not (?:yet )?(?:created|written|implemented|built|added|started)(?: yet)?)[\\s:]{1,2}${HERE}(?:\\(\\))?(?= yet\\b|\\s*$)|\\bno ${HERE} yet\\b`,
      'i',
    ),
  ],
  nextWork:
    /^(?:\d+[.)]\s*)?(?:next(?: steps?| up| actions?)?|to[- ]?do(?:s| list)?|remaining(?: work| tasks| steps)?|pending(?: work| tasks)?|planned(?: work| changes| files)?|plan|open (?:work|tasks)|not (?:yet )?(?:done|started|implemented)|files? to (?:create|add)|still to (?:do|come))\b/i,
  toMake: new RegExp(`^(?:\\W|\\d)*${MAKE}${A_NEW}${HERE}(?! (?:to|in|when|if|for each)\\b)`, 'i'),
  otherTime:
    /→|->|=>|[≥≤]|>=|<=|\b(?:was|were|had|from|before|until|since|upgrad\w*|migrat\w*|downgrad\w*|previous\w*|formerly|old|older|legacy|no longer|bug|introduced|minimum|at least|later|newer|higher|support\w*|compatible|deprecated|removed in|changed in|starting|new in|only in|unlike|compared|vs|versus|if|when|planned|will|released|blog|docs?|CVE)\b/i,
  currentVersion: /\b(?:current|latest|present|package|app|project) version\b|\bversion\s*(?:is|:)/i,
  keptApart:
    /\bprivate\b|\blocal[- ]only\b|\b(?:never|not) (?:be )?(?:cop(?:y|ied)|commit(?:ted)?|pushed?) (?:it |this )?(?:to|into|in) (?:the|this) repo|\bnot in (?:the|this) repo|\bthis machine only\b/i,
  forerunner: new RegExp(
    `\\b(?:legacy|former|ported from|parity (?:with|ref))\\s(?:\\w+\\s){0,2}${HERE}`,
    'i',
  ),
  mended: /\b(?:resolved|fixed|root[- ]caused|bug|flake|incident|defect|regression)\b/i,
  forbidsAddresses:
    /\b(?:never|no|not|strip|forbid\w*|must not|without)\b[^.\n]{0,200}\b(?:IPs?|IP addresses)\b/i,
  saidGone:
    /`([A-Za-z_$][\w$]*(?:[a-z][A-Z]|_[a-z])[\w$]*)(?:\(\))?`(?: (?:class|function|method|module|service|helper|component|hook|type))? (?:(?:was|were|is|has been|have been) (?:now |since |fully )?(?:removed|deleted|gone)\b|no longer exists?\b)/,
  linkedFolder: /junction|symlink|symbolic|mirror|points here|copy|copied/i,
  uncommitted:
    /(?:^|[.;:(,—–/|*·-]\s{0,2}|\b(?:is|are|still|all|work|edits|changes|session|yet)\s)(?:\*\*)?(?:not (?:yet )?committed|uncommitted)\b(?! (?:tree|working|files?|edits?|changes|config|diff|fixes|unrelated|code|work)\b)/i,
  conditional:
    /\b(?:if|when|whenever|unless|until|before|never|always|must|should|avoid|because|makes?|leave|run|at (?:review|writing|that) time|as of (?:writing|that)|working tree)\b/i,
}
