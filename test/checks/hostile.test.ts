import { describe, expect, it } from 'vitest'
import { CHECKS } from '../../src/checks/registry.ts'
import { atLevel } from '../level.ts'
import { makeWorld } from '../plan/snapshot-of.ts'
import { seed } from '../seed.ts'

/** Anything worse than linear would need minutes for texts of this size, and the test would run out of its time. */
const UNITS = [
  ...[
    'eyJ',
    'eyJa.',
    'password: ',
    'api_key=',
    '://a:',
    'a:b@',
    'sk-',
    'ghp_',
    'AKIA',
    '"',
    '**',
    '_',
    '#',
    '-',
  ],
  ...[
    'yesterday ',
    'last ',
    'the last week of ',
    '12 days ',
    '昨',
    '三',
    '上上',
    '个月前',
    'status: ',
    'DONE ',
    'all the ',
  ],
  ...[
    '- [x] ',
    '- [x] a\n',
    '## a DONE\n',
    '```\n',
    '```\n\n',
    '| a ',
    '1. ',
    '\n',
    '\r',
    ' ',
    'word ',
    'the ',
  ],
]

/** Some of them, others each run. */
const EVERY = atLevel({ quick: 4, slow: 1 })
const chosen = UNITS.filter((_, at) => at % EVERY === seed % EVERY)

describe('hostile text', () => {
  it.each(chosen)('every check gets through a lot of %j', unit => {
    const text = unit.repeat(Math.ceil(60_000 / unit.length))
    const world = makeWorld({
      notes: {
        'feedback_a_one.md': {
          name: text.slice(0, 2000),
          description: text.slice(0, 2000),
          type: 'feedback',
          body: text,
        },
        'feedback_a_two.md': { name: 'two', type: 'feedback', body: `${text}.` },
        'project_a.md': { name: 'three', type: 'project', body: text },
      },
    })
    const documents = [
      { path: 'CLAUDE.md', text },
      { path: 'docs/a.md', text: `${text}x` },
    ]
    const snapshot = { ...world, evidence: { ...world.evidence, documents } }
    for (const check of CHECKS) expect(Array.isArray(check.find(snapshot, 'careful'))).toBe(true)
  })
})
