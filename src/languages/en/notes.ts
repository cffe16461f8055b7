import type { NoteWords } from '../lexicon.ts'

const DEAD = 'SUPERSEDED|DEPRECATED|OBSOLETE|DISCARDED|OUTDATED|RETIRED|ABANDONED|TORN DOWN|STALE'
const INVALID =
  '(?:NO LONGER (?:VALID|TRUE|CURRENT|USED|ACCURATE|APPLIES|NEEDED)|DO NOT USE)(?=\\s*(?:[.!:;,—–(]|$))'
const NOTE = '(?:note|memory|file|page|document|doc|plan|entry)'
const OVER =
  '(?:superseded|obsolete|deprecated|outdated|retired|replaced|stale|no longer (?:true|valid|current|accurate|used|needed|applicable|applies|holds))'
const INTO = '(?:moved|merged|folded|promoted|relocated|migrated|consolidated|graduated|absorbed)'
const PLACE = '(?:`|\\[|CLAUDE\\.md|AGENTS\\.md|[\\w.-]+/[\\w./-]+|[\\w-]+\\.md\\b)'

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
