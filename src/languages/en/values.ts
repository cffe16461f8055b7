import type { Values } from '../lexicon.ts'

const NAMED = `
  red orange yellow green blue purple violet pink brown black white grey gray cyan magenta teal turquoise navy
  maroon olive lime indigo gold silver beige coral crimson amber lavender monday tuesday wednesday thursday friday
  saturday sunday january february march april june july august september october november december spring summer
  autumn winter`

export const values: Values = {
  units:
    'percent|years?|months?|weeks?|days?|hours?|minutes?|mins?|seconds?|secs?|ms|[kmgt]b|bytes|px|pt|rem|lines?|files?|characters?|chars?|words?|tokens?|tests?|times?|items?|users?|requests?|retries|attempts?',
  named: new RegExp(`(?<![a-z])(?:${NAMED.trim().split(/\s+/).join('|')})(?![a-z])`),
  whole:
    /^(?:red|orange|yellow|green|blue|purple|violet|pink|brown|black|white|gr[ae]y|cyan|magenta|teal|navy|gold|silver|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|spring|summer|autumn|winter)$/,
  neverName: /day$|uary$|ch$|il$|ne$|ly$|st$|ber$/,
  shouted: `
    NEVER ALWAYS MUST NOT DO DONT ONLY ALL NO AND OR BEFORE AFTER SHOULD CAN WILL THE IS ARE IF WHEN WHY HOW WHAT
    EVERY ANY VERY IMPORTANT CRITICAL WARNING NOTE TODO DONE FIXED I`,
  denies: /^(?:not|never|no|none|without|avoid|stop|cannot|neither|nor|no-one|nothing)$|n't$/,
  skipped:
    'a an the to be do does did is are was been it this that any ever just really of in on for with and or',
  prohibition: /\b(?:forbidden|prohibited|banned)\b/i,
  contrast: /,\s{0,3}not\b[^,.;]{0,80}/i,
  before: '\\b(?:is|are|was|in|at|to|on|by|called|named|from|until)',
}
