import { describe, expect, it } from 'vitest'
import { ofKind } from '../../src/checks/index.ts'
import type { Decision } from '../../src/model/folder.ts'
import { DEFAULT_POLICY } from '../../src/model/plan.ts'
import { planFolder } from '../../src/plan/plan-folder.ts'
import { withCopiesElsewhere } from '../../src/plan/proposals.ts'
import { sketchesOf } from '../../src/text/words.ts'
import { makeWorld, type Note } from './snapshot-of.ts'

const LONG =
  'The release train leaves on Tuesday after the smoke tests are green. The captain tags the commit, writes the notes and tells the channel. Hotfixes wait for the next train unless customers are blocked. Two people sign off on every schema change, and one of them is on call that night.'

const folder = (
  label: string,
  notes: Readonly<Record<string, Note>>,
  decisions: readonly Decision[] = [],
) => {
  const snapshot = makeWorld({ notes, folder: { label, root: `/home/ann/${label}` } })
  return {
    plan: planFolder(snapshot, DEFAULT_POLICY),
    sketches: sketchesOf(snapshot.folder.memories),
    decisions,
  }
}

const copies = (...folders: readonly ReturnType<typeof folder>[]) =>
  withCopiesElsewhere(folders).map(({ proposals }) =>
    proposals.flatMap(({ finding, actions }) =>
      ofKind([finding], 'copy-elsewhere').map(
        ({ file, folder, other, how }) => `${file} = ${folder}/${other}, ${how}, ${actions.length} actions`,
      ),
    ),
  )

const note = (body: string): Note => ({ name: 'n', type: 'project', body })

describe('D30 the same memory in two folders', () => {
  it('is told of the later one alone; an identical copy can go there', () => {
    expect(
      copies(
        folder('one', { 'a.md': note(LONG) }),
        folder('two', { 'b.md': note(`\n${LONG}\r\n`), 'c.md': note('Something else altogether.') }),
      ),
    ).toEqual([[], ['b.md = one/a.md, identical, 1 actions']])
  })

  it('is near where a word differs, and then a person compares', () => {
    expect(
      copies(
        folder('one', { 'a.md': note(LONG) }),
        folder('two', { 'a.md': note(LONG.replace('that night', 'that week')) }),
      ),
    ).toEqual([[], ['a.md = one/a.md, near, 0 actions']])
  })

  it('is no short text, and no other text', () => {
    expect(
      copies(
        folder('one', { 'a.md': note('See the wiki.') }),
        folder('two', { 'a.md': note('See the wiki.') }),
      ),
    ).toEqual([[], []])
    const other = LONG.split(' ').reverse().join(' ')
    expect(copies(folder('one', { 'a.md': note(LONG) }), folder('two', { 'a.md': note(other) }))).toEqual([
      [],
      [],
    ])
  })

  it('is not asked again when a person has answered', () => {
    const one = folder('one', { 'a.md': note(LONG) })
    const [, two] = withCopiesElsewhere([one, folder('two', { 'a.md': note(LONG) })])
    const { key, id } = two!.proposals[0]!
    const never: Decision = { key, id, answer: 'never', at: '2026-03-01T00:00:00Z' }
    const [, again] = withCopiesElsewhere([one, folder('two', { 'a.md': note(LONG) }, [never])])
    expect(again!.proposals).toEqual([])
    expect(again!.answered).toMatchObject([{ key, decision: never }])
  })
})

describe('sketches', () => {
  it('are taken over for files with the same bytes and the same name, and made for others', () => {
    const { memories } = makeWorld({
      notes: { 'a.md': note(LONG), 'b.md': note(LONG), 'c.md': note('Short.') },
    }).folder
    const before = sketchesOf(memories)
    const changed = memories.map(memory =>
      memory.file === 'c.md' ? { ...memory, hash: 'new', body: LONG } : memory,
    )
    const after = sketchesOf(changed, before)
    expect(after.map((sketch, at) => sketch === before[at])).toEqual([true, true, false])
    expect(after).toEqual(sketchesOf(changed))
  })
})
