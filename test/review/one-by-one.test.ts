import { describe, expect, it } from 'vitest'
import { keepFiles } from '../../src/commands/one-by-one.ts'
import { fileName } from '../../src/model/file-name.ts'
import type { Action } from '../../src/model/plan.ts'
import { archive, folder, plan, verdict } from '../report/sample.ts'

const HASH = 'cd'.repeat(32)
const [a, b, stays] = [fileName('a.md'), fileName('b.md'), fileName('stays.md')]

const merge: Action = {
  kind: 'append',
  file: stays,
  expect: HASH,
  expectLength: 10,
  text: 'what only a says',
  reason: { why: 'merge', from: a },
  needs: [],
}
const archiveA: Action = { ...archive('a.md', { why: 'duplicate', of: stays }), needs: [stays] }
const archiveB = archive('b.md', { why: 'fully-stale', missing: [] })
const index: Action = {
  kind: 'write',
  file: fileName('MEMORY.md'),
  expect: HASH,
  pieces: [{ text: '# x\n' }, { text: '- a\n', unlessDone: a }, { text: '- b\n', unlessDone: b }],
  reason: { why: 'index' },
  needs: [],
}
const made = plan(
  folder({
    actions: [merge, archiveA, archiveB, index],
    verdicts: [verdict('a.md', { fate: 'goes' }), verdict('b.md', { fate: 'goes' }), verdict('stays.md')],
    index: { step: 'edit', removed: 2, remaining: 1 },
  }),
)
const root = made.folders[0]!.root

describe('one by one', () => {
  it('drops the archive and what only served it, and keeps the rest', () => {
    const kept = keepFiles(made, [{ root, file: a }]).folders[0]!
    expect(kept.actions).toEqual([archiveB, index])
    expect(kept.index).toEqual({ step: 'edit', removed: 1, remaining: 2 })
    expect(kept.verdicts.map(one => one.fate)).toEqual(['stays', 'goes', 'stays'])
  })

  it('drops what needs a dropped action', () => {
    const needy: Action = { ...archiveB, needs: [a] }
    const chained = plan(folder({ actions: [archiveA, merge, needy, index] }))
    expect(keepFiles(chained, [{ root, file: a }]).folders[0]!.actions).toEqual([index])
  })

  it('changes nothing where nothing is kept, or only in another folder', () => {
    expect(keepFiles(made, [])).toEqual(made)
    expect(keepFiles(made, [{ root: '/elsewhere', file: a }])).toEqual(made)
  })
})
