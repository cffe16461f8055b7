import { describe, expect, it } from 'vitest'
import { type FileName, fileName } from '../../src/model/file-name.ts'
import { DEFAULT_POLICY, type Policy } from '../../src/model/plan.ts'
import { joinPieces } from '../../src/plan/changes.ts'
import { planFolder } from '../../src/plan/plan-folder.ts'
import { acceptedActions } from '../../src/plan/requests.ts'
import { linksIn } from '../../src/text/links.ts'
import { carryOut, makeWorld, type Note, present, removed, type World } from './snapshot-of.ts'

const note = (name: string, body = `Body of ${name}.`): Note => ({
  name,
  type: 'project',
  description: `about ${name}`,
  body,
})
const NOTES = { 'a.md': note('alpha'), 'b.md': note('bravo') }
const BOTH = '- [A](a.md) — a\n- [B](b.md) — b\n'

const planOf = (world: Partial<World>, policy: Policy = DEFAULT_POLICY) =>
  planFolder(makeWorld({ notes: NOTES, ...world }), policy)

/** The index as the plan leaves it; what it is now where nothing would be written. */
function left(world: Partial<World> & { readonly index: string }, ...done: string[]): string {
  const action = planOf(world).actions.at(-1)
  if (action?.kind !== 'write') return world.index
  return joinPieces(action.pieces, new Set<FileName>(done.map(fileName)))
}

describe('D36 a line without a file', () => {
  const index = `${BOTH}- [Old](old.md) — about the old gateway\n`

  it('goes only where the file was here and left', () => {
    expect(left({ index })).toBe(index)
    expect(left({ index, left: ['old.md'] })).toBe(BOTH)
  })

  it('stays and is told, with no proposal where it only points somewhere', () => {
    const plan = planOf({ index })
    expect(plan.actions).toEqual([])
    expect(plan.proposals).toEqual([])
    expect(plan.findings).toMatchObject([{ kind: 'index-entry-gone', line: 3, proof: 'none' }])
  })

  it('that goes is told with its proof, and so is every line that comes', () => {
    const { findings, index: summary } = planOf({
      index: '- [A](a.md) — a\n- [Old](old.md) — o\n',
      left: ['old.md'],
    })
    expect(findings).toMatchObject([
      { kind: 'index-entry-gone', proof: { by: 'git', commit: 'abcdef012345' } },
      { kind: 'index-entry-missing', file: 'b.md' },
    ])
    expect(summary).toEqual({
      step: 'edit',
      removed: 1,
      added: 1,
      remaining: 2,
      lines: [
        { change: 'removed', line: 2, text: '- [Old](old.md) — o' },
        { change: 'added', line: 2, text: '- [bravo](b.md) — about bravo' },
      ],
    })
  })

  it('under seed goes as ever, and is told as ever', () => {
    const plan = planOf({ index }, { ...DEFAULT_POLICY, rules: 'seed' })
    expect(plan.index).toEqual({ step: 'rebuild', removed: 1, added: 0, remaining: 2 })
    expect(plan.findings.find(({ kind }) => kind === 'index-entry-gone')).not.toHaveProperty('proof')
  })

  it('offers the note where it is the only copy of a rule', () => {
    const rule = `${BOTH}- [Times](feedback_times.md) — always report times in UTC\n`
    const { proposals, actions } = planOf({ index: rule })
    expect(actions).toEqual([])
    expect(proposals).toMatchObject([
      {
        finding: { kind: 'index-entry-gone', target: 'feedback_times.md' },
        actions: [
          {
            kind: 'write',
            file: 'feedback_times.md',
            expect: 'absent',
            pieces: [
              {
                text: '---\nname: "Times"\ndescription: "always report times in UTC"\ntype: feedback\n---\n\nalways report times in UTC\n',
              },
            ],
          },
        ],
      },
    ])
    const world = makeWorld({ notes: NOTES, index: rule })
    expect(acceptedActions(world, proposals[0]!, DEFAULT_POLICY)).toEqual(proposals[0]!.actions)
  })

  it.each([
    ['a rule in the title', '- [Never log tokens](feedback_tokens.md)\n', 1],
    ['a Chinese rule', '- [时间](feedback_times.md)：必须用 UTC 报告时间\n', 1],
    ['a rule for a file that agents read unasked', '- [Claude](CLAUDE.md) — Always push to main\n', 0],
    ['a rule that a note has too', '- [T](t.md) — Body of alpha must stay\n', 0],
  ])('%s', (_, line, offered) => {
    const notes = { ...NOTES, 'a.md': note('alpha', 'Body of alpha must stay.') }
    expect(planOf({ index: BOTH + line, notes }).proposals).toHaveLength(offered)
  })
})

describe('D36 a line with several links', () => {
  it.each([
    ['the first', '- [X](x.md), [A](a.md), [B](b.md) — all\n', '- [A](a.md), [B](b.md) — all\n'],
    ['one between', '- [A](a.md), [X](x.md), [B](b.md) — all\n', '- [A](a.md), [B](b.md) — all\n'],
    ['the last', '- [A](a.md) · [B](b.md) and [X](x.md) — all  \n', '- [A](a.md) · [B](b.md) — all  \n'],
    ['two of them', '- [X](x.md), [Y](y.md), [A](a.md), [B](b.md)', '- [A](a.md), [B](b.md)'],
    [
      'one in a sentence: its words stay',
      '- [A](a.md) — replaces [the X note](x.md) for [B](b.md)\n',
      '- [A](a.md) — replaces the X note for [B](b.md)\n',
    ],
    [
      'the one it begins with',
      '- [X](x.md) — see [A](a.md) and [B](b.md)\n',
      '- X — see [A](a.md) and [B](b.md)\n',
    ],
  ])('loses %s alone', (_, index, expected) => {
    const world = { index, left: ['x.md', 'y.md'] }
    expect(left(world)).toBe(expected)
    const read = makeWorld({ notes: NOTES, ...world })
    expect(planFolder(carryOut(read, planFolder(read, DEFAULT_POLICY)), DEFAULT_POLICY).actions).toEqual([])
  })

  it('keeps what nobody proved, and goes when all are gone', () => {
    expect(left({ index: `${BOTH}- [X](x.md), [Z](z.md) — both\n`, left: ['x.md'] })).toBe(
      `${BOTH}- [Z](z.md) — both\n`,
    )
    expect(left({ index: `${BOTH}- [X](x.md), [Z](z.md) — both\n`, left: ['x.md', 'z.md'] })).toBe(BOTH)
  })

  it('D18 waits link by link for the archives of this run', () => {
    const stale = (path: string): Note => ({ ...note('stale'), body: `See \`${path}\`.` })
    const world = {
      notes: { ...NOTES, 'x.md': stale('src/x.ts'), 'y.md': stale('src/y.ts'), 'c.md': note('c') },
      paths: { 'src/x.ts': removed('src/x.ts'), 'src/y.ts': removed('src/y.ts') },
      index: `${BOTH}- [C](c.md), [X](x.md), [Y](y.md) — c\n- [X](x.md), [Y](y.md) — both`,
    }
    expect(left(world, 'x.md', 'y.md')).toBe(`${BOTH}- [C](c.md) — c\n`)
    expect(left(world, 'x.md')).toBe(`${BOTH}- [C](c.md), [Y](y.md) — c\n- [Y](y.md) — both`)
    expect(left(world)).toBe(world.index)
  })

  it.each([
    ['between others', '- [X](x.md), [Y](y.md), [Z](z.md) — three\n', '\n- [A](a.md) — a\n'],
    ['last, without a line end', '- [X](x.md), [Y](y.md), [Z](z.md) — three', ''],
  ])('D18 names every memory whose archive fails, of a line whose links all go: %s', (_, line, rest) => {
    const stale = (path: string): Note => ({ ...note('stale'), body: `See \`${path}\`.` })
    const pathOf = (file: string) => `src/${file[0]}.ts`
    const files = ['x.md', 'y.md', 'z.md']
    const more = [...'cdefghij'].map(
      name => [`${name}.md`, note(name, `${name} is in \`src/app.ts\`.`)] as const,
    )
    const listed = BOTH + more.map(([file]) => `- [N](${file}) — n\n`).join('')
    const world = {
      notes: {
        ...NOTES,
        ...Object.fromEntries(more),
        ...Object.fromEntries(files.map(file => [file, stale(pathOf(file))])),
      },
      paths: {
        'src/app.ts': present('src/app.ts'),
        ...Object.fromEntries(files.map(file => [pathOf(file), removed(pathOf(file))])),
      },
      index: listed + line + rest,
    }
    for (let set = 0; set < 8; set += 1) {
      const done = files.filter((_, at) => (set & (1 << at)) !== 0)
      const text = left(world, ...done)
      const named = text.split('\n').flatMap(one => linksIn(one).map(link => link.file))
      for (const file of files.filter(one => !done.includes(one)))
        expect(
          named.filter(one => one === file),
          `${file} where ${done} went`,
        ).toHaveLength(1)
      expect(text).toContain(done.length === 3 ? listed : '— three')
    }
    expect(left(world, 'x.md', 'y.md')).toBe(
      `${listed}- [Z](z.md) — three${line.endsWith('\n') ? '\n' : ''}${rest}`,
    )
  })

  it('counts a line that lost its first link as the line it was', () => {
    const { index } = planOf({ index: '- [X](x.md), [A](a.md) — x\n- [B](b.md) — b\n', left: ['x.md'] })
    expect(index).toMatchObject({ removed: 0, added: 0, remaining: 2 })
    expect(index.lines).toMatchObject([{ change: 'removed' }, { change: 'added', text: '- [A](a.md) — x' }])
  })
})

describe('D36 an index that says it is retired', () => {
  it.each([
    '# Memory\n\n> This index is deprecated, no longer loaded.\n\n- [A](a.md) — a\n',
    '# MEMORY (deprecated)\n\n- [A](a.md) — a\n',
    'DEPRECATED: use the wiki.\n- [A](a.md) — a\n',
    '# 记忆\n\n**已废弃**，不再加载。\n\n- [A](a.md) — a\n',
    '<!-- This file is no longer maintained -->\n- [A](a.md) — a\n',
  ])('is left alone: %j', index => {
    const plan = planOf({ index, left: ['gone.md'] })
    expect(plan.actions).toEqual([])
    expect(plan.findings).toMatchObject([{ kind: 'index-retired' }])
  })

  it.each([
    '# Memory\n\n- [A](a.md) — the deprecated client\n',
    '# Memory\n\n## Deprecated\n\n- [A](a.md) — a\n',
    '# Memory\n\nNotes about retired people and obsolete tools.\n\n- [A](a.md) — a\n',
  ])('but not one that only speaks of such things: %j', index => {
    expect(planOf({ index }).index).toMatchObject({ step: 'edit', added: 1 })
  })
})

describe('D43 a memory whose line somebody took out', () => {
  const world = { index: '- [A](a.md) — a\n', takenOut: ['b.md'] }

  it('is not listed again, and is offered for the archive, never taken there alone', () => {
    const { actions, proposals, findings } = planOf(world)
    expect(actions).toEqual([])
    expect(findings).toMatchObject([{ kind: 'taken-out-of-index', file: 'b.md' }])
    expect(proposals).toMatchObject([
      { finding: { kind: 'taken-out-of-index' }, actions: [{ kind: 'archive', file: 'b.md' }] },
    ])
  })

  it('under seed gets its line', () => {
    const { index, findings } = planOf(world, { ...DEFAULT_POLICY, rules: 'seed' })
    expect(index).toMatchObject({ step: 'rebuild', added: 1 })
    expect(findings).toMatchObject([{ kind: 'index-entry-missing' }])
  })
})

describe('D43 what agents do not see', () => {
  const long = `- [A](a.md) — a\n${'\n'.repeat(203)}- [C](c.md) — c\n`
  const notes = { ...NOTES, 'c.md': note('charlie') }

  it('is named line by line', () => {
    const { findings } = planOf({ index: `${long}- [B](b.md) — b\n`, notes })
    expect(findings).toMatchObject([
      {
        kind: 'index-too-long',
        unseen: [
          { line: 205, text: '- [C](c.md) — c' },
          { line: 206, text: '- [B](b.md) — b' },
        ],
      },
    ])
  })

  it('never gets a new line in silence', () => {
    const { warnings, index } = planOf({ index: long, notes })
    expect(index.lines).toMatchObject([{ change: 'added', line: 206, unseen: true }])
    expect(warnings).toEqual([expect.stringContaining('the new line 206 is behind the 200 lines')])
  })
})
