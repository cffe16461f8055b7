import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { ofKind } from '../../src/checks/index.ts'
import { exitCode, type Report } from '../../src/model/outcome.ts'
import { dream } from '../../src/pipeline/pipeline.ts'
import { renderMarkdown } from '../../src/report/markdown.ts'
import { dreamAt } from '../dream-at.ts'
import { type Place, placeOf, policy, treeBelow } from './place.ts'

let open: Place[] = []
afterEach(() => {
  for (const each of open) each.remove()
  open = []
})
function firstNight(git: 'git' | 'no-git'): Place {
  const place = placeOf('first-night', git)
  open.push(place)
  return place
}

const gone = (report: Report) =>
  report.plan.folders
    .flatMap(folder => folder.actions)
    .filter(action => action.kind === 'archive')
    .map(action => [action.file, action.reason.why])
    .sort()

const THREE = [
  ['duplicate_auth.md', 'duplicate'],
  ['old_preference.md', 'contradicted'],
  ['stale_old_path.md', 'fully-stale'],
]

describe('the folder of the first design', () => {
  it('D4 D6 D9 D15 D18 D21 comes out to the letter under --rules seed', async () => {
    const place = firstNight('git')
    const report = await dream({ where: place.where, policy: policy({ rules: 'seed' }), mode: 'live' })
    expect(gone(report)).toEqual(THREE)
    expect(exitCode(report)).toBe(0)
    expect(readdirSync(place.memory).sort()).toEqual([
      'MEMORY.md',
      'auth_patterns.md',
      'evergreen.md',
      'fresh.md',
      'new_preference.md',
      'partly_stale.md',
    ])
    expect(readFileSync(join(place.memory, 'MEMORY.md'), 'utf8')).toBe(
      [
        '# foo Memory',
        '',
        '- [Auth patterns](auth_patterns.md) -- Patterns for sessions and tokens',
        '- [Release rhythm](evergreen.md) -- When releases happen',
        '- [Cart total](fresh.md) -- Where prices are added up',
        '- [Snapshot testing preference](new_preference.md) -- Testing preference for components',
        '- [Login flow](partly_stale.md) -- Where login and captcha live',
        '',
      ].join('\n'),
    )
  })

  it('D24 tells it in the tables of the first design', async () => {
    const place = firstNight('git')
    const report = await dream({ where: place.where, policy: policy({ rules: 'seed' }), mode: 'live' })
    const text = renderMarkdown(report)
    for (const row of [
      '| Memory directories scanned | 1 |',
      '| Total memory files scanned | 8 |',
      '| Stale entries pruned | 1 |',
      '| Duplicates merged | 1 |',
      '| Contradictions resolved | 1 |',
      '| Partially stale (kept, flagged) | 1 |',
      '| Surviving memories | 5 |',
      '| MEMORY.md indexes rebuilt | 1 |',
      'Fully stale: all referenced files removed',
      'Duplicate of auth_patterns.md',
      'Contradicted by new_preference.md',
    ]) {
      expect(text).toContain(row)
    }
    expect(text).toMatch(/partly_stale\.md \| .*src\/auth\/captcha\.ts/)
  })

  it.each(['git', 'no-git'] as const)(
    'D8 D36 D39 of the obvious cases careful does those that are proven, %s',
    async git => {
      const place = firstNight(git)
      const report = await dream({ where: place.where, policy: policy(), mode: 'live' })
      // Without git nothing shows that `src/legacy/` ever was here, nor when it went: that waits for a person.
      const alone = git === 'git' ? THREE : THREE.filter(([, why]) => why !== 'fully-stale')
      expect(gone(report)).toEqual(alone)
      const index = readFileSync(join(place.memory, 'MEMORY.md'), 'utf8')
      expect(index).toBe(
        [
          '# foo Memory',
          '',
          ...(git === 'git'
            ? []
            : ['- [Legacy session refresh](stale_old_path.md) — how the legacy session is refreshed']),
          '- [Login flow](partly_stale.md) — where login and captcha live',
          '- [Auth patterns](auth_patterns.md) — patterns for sessions and tokens',
          '- [Snapshot testing preference](new_preference.md) — testing preference',
          '- [Release rhythm](evergreen.md) — when releases happen',
          // Nothing shows that it ever was here.
          '- [Ghost](ghost.md) — a file that went long ago',
          '- [Cart total](fresh.md) — Where prices are added up',
          '',
        ].join('\n'),
      )
      const [stale] = ofKind(report.plan.folders[0]!.findings, 'fully-stale')
      const why = stale?.missing[0]?.fact
      if (git === 'git') expect(why).toMatchObject({ why: 'removed', date: '2026-01-15' })
      else expect(why).toMatchObject({ why: 'gone' })
    },
  )
})

describe.each(['careful', 'seed'] as const)('under %s', rules => {
  it('D17 a dry run changes nothing: not the tree, not a time, not the state directory', async () => {
    const place = firstNight('git')
    const before = treeBelow(place.top, 'all')
    for (const mode of ['dry-run', 'check', 'plan'] as const) {
      const report = await dream({ where: place.where, policy: policy({ rules }), mode })
      expect(gone(report)).toEqual(THREE)
    }
    expect(treeBelow(place.top, 'all')).toEqual(before)
  })

  it('A4 D23 a second run changes nothing and says so', async () => {
    const place = firstNight('git')
    await dream({ where: place.where, policy: policy({ rules }), mode: 'live' })
    const before = treeBelow(place.project, 'all')
    const second = await dream({ where: place.where, policy: policy({ rules }), mode: 'live' })
    expect(second.plan.folders.flatMap(folder => folder.actions)).toEqual([])
    expect(treeBelow(place.project, 'all')).toEqual(before)
    expect(renderMarkdown(second)).toContain('Nothing to archive: all 5 notes stay, 1 to look at')
    expect(exitCode(second)).toBe(0)
  })

  it('D20 undo gives the first tree back, byte for byte, with its times; undo of undo is redo', async () => {
    const place = firstNight('git')
    const before = treeBelow(place.project)
    await dream({ where: place.where, policy: policy({ rules }), mode: 'live' })
    const after = treeBelow(place.project)
    const taken = await dreamAt(place.where).undo()
    expect(treeBelow(place.project)).toEqual(before)
    await dreamAt(place.where).undo({ run: taken.redo })
    expect(Object.keys(treeBelow(place.project))).toEqual(Object.keys(after))
    await expect(dreamAt(place.where).undo({ run: 'no-such-run' })).rejects.toThrow(/no run/)
  })

  it('D26 --check tells that a live run would write', async () => {
    const place = firstNight('git')
    const report = await dream({ where: place.where, policy: policy({ rules }), mode: 'check' })
    expect(exitCode(report)).toBe(3)
  })
})

it('D20 undo keeps both where the user changed a file since', async () => {
  const place = firstNight('git')
  await dream({ where: place.where, policy: policy(), mode: 'live' })
  writeFileSync(join(place.memory, 'stale_old_path.md'), 'mine\n')
  writeFileSync(
    join(place.memory, 'MEMORY.md'),
    `${readFileSync(join(place.memory, 'MEMORY.md'), 'utf8')}- [Mine](mine.md) — my own line\n`,
  )
  const report = await dreamAt(place.where).undo()
  expect(readFileSync(join(place.memory, 'stale_old_path.md'), 'utf8')).toBe('mine\n')
  const kept = report.keptBoth.map(each => each.kept)
  expect(kept).toHaveLength(1)
  expect(readFileSync(join(place.memory, kept[0]!), 'utf8')).toContain('Legacy session refresh')
  const index = readFileSync(join(place.memory, 'MEMORY.md'), 'utf8')
  expect(index).toContain('my own line')
  expect(index).toContain('duplicate_auth.md')
})
