import { describe, expect, it } from 'vitest'
import { fileName } from '../../src/model/file-name.ts'
import {
  exitCode,
  type FolderOutcome,
  type Mode,
  outcomeExitCode,
  type Report,
} from '../../src/model/outcome.ts'
import { allDone, archive, busyFolder, folder, plan, report } from './sample.ts'

const staleArchive = archive('x.md', { why: 'fully-stale', missing: [] })
const working = folder({ actions: [staleArchive] })
const proposing = folder({ proposals: busyFolder().proposals })
const holding = folder({ withheld: [{ breaker: 'large', files: [fileName('x.md')], sentence: 'too many' }] })
const unfinished = [{ label: 'memory', run: 'r1' }]

const ended = (rest: Partial<FolderOutcome>): FolderOutcome => ({ ...allDone(working), ...rest })
const locked = ended({ outcomes: [], failure: { kind: 'locked', sentence: 'held by 12' } })
const broken = ended({
  outcomes: [],
  failure: { kind: 'failed', sentence: 'state directory is not writable' },
})
const outcome = (result: 'changed-meanwhile' | 'not-started' | 'failed') =>
  ended({ outcomes: [{ action: staleArchive, result, detail: 'why' }] })
const salvage = ended({ salvaged: [{ file: fileName('x.md'), kept: 'x.md.theirs' }] })

const live = (result: FolderOutcome, rest: Partial<Report> = {}) =>
  report({ mode: 'live', plan: plan(working), results: [result], ...rest })
const looking = (mode: Mode, rest: Partial<Report> = {}) => report({ mode, plan: plan(working), ...rest })
const propose = (mode: Mode) => report({ mode, plan: { ...plan(proposing), rules: 'propose' } })

const table: [string, Report, number][] = [
  ['done', live(ended({})), 0],
  ['nothing to do', report({ mode: 'live', plan: plan(folder()) }), 0],
  ['no directories found', report({ mode: 'live' }), 0],
  ['proposals wait', report({ mode: 'live', plan: plan(proposing) }), 0],
  ['a dry run with work', looking('dry-run'), 0],
  ['a plan with work', looking('plan'), 0],
  ['not now', looking('declined'), 0],
  ['an action failed', live(outcome('failed')), 1],
  ['a file changed meanwhile', live(outcome('changed-meanwhile')), 1],
  ['an action was not started', live(outcome('not-started')), 1],
  ['an edit had to be salvaged', live(salvage), 1],
  ['a folder failed', live(broken), 1],
  ['a breaker held in a live run', report({ mode: 'live', plan: plan(holding) }), 1],
  ['a breaker held in a dry run', report({ mode: 'dry-run', plan: plan(holding) }), 1],
  ['an unfinished run waits in a dry run', looking('dry-run', { unfinished }), 1],
  ['an unfinished run waits in a check', looking('check', { unfinished }), 1],
  ['an unfinished run waits in a plan', looking('plan', { unfinished }), 1],
  ['a live run finishes the unfinished one first', live(ended({}), { unfinished }), 0],
  ['a given path is missing', looking('dry-run', { missing: ['nowhere'] }), 2],
  ['check with work', looking('check'), 3],
  ['check without work', report({ mode: 'check', plan: plan(folder()) }), 0],
  ['check with proposals alone', report({ mode: 'check', plan: plan(proposing) }), 0],
  ['check under propose with proposals', propose('check'), 3],
  ['dry run under propose with proposals', propose('dry-run'), 0],
  ['locked', live(locked), 4],
  ['locked on a schedule', live(locked, { scheduled: true }), 0],
  [
    'locked on a schedule, and another folder failed',
    live(locked, { scheduled: true, results: [locked, broken] }),
    1,
  ],
  ['missing before locked', live(locked, { missing: ['nowhere'] }), 2],
  ['locked before failed', live(locked, { results: [broken, locked] }), 4],
  ['withheld before check', report({ mode: 'check', plan: plan(working, holding) }), 1],
]

describe('exit codes', () => {
  it.each(table)('D26 %s', (_, given, expected) => {
    expect(exitCode(given)).toBe(expected)
  })

  it('D26 undo and recover use the same numbers', () => {
    expect(outcomeExitCode([ended({})])).toBe(0)
    expect(outcomeExitCode([ended({}), outcome('changed-meanwhile')])).toBe(1)
    expect(outcomeExitCode([broken, locked])).toBe(4)
  })
})
