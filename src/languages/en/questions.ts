import type { Questions } from '../lexicon.ts'

export const questions: Questions = {
  cause: [
    [/^(?:why|how come)\b|\bwhy (?:do|does|did|is|are|was|were|not|we|the|it)\b/i, 0.85],
    [
      /\b(?:reason|reasons|rationale|root cause|cause) (?:for|of|behind|why|that)\b|\bwhat (?:caused|led to|made us)\b/i,
      0.85,
    ],
    [/\b(?:because of|due to|as a result|consequence|led to|caused)\b/i, 0.6],
  ],
  time: [
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
  ],
  preference: [
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
  ],
  relation: [
    [
      /\b(?:related|relation|relations|relationship|relationships|connected|connection|linked|associated) (?:to|with|between|of)\b|\bbetween .{1,80} and\b/i,
      0.85,
    ],
    [
      /\b(?:depends? on|dependen\w{0,6} (?:of|on)|used by|who (?:works|worked|owns|knows|uses|maintains|leads)|belongs? to|part of|owner of|in common)\b/i,
      0.75,
    ],
    [/^who\b|\bwhose\b|\bwho(?:'s| is| are| was)\b/i, 0.6],
  ],
  fact: [
    [
      /^(?:what|which|where)(?:'s| is| are| was| were)\b|\bhow (?:many|much|big|old|tall|far|often)\b|\bwhat (?:port|version|name|address|url|path|number|colou?r|command|file|key|password)\b/i,
      0.7,
    ],
    [/^(?:is|are|does|do|did|was|were|has|have|can)\b.{1,200}\?$/i, 0.55],
  ],
}
