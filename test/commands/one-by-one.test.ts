import { describe, expect, it } from 'vitest'
import type { Ask } from '../../src/app/app.ts'
import { approve } from '../../src/commands/approve.ts'
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

/** Somebody who goes through them and wants to keep these files as they are. */
async function oneByOne(given: typeof made, ...kept: readonly string[]) {
  const asked: string[] = []
  const choose = async (question: string) => {
    if (asked.push(question) === 1) return 'one-by-one'
    return kept.some(file => question.includes(`/${file}:`)) ? 'keep' : 'apply'
  }
  const ask = { choose } as unknown as Ask
  const folders = await approve(given.folders, { ask, show: () => {}, first: 'apply' })
  if (typeof folders === 'string') throw new Error(folders)
  return { folder: folders[0]!, asked: asked.slice(1) }
}

describe('one by one', () => {
  it('drops the archive and what only served it, and keeps the rest', async () => {
    const { folder: kept, asked } = await oneByOne(made, 'stays.md')
    expect(kept.actions).toEqual([archiveB, index])
    expect(kept.index).toEqual({ step: 'edit', removed: 1, remaining: 2 })
    expect(kept.verdicts.map(one => one.fate)).toEqual(['stays', 'goes', 'stays'])
    expect(asked).toHaveLength(3)
  })

  it('drops what needs a dropped action', async () => {
    const needy: Action = { ...archiveB, needs: [a] }
    const chained = plan(folder({ actions: [archiveA, merge, needy, index] }))
    expect((await oneByOne(chained, 'a.md')).folder.actions).toEqual([index])
  })

  it('changes nothing where nothing is kept', async () => {
    expect((await oneByOne(made)).folder).toEqual(made.folders[0])
  })
})
