import { describe, expect, it } from 'vitest'
import type { RecoveredFolder, VerifiedFolder } from '../../src/commands/doctor.ts'
import { doctor } from '../../src/commands/doctor.ts'
import { explain } from '../../src/commands/explain.ts'
import { history } from '../../src/commands/history.ts'
import { purge } from '../../src/commands/purge.ts'
import { status } from '../../src/commands/status.ts'
import { undo } from '../../src/commands/undo.ts'
import { fileName } from '../../src/model/file-name.ts'
import type { RunRecord } from '../../src/model/outcome.ts'
import { shown } from '../dream-at.ts'
import { allDone, archive, busyFolder, verdict } from './sample.ts'

const state = { hash: 'ab'.repeat(32), size: 3, modified: 1, mode: 0o644 }

const record = (run: string, file: string): RunRecord => ({
  run,
  at: '2026-05-01T12:00:30.000Z',
  command: 'run',
  changes: [
    {
      kind: 'archive',
      file: fileName(file),
      from: state,
      to: null,
      reason: { why: 'fully-stale', missing: [] },
      result: 'done',
    },
  ],
})

describe('answers', () => {
  it('D20 undo says what came back, what was left, and how to do it again', async () => {
    const text = shown(undo, {
      run: 'r1',
      at: '2026-05-01T12:00:30.000Z',
      redo: 'r2',
      results: [allDone(busyFolder())],
      keptBoth: [{ file: 'auth.md', kept: 'auth.before-r2.md' }],
      stayed: [],
    })
    await expect(text).toMatchFileSnapshot('./snapshots/undo.txt')
  })

  it('history is newest first', () => {
    const folders = [
      { label: 'memory', root: '/m', records: [record('r1', 'a.md'), record('r2', 'b.md')], damage: [] },
    ]
    const lines = shown(history, { folders, notes: undefined }).split('\n').filter(Boolean)
    expect(lines).toEqual([
      'memory',
      '  r2  2026-05-01 12:00 UTC, run',
      '    b.md  archived: Fully stale: all referenced files removed',
      '  r1  2026-05-01 12:00 UTC, run',
      '    a.md  archived: Fully stale: all referenced files removed',
    ])
  })

  it('status in a few lines', () => {
    const folder = {
      label: '.claude/memory',
      root: '/shop/.claude/memory',
      layout: 'index' as const,
      memories: 12,
      index: { lines: 14, bytes: 1530 },
      lastRun: { run: 'r1', at: '2026-05-01T12:00:30Z', command: 'run', done: 4 },
      unfinished: ['r0'],
      holder: {
        pid: 12,
        host: 'desk',
        boot: '',
        space: '',
        born: '',
        since: '2026-05-02T09:00:00Z',
        command: 'run',
      },
      changedSince: 2,
      since: { edited: 1, added: 0, gone: 1 },
      stored: { objects: 7, bytes: 12_345_678 },
      plans: undefined,
      viaSymlink: undefined,
      suggestions: undefined,
      journal: undefined,
    }
    const text = shown(status, { folders: [folder], auto: undefined })
    expect(text).toContain('12 notes, MEMORY.md 14 lines, 1.5 kB, layout: index')
    expect(text.replace(/\s+/g, ' ')).toContain(
      'last run: run r1, 2026-05-01 12:00 UTC, 4 changes; 2 changed since (1 edited, 0 new, 1 gone)',
    )
    expect(text).toContain('busy: run (process 12 on desk) since 2026-05-02 09:00 UTC')
    expect(text).toContain('run r0 was interrupted; dream doctor --fix finishes it')
    expect(text).toContain('history: 7 versions, 12.3 MB')
  })

  it('explain shows references, protection and what would change the verdict', () => {
    const text = shown(explain, {
      explanations: [
        {
          label: 'memory',
          file: fileName('a.md'),
          verdict: verdict('a.md'),
          references: [{ text: 'src/a.ts', line: 3, strength: 'file', answer: 'is there as src/a.ts' }],
          findings: [],
          wouldChange: ['it is flagged when src/a.ts goes'],
          protectedBy: ['it is pinned'],
        },
      ],
    })
    for (const words of [
      'line 3, file: is there as src/a.ts',
      'it is pinned',
      'it is flagged when src/a.ts goes',
    ])
      expect(text).toContain(words)
  })

  it('doctor --fix and purge say so where there is nothing', () => {
    const nothing = shown(doctor, { looked: [], problems: [], fixed: { finished: [], verified: [] } })
    expect(nothing).toContain('No interrupted run: every run is finished\n')
    expect(nothing).toContain('No memory folder found here.')
    expect(shown(purge, { preview: false, folders: [] })).toBe('Nothing stored matches; nothing was erased\n')
  })

  it('doctor --fix and purge name what they did', () => {
    const action = archive('a.md', { why: 'fully-stale', missing: [] })
    const recovered = [{ run: 'r1', outcomes: [{ action, result: 'done' as const }] }]
    const fixing = (fixed: { finished: readonly RecoveredFolder[]; verified: VerifiedFolder[] }) =>
      shown(doctor, { looked: [], problems: [], fixed })
    const finished = [{ label: 'm', root: '/m', recovered }]
    expect(fixing({ finished, verified: [] })).toContain('finished r1')
    const erased = {
      label: 'm',
      erased: [{ hash: 'cd'.repeat(32), size: 12, files: [fileName('key.md')] }],
      kept: [{ hash: 'ef'.repeat(32), why: 'it is in the folder' }],
      brokenRuns: ['r1'],
    }
    expect(shown(purge, { preview: true, folders: [erased] })).toContain(
      'cdcdcdcdcdcd  would be erased: key.md, 12 bytes',
    )
    expect(shown(purge, { preview: false, folders: [erased] })).toContain(
      'can no longer be undone completely: r1',
    )
    const problem = {
      what: 'bytes differ',
      where: 'objects/ab',
      now: 'restore it',
      severity: 'damage' as const,
    }
    const checked = { objects: 3, records: 2, bytes: 900 }
    const verified = [{ label: 'm', root: '/m', checked, problems: [problem] }]
    expect(fixing({ finished: [], verified })).toContain('1 problem')
    expect(fixing({ finished: [], verified: [{ ...verified[0]!, problems: [] }] })).toContain('no problems')
  })
})
