import type { Comparing, QuantityForm } from '../comparing.ts'
import { LASTING, type Units, unitForm } from '../quantity-forms.ts'
import { OPPOSITES, SCOPES, SYNONYMS } from './meanings.ts'
import { digits } from './numbers.ts'

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const dateOf = (month: string, day: string) => ({
  kind: 'date',
  amount: `${String(MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`,
})

const UNITS: Units = {
  ...Object.fromEntries(
    Object.entries(LASTING).flatMap(([unit, worth]) => [
      [unit, ['duration', worth] as const],
      [`${unit}s`, ['duration', worth] as const],
    ]),
  ),
  percent: ['share', 1],
  'per cent': ['share', 1],
  volts: ['volt', 1],
  volt: ['volt', 1],
  watts: ['watt', 1],
  degrees: ['degree', 1],
  bytes: ['bytes', 1],
  megabytes: ['bytes', 1e6],
  gigabytes: ['bytes', 1e9],
  pixels: ['pixel', 1],
  euros: ['money', 1],
  euro: ['money', 1],
  dollars: ['money', 1],
  pounds: ['money', 1],
  metres: ['metre', 1],
  meters: ['metre', 1],
  kilometres: ['metre', 1000],
  grams: ['gram', 1],
  kilos: ['gram', 1000],
}

const quantities: readonly QuantityForm[] = [
  [
    new RegExp(`\\b${MONTH}\\.? (\\d{1,2})(?:st|nd|rd|th)?(?!\\d)(?:,? (?:19|20)\\d\\d)?\\b`, 'i'),
    found => dateOf(found[1]!, found[2]!),
  ],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}\\b(?:,? (?:19|20)\\d\\d)?`, 'i'),
    found => dateOf(found[2]!, found[1]!),
  ],
  [
    /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day(?=s?\b)/i,
    found => ({ kind: 'weekday', amount: found[0].slice(0, 3).toLowerCase() }),
  ],
  [
    /\b(january|february|march|april|june|july|august|september|october|november|december)\b/i,
    found => ({ kind: 'month', amount: found[1]!.slice(0, 3).toLowerCase() }),
  ],
  [/\b(\d{1,2})(?:st|nd|rd|th)\b/i, found => ({ kind: 'ordinal', amount: found[1]! })],
  unitForm(UNITS),
]

export const comparing: Comparing = {
  empty: `
    a an the this that these those it its it's i'm i me my mine we us our ours you your yours he him his she her hers they
    them their theirs who whom whose which what is are was were be been being am do does did done has have had having will
    would shall should could can may might must and or but so then than as if of to in on at by for from with into onto
    about through over under via per up down out off there here too very just also only own such both each every any all
    some more most other else again once because while since when where how why not no nor never always ever please still
    already let's lets let s t d ll re ve m get gets got getting go goes going gone went make makes made thing things way
    either yes ok okay well really quite rather even though although however whatever whenever one ones us's now any more
    anymore longer until till before after during between within without instead currently nowadays meanwhile actually
    otherwise therefore thus hence e.g i.e etc note said says say want wants wanted like`,
  generic: `
    user use need work run ask time day week month year new old good project team people person company file code set add
    start end keep first last part case rule number name text word line list change write read take give put come see find
    know think look call try help tell long right point test note please switch migrate change raise lower increase reduce
    rename replace postpone shift bump`,
  synonyms: SYNONYMS,
  opposites: OPPOSITES,
  scopes: SCOPES,
  digits,
  quantities,
  joins: String.raw`(?:and |but )?(?:not|never|rather than|instead of)\b|(?:and )?then\b`,
  denies:
    /\b(?:not|never|no|none|nobody|no-one|nothing|neither|nor|without|cannot|avoid(?:s|ed)?|ban(?:s|ned)?|forbid(?:s|den)?|prohibit(?:s|ed)?|disallow(?:s|ed)?|refuse[sd]?|stop(?:s|ped)? (?=\w+ing)|leave out|leave \w+ out|omit(?:s|ted)?|drop(?:s|ped)?|unwanted|off-limits|hands off|void|skip)\b|n['’]t\b/gi,
  affirms: /\b(?:no|not|never|nothing|nobody|cannot|n['’]t)\b.{1,60}\b(?:without|unless)\b/i,
  permits:
    /\b(?:may(?! not)|can(?! ?not|['’]t)|allowed|permitted|fine|okay|ok|welcome|free to|whatever you like|optional|possible)\b/i,
  frees:
    /\b(?:need(?:s)? not|needn['’]t|(?:do|does)(?: not|n['’]t) (?:have|need) to|no need|exempt|not required|not needed)\b/i,
  against: [
    /(?:,|\band|\bbut|–|—|\(|;)\s*(?:and )?(?:not|never)\s+(?!(?:even|yet|only|just|all|until|before|after|by|for|in|on|when|if|more|less)\b)((?:an?\s|the\s|with\s|by\s|via\s|from\s)?[^,.;()–—]{2,50})/gi,
    /\b(?:instead of|rather than|in place of|as opposed to|replac(?:es|ed|ing)|in favou?r of .{1,40} over)\s+([^,.;()–—]{2,50})/gi,
    /\b(?:no longer|not|n['’]t)\s+(?:be\s|is\s|are\s|use[sd]?\s|using\s|on\s|at\s|in\s|the\s|an?\s){0,3}([^,.;()–—]{2,40}?)\s+(?:any ?more|any longer|these days)\b/gi,
    /\bno longer\s+(?:be\s|on\s|at\s|in\s|the\s|an?\s){0,2}([^,.;()–—]{2,40})/gi,
    /\b(?:moved|switched|switching|migrated|changed|went|going|raised|lowered|cut (?:to|from|down)|increased|reduced|bumped|renamed|postponed|shifted) (?:\w+ ){0,4}from\s+([^,.;()]{1,40}?)(?=\s+(?:to|for|in favou?r)\b|[,.;()]|$)/gi,
    /\b(?:used to be|previously|formerly|originally)\s+([^,.;()]{2,30})(?=[,.;)]|$)/gi,
    /\b(?:ditched|abandoned|retired|got rid of)\s+(?:the\s)?([^,.;()]{2,30})/gi,
    /(?<=^|[,;(–—-]\s?|\b(?:and|since|because)\s)\s*(?:the\s)?([^,.;()–—]{2,30}?)\s+(?:is|are|was|were|has been|have been|got)\s+(?:now\s)?(?:retired|shut down|switched off|turned off|dropped|gone|discontinued|deprecated|abandoned|removed|replaced|closed down|out)\b/gi,
    /\b(?:took|takes|taken|taking) over (?:\w+ ){0,5}from\s+([^,.;()]{1,30})/gi,
  ],
  changes:
    /(?:^|[.;\n]\s*)new \w+\s*[:,]|\b(?:no longer|any ?more|since|now|nowadays|these days|from now on|as of|moved|switch(?:ed|ing|es)? (?:[\w-]+ ){0,4}(?:to|from|over|back)|migrat(?:ed|ing)|changed|became|becomes|went (?:back|up|down|from)|back to|(?:may|can|is|are|was|were)\b[^.;]{0,30}\bagain(?=\s*(?:[.;,!]|$))|raised|lowered|cut (?:to|from|down)|increased|reduced|doubled|halved|tripled|bumped|renamed|replac(?:ed|es)|rebuilt|rewrote|rewritten|postponed|brought forward|pushed back|extended|extension|shortened|lifted|ended|(?:took|takes?|taken|taking) over|retired|shut down|went up|went down|left (?:in|last|us|the)|put off|moved on|got (?:longer|shorter|cheaper)|goes? (?:up|down) (?:to|by)|hands? over|handed|after the (?:sale|move|merger|takeover|relaunch|launch|rewrite|rebuild|audit|outage|incident|migration|upgrade|vote|review)\b|closed (?:in|last)|grew|shrank|fell|rose|upgraded|downgraded|reverted|relocat\w+|unfrozen|frozen|reopened|cancelled|withdrawn|merged into|split into|used to|until further notice)\b/i,
  withdraws:
    /\b(?:correct(?:ion|ed|ing)|typo|mistake|mistaken|misheard|misread|wrong(?:ly)?|not true|never was|was never|is void|(?:earlier|previous|old) (?:note|wish|rule|statement|request|entry) (?:is|was)|withdr[ae]w\w*|revok\w+|take(?:s|n)? (?:it |that )?back|took (?:it |that )?back|retract\w*|disregard|contrary to|in fact|turned out|wanted again|asked for .{1,40} again)\b/i,
  limits:
    /\b(?:if|except|(?<!no )exceptions?|unless|only (?:for|in|on|when|if|applies|from|until|after|with)|apart from|other than|everyone else|everything else|all others?|provided|as long as|exempt|outside this rule|not affected|even (?:in|if|when|for)|meanwhile|while .{1,30} (?:is )?away|when .{1,40} (?:is|are) (?:away|out|absent)|one (?:customer|exception|case)|in (?:winter|summer|december)|on (?:holidays|weekends))\b/i,
  outdated:
    /\b(?:imported|exported (?:of|from)|export (?:of|from) (?:the |an? )?(?:old|former|legacy|wiki|\w* ?\d{4})|archived? (?:page|copy)|last edited in|snapshot of|copied from the old|historical|old wiki)\b/i,
  before: [/\bbefore\b/gi, /\bahead of\b/gi, /\bprior to\b/gi, /\bthen\b/gi, /\bfollowed by\b/gi],
  after: [/\bafter\b/gi, /\bonce\b/gi, /\bfollowing\b/gi],
  directed:
    /\b(?:before|after|from|to|into|than|over|above|below|because|instead of|then|pushes|pulls|causes?|overrides?|replaces?|reports? to|depends? on|calls?|owes?|beats?|slows?(?: down)?|behind|ahead)\b/i,
  shared:
    /\b(?:also|another|too|likes?|loves?|knows?|speaks?|has|have|includes?|supports?|contains?|can|one of|among|such as|e\.g|reads?|wrote|visited|met|bought|tried|saw|mentioned|for example|some|an?)\b/i,
  exclusive:
    /\b(?:(?:is|are)(?! (?:not |being |now )?\w+ing\b)|uses?|using|works? (?:at|for|in)|studies (?:at|in)|prefers?|drives?|runs? (?:on|in|with)|live[sd]? in|based in|called|named|set to|stands? at|written in|hosted (?:on|at|in|with|by)|deployed (?:to|on|with)|built with|(?:stor|cach|log|host|archiv|track|document|publish|back|sav)(?:e|es|ed|s)?(?: \w+){0,3} (?:in|as|on|at|with)|kept in|sorted|defaults? to|default|goes? to|go to|sent (?:to|as)|located|scheduled|due|costs?|belongs? to|named|tracked in|lives? (?:in|at|under))\b/i,
  held: /\b(?:owns?|owner|owned|led by|maintained|belongs? to|leads?|maintain(?:s|er|ed)|responsible|in charge|manages?|approves?|approver|signs?(?: off)?|pays?|decides?|reports to|reviews)\b/i,
  frame:
    /^\s*(?:#{1,6}\s*)?(?:\*\*)?(?:what|why|how to apply|how|reason|context|said by(?: the)? [\w ]{1,30}(?:on [\d-]{10})?|quoted)(?:\*\*)?\s*[:：]?(?:\*\*)?\s*(?=$)|(?:\*\*)(?:what|why|how to apply|reason)\s*[:：]?\s*\*\*[:：]?|^\s*(?:what|why|how to apply)\s*[:：]/gim,
  roles: {
    in: 'in',
    inside: 'in',
    within: 'in',
    outside: 'outside',
    out: 'outside',
    off: 'outside',
    onto: 'on',
    above: 'above',
    below: 'under',
    beneath: 'under',
    behind: 'behind',
    against: 'against',
    on: 'on',
    at: 'at',
    to: 'to',
    into: 'to',
    for: 'for',
    from: 'from',
    with: 'with',
    without: 'without',
    by: 'by',
    over: 'over',
    under: 'under',
    than: 'than',
    when: 'when',
    if: 'when',
    during: 'when',
    until: 'until',
    till: 'until',
    after: 'after',
    before: 'before',
    between: 'between',
    of: 'of',
  },
}
