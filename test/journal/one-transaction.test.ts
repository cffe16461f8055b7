import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { realClock } from '../../src/disk/lock.ts'
import { realSys } from '../../src/disk/sys.ts'
import { readLedger } from '../../src/journal/ledger.ts'
import { review } from '../../src/journal/review.ts'
import { amendLedger } from '../../src/journal/undo.ts'
import { asStoredName, storedName } from '../../src/model/file-name.ts'
import type { Action } from '../../src/model/plan.ts'
import { stateHome } from '../../src/state/state-roots.ts'
import { applyActions } from '../../src/store/commit.ts'
import { withFolder } from '../../src/store/folder.ts'
import { undoRun } from '../../src/store/undo.ts'
import { spied } from '../../torture/dying.ts'
import { dyingSys, sha } from '../store/context.ts'
import { deepTree, type JournalPlace, journalPlace, nightOf } from './place.ts'
import { emptyWorkspace, JOURNALS, ready } from './workspace.ts'

describe('one transaction over workspace and vault', () => {
  const OLD = { 'MEMORY.md': 'old snapshot\n', 'memory/2026-02-01.md': 'old journal\n' }

  function actionsIn(place: JournalPlace): Action[] {
    const write = (file: string, before: string | undefined, text: string, needs: string[] = []): Action => ({
      kind: 'write',
      file: storedName(file),
      expect: before === undefined ? 'absent' : sha(before),
      pieces: [{ text }],
      reason: { why: 'reviewed' },
      needs: needs.map(storedName),
    })
    const ledger = 'first\n'
    writeFileSync(join(place.vault, 'ledger.md'), ledger)
    return [
      {
        kind: 'append',
        file: storedName('@vault/ledger.md'),
        expect: sha(ledger),
        expectLength: ledger.length,
        text: 'second\n',
        reason: { why: 'reviewed' },
        needs: [],
      },
      write('@vault/meta/counts.json', undefined, '{}\n', ['@vault/ledger.md']),
      write('memory/2026-02-01.md', OLD['memory/2026-02-01.md'], 'new journal\n'),
      write('MEMORY.md', OLD['MEMORY.md'], 'new snapshot\n', ['@vault/ledger.md']),
    ]
  }

  it('J19 killed at any call it ends as the old tree or the new one, in both places, and can be undone', async () => {
    let calls = Number.POSITIVE_INFINITY
    for (let dieAt = 1; dieAt <= calls; dieAt += 5) {
      const place = journalPlace(OLD)
      try {
        mkdirSync(place.vault)
        const actions = actionsIn(place)
        const home = stateHome(place.where.env, place.home)
        const knowsVault = (_: string, vault: string) => vault === place.vault
        const desk = { sys: realSys, stateHome: home, clock: realClock, knowsVault }
        const before = { workspace: deepTree(place.root), vault: deepTree(place.vault) }
        const dying = dyingSys(dieAt)
        const request = {
          root: place.root,
          label: 'w',
          vault: place.vault,
          actions,
          run: 'r1',
          command: 'review',
        }
        await applyActions({ ...desk, sys: dying.sys }, request)
        if (dying.calls() < dieAt) calls = dying.calls()
        // The one who died is this very process: its lock is past its lease by then.
        const later = { ...desk, clock: { ...realClock, now: () => Date.now() + 600_000 } }
        await withFolder(later, place.root, 'recover', () => undefined, 'set-aside')
        const done = place.read('MEMORY.md') === 'new snapshot\n'
        expect(place.read('memory/2026-02-01.md')).toBe(done ? 'new journal\n' : 'old journal\n')
        expect(place.vaultFile('ledger.md')).toBe(done ? 'first\nsecond\n' : 'first\n')
        expect(existsSync(join(place.vault, 'meta/counts.json'))).toBe(done)
        expect(
          Object.keys({ ...deepTree(place.root), ...deepTree(place.vault) }).filter(name =>
            name.includes('.dream-'),
          ),
        ).toEqual([])
        if (!done) continue
        const result = await undoRun(later, { root: place.root, label: 'w', undoes: 'r1', run: 'r2' })
        expect(result.failure).toBeUndefined()
        expect({ workspace: deepTree(place.root), vault: deepTree(place.vault) }).toEqual(before)
      } finally {
        place.remove()
      }
    }
    expect(calls).toBeGreaterThan(20)
  })

  it('J19 a full disk is a sentence, and every file is as it was', async () => {
    const place = await ready({
      ...JOURNALS,
      'MEMORY.md': '## Current state\n- Building the Atlas prototype (2026-01-20)\n',
    })
    const home = stateHome(place.where.env, place.home)
    const full = new Proxy(realSys, {
      get: (target, key: keyof typeof realSys) =>
        key === 'write'
          ? () => {
              throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
            }
          : target[key],
    })
    const before = { workspace: deepTree(place.root), vault: deepTree(place.vault) }
    const actions: Action[] = [
      {
        kind: 'write',
        file: storedName('MEMORY.md'),
        expect: sha(place.read('MEMORY.md')),
        pieces: [{ text: 'x' }],
        reason: { why: 'reviewed' },
        needs: [],
      },
    ]
    const outcome = await applyActions(
      { sys: full, stateHome: home, clock: realClock },
      { root: place.root, label: 'w', vault: place.vault, actions, run: 'r9', command: 'review' },
    )
    expect(outcome.failure?.sentence).toMatch(/full|space/i)
    expect({ workspace: deepTree(place.root), vault: deepTree(place.vault) }).toEqual(before)
  })

  it('J19 names lead into the fixed places alone, and never through a link', async () => {
    for (const name of [
      '../x',
      'memory/../x',
      'other/x.md',
      'memory/a/b.md',
      '@vault/x/y',
      '/etc/passwd',
      'memory/..',
      '@vault/meta/..',
      'memory/',
    ])
      expect(asStoredName(name), name).toBeUndefined()
    for (const name of [
      'MEMORY.md',
      'memory/2026-01-01.md',
      '@vault/ledger.md',
      '@vault/obsidian-index/topics/a.md',
    ])
      expect(asStoredName(name), name).toBe(name)
    const place = emptyWorkspace(OLD)
    mkdirSync(place.vault)
    const outside = join(place.top, 'outside')
    mkdirSync(outside)
    symlinkSync(outside, join(place.vault, 'meta'))
    const desk = { sys: realSys, stateHome: stateHome(place.where.env, place.home), clock: realClock }
    const actions: Action[] = [
      {
        kind: 'write',
        file: storedName('@vault/meta/counts.json'),
        expect: 'absent',
        pieces: [{ text: 'x' }],
        reason: { why: 'reviewed' },
        needs: [],
      },
    ]
    const outcome = await applyActions(desk, {
      root: place.root,
      label: 'w',
      vault: place.vault,
      actions,
      run: 'r1',
      command: 'review',
    })
    expect(outcome.outcomes[0]?.result).toBe('failed')
    expect(Object.keys(deepTree(outside))).toEqual([])
  })

  it('J9 undo by way of the kernel amends the ledger in the same transaction', async () => {
    const place = await ready({
      ...JOURNALS,
      'MEMORY.md': '## Current state\n- Decided to build the Atlas prototype (2026-01-20)\n',
    })
    const { run } = await review({ where: place.where, epochMs: nightOf('2026-02-04') })
    const desk = { sys: realSys, stateHome: stateHome(place.where.env, place.home), clock: realClock }
    const result = await undoRun(desk, {
      root: place.root,
      label: 'w',
      undoes: run!,
      run: 'undo-1',
      amend: amendLedger(nightOf('2026-02-05'), 'UTC'),
    })
    expect(result.outcomes.map(({ action, result: became }) => [action.file, became])).toContainEqual([
      '@vault/ledger.md',
      'done',
    ])
    expect(readLedger(place.vaultFile('ledger.md')).active).toEqual([])
  })

  it('J9 a second try of an undo withdraws nothing twice, and undo after redo withdraws the copy', async () => {
    const place = await ready({
      ...JOURNALS,
      'MEMORY.md': '## Current state\n- Decided to build the Atlas prototype (2026-01-20)\n',
    })
    const before = readLedger(place.vaultFile('ledger.md')).active
    const { run } = await review({ where: place.where, epochMs: nightOf('2026-02-04') })
    const added = readLedger(place.vaultFile('ledger.md')).active.map(each => each.content)
    expect(added.length).toBeGreaterThan(before.length)
    const desk = { sys: realSys, stateHome: stateHome(place.where.env, place.home), clock: realClock }
    let hour = 0
    const take = (undoes: string, name: string, sys = realSys) => {
      hour += 3_600_000
      const amend = amendLedger(nightOf('2026-02-05') + hour, 'UTC')
      return undoRun({ ...desk, sys }, { root: place.root, label: 'w', undoes, run: name, amend })
    }
    const refused = spied(realSys, (call, args, go) => {
      if (call === 'rename' && String(args[0]).endsWith('/counts.json'))
        throw Object.assign(new Error('EPERM'), { code: 'EPERM' })
      return go()
    })
    const half = await take(run!, 'u1', refused)
    expect(new Set(half.outcomes.map(each => each.result))).toEqual(new Set(['done', 'failed']))
    const once = place.vaultFile('ledger.md')
    await take(run!, 'u1')
    expect(place.vaultFile('ledger.md')).toBe(once)
    expect(place.vaultFile('meta/review-2026-02.md').split(`undone: ${run}`)).toHaveLength(2)
    await take('u1', 'x1')
    expect(readLedger(place.vaultFile('ledger.md')).active.map(each => each.content)).toEqual(added)
    await take(run!, 'u2')
    expect(readLedger(place.vaultFile('ledger.md')).active).toEqual(before)
  })
})
