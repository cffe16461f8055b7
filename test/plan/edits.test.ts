import { describe, expect, it } from 'vitest'
import { type FileName, fileName } from '../../src/model/file-name.ts'
import { DEFAULT_POLICY, type Policy } from '../../src/model/plan.ts'
import { joinPieces } from '../../src/plan/changes.ts'
import { planFolder } from '../../src/plan/plan-folder.ts'
import { carryOut, makeWorld, type Note } from './snapshot-of.ts'

const APPEND: Policy = { ...DEFAULT_POLICY, merge: 'append' }
const BASE =
  'The release train leaves in the evening. Deploys happen from the staging branch. Reviewers look at migrations first.'
const note = (body: string, more: Partial<Note> = {}): Note => ({
  name: 'release',
  type: 'project',
  body,
  ...more,
})

describe('D13 a merge', () => {
  it('appends what only the older one says under a heading with its source, and then archives it', () => {
    const world = makeWorld({
      notes: {
        'a.md': note(`${BASE} It helps newcomers.`, { day: 1 }),
        'b.md': note(`${BASE}\n`, { day: 2 }),
      },
    })
    const plan = planFolder(world, APPEND)
    expect(plan.actions.slice(0, 2)).toMatchObject([
      {
        kind: 'append',
        file: 'b.md',
        text: '\n## From a.md\n\n- It helps newcomers.\n',
        reason: { why: 'merge', from: 'a.md' },
        expectLength: world.folder.memories[1]?.size,
      },
      { kind: 'archive', file: 'a.md', needs: ['b.md'] },
    ])
    const after = carryOut(world, plan)
    expect(after.folder.memories.map(({ body }) => body)).toEqual([
      `${BASE}\n\n## From a.md\n\n- It helps newcomers.\n`,
    ])
    expect(planFolder(after, APPEND).actions).toEqual([])
  })

  it('has one heading for each source and the line ends of the file', () => {
    const world = makeWorld({
      notes: {
        'a.md': note(`${BASE} It helps newcomers.`, { day: 1 }),
        'b.md': note(`${BASE} Everyone agreed.`, { day: 1 }),
        'c.md': note(`${BASE}\r\nShort.`, { day: 2 }),
        'z.md': note('Something else.', { name: 'other' }),
      },
    })
    const { actions } = planFolder(world, APPEND)
    expect(actions[0]).toMatchObject({
      file: 'c.md',
      text: '\r\n\r\n## From a.md\r\n\r\n- It helps newcomers.\r\n\r\n## From b.md\r\n\r\n- Everyone agreed.\r\n',
    })
  })

  it('is not made where it would make the one that stays fully stale', () => {
    const removed = {
      presence: 'missing',
      why: 'removed',
      was: 'src/old.ts',
      commit: 'c',
      date: 'd',
    } as const
    const here = { presence: 'present', at: 'src/new.ts', how: 'exact' } as const
    const world = makeWorld({
      notes: {
        'a.md': note(`${BASE} See \`src/old.ts\` and \`src/new.ts\` there.`, { day: 1 }),
        'b.md': note(BASE, { day: 2 }),
        'z.md': note('Something else.', { name: 'other' }),
      },
      paths: { 'src/old.ts': removed, 'src/new.ts': here },
    })
    const plan = planFolder(world, { ...APPEND, rules: 'seed' })
    expect(planFolder(carryOut(world, plan), { ...APPEND, rules: 'seed' }).actions).toEqual([])
  })
})

describe('D31 links to a memory that gives way', () => {
  const repair = (body: string) => {
    const world = makeWorld({
      notes: {
        'old.md': note(BASE, { day: 1, name: 'Old release' }),
        'new.md': note(`${BASE} It helps.`, { day: 2, name: 'New release' }),
        'x.md': { name: 'other', body },
      },
    })
    const plan = planFolder(world, DEFAULT_POLICY)
    const action = plan.actions.find(({ file }) => file === 'x.md')
    if (action?.kind !== 'write') return undefined
    const text = (done: string[]) => joinPieces(action.pieces, new Set<FileName>(done.map(fileName)))
    const head = '---\nname: "other"\n---\n'
    expect(text([])).toBe(head + body)
    expect(plan.actions.indexOf(action)).toBeGreaterThan(
      plan.actions.findIndex(({ kind }) => kind === 'archive'),
    )
    expect(planFolder(carryOut(world, plan), DEFAULT_POLICY).actions).toEqual([])
    return text(['old.md']).slice(head.length)
  }

  it.each([
    ['See [[old]].', 'See [[new]].'],
    ['See [[Old release]].', 'See [[New release]].'],
    ['See [[old|that one]] and [[old#part]].', 'See [[new|that one]] and [[new#part]].'],
    ['See ![[old#part|x]].', 'See ![[new#part|x]].'],
    [
      'See [it](old.md) and [that](./old.md#part "title").',
      'See [it](new.md) and [that](./new.md#part "title").',
    ],
    ['See [it](<old.md>).', 'See [it](<new.md>).'],
    ['@old.md', '@new.md'],
  ])('%s', (before, after) => {
    expect(repair(before)).toBe(after)
  })

  it.each(['In code `[[old]]`.', '```\n[[old]]\n```', 'See [[other]].', 'See [x](docs/old.md).'])(
    'but not %s',
    body => {
      expect(repair(body)).toBeUndefined()
    },
  )

  it('are written with the merge where the file takes over, too', () => {
    const world = makeWorld({
      notes: {
        'old.md': note(`${BASE} It helps newcomers.`, { day: 1 }),
        'new.md': note(`${BASE} [[old]]\n`, { day: 2 }),
        'z.md': note('Something else.', { name: 'other' }),
      },
    })
    const plan = planFolder(world, APPEND)
    expect(plan.actions[0]).toMatchObject({
      kind: 'write',
      file: 'new.md',
      reason: { why: 'merge', from: 'old.md' },
    })
    expect(carryOut(world, plan).folder.memories[0]?.body).toBe(
      `${BASE} [[new]]\n\n## From old.md\n\n- It helps newcomers.\n`,
    )
  })
})
