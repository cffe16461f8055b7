import { chmodSync, existsSync, mkdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Where } from '../../src/app/app.ts'
import { forget } from '../../src/journal/forget.ts'
import { indexContent } from '../../src/journal/index-file.ts'
import { initJournals } from '../../src/journal/init.ts'
import { remember } from '../../src/journal/remember.ts'
import { review } from '../../src/journal/review.ts'
import { journalStatus } from '../../src/journal/status.ts'
import { wakeup } from '../../src/journal/wakeup.ts'
import { dreamAt } from '../dream-at.ts'
import { deepTree, nightOf } from './place.ts'
import { emptyWorkspace, JOURNALS, ready } from './workspace.ts'

/** Ledger, its index and the review logs: J9 has its own law for them. */
const ownLaw = (name: string) => /ledger(?:-index\.json|\.md)$|review-\d{4}-\d{2}\.md$/.test(name)
const without = (tree: Record<string, string>) =>
  Object.fromEntries(Object.entries(tree).filter(([name]) => !ownLaw(name)))

describe('capture', () => {
  it('J4 writes to the right section at once, and to today’s journal', async () => {
    const place = await ready(JOURNALS)
    const report = await remember({
      where: place.where,
      text: 'I decided to sell the boat',
      epochMs: Date.parse('2026-02-04T10:05:00Z'),
    })
    expect(report).toMatchObject({ as: 'decision', section: 'current', journal: 'memory/2026-02-04.md' })
    expect(place.read('MEMORY.md')).toContain('- I decided to sell the boat (memory/2026-02-04.md)')
    expect(place.read('memory/2026-02-04.md')).toBe('# 2026-02-04\n\n- 10:05 — I decided to sell the boat\n')
    await remember({
      where: place.where,
      text: 'No, it is a ship',
      epochMs: Date.parse('2026-02-04T10:06:00Z'),
    })
    const note = await remember({
      where: place.where,
      text: 'The soup was good',
      epochMs: Date.parse('2026-02-04T10:07:00Z'),
    })
    expect(note.section).toBeNull()
    expect(place.read('MEMORY.md')).not.toContain('soup')
    expect(place.read('memory/2026-02-04.md').split('\n')).toHaveLength(6)
    const reviewed = await review({ where: place.where, epochMs: nightOf('2026-02-05') })
    expect(reviewed.decisions.find(({ text }) => text === 'I decided to sell the boat')).toMatchObject({
      kind: 'ignored',
      reason: 'already there',
    })
    await dreamAt(place.where).undo()
    await dreamAt(place.where).undo()
    expect(place.read('memory/2026-02-04.md')).not.toContain('soup')
  })

  it('J3 J4 where the snapshot is full it goes to the journal alone', async () => {
    const place = await ready({ 'MEMORY.md': `## Stable knowledge\n- ${'words of my own '.repeat(1200)}\n` })
    const report = await remember({
      where: place.where,
      text: 'I decided to sell the boat',
      epochMs: nightOf('2026-02-04'),
    })
    expect(report.section).toBeNull()
    expect(report.warnings[0]).toMatch(/over its limit/)
    expect(place.read('memory/2026-02-04.md')).toContain('sell the boat')
  })
})

describe('forgetting', () => {
  it('J14 clears journals and snapshot, leaves a tombstone and the ledger; undo brings it back', async () => {
    const place = await ready(JOURNALS)
    await review({ where: place.where, epochMs: nightOf('2026-02-04') })
    const before = { workspace: deepTree(place.root), vault: without(deepTree(place.vault)) }
    const ledger = place.vaultFile('ledger.md')
    const preview = await forget({
      where: place.where,
      description: 'short answers',
      preview: true,
      epochMs: nightOf('2026-02-05'),
    })
    expect(preview.matches.length).toBeGreaterThanOrEqual(3)
    expect(deepTree(place.root)).toEqual(before.workspace)
    const report = await forget({
      where: place.where,
      description: 'short answers',
      epochMs: nightOf('2026-02-05'),
    })
    expect(report.withheld).toBeUndefined()
    expect(place.read('MEMORY.md')).not.toMatch(/short/i)
    expect(place.read('memory/2026-02-01.md')).not.toMatch(/short/i)
    expect(place.vaultFile('ledger.md')).toBe(ledger)
    expect(JSON.parse(place.vaultFile('meta/removed-entries.json')).at(-1)).toMatchObject({
      by: 'user',
      removedAt: '2026-02-05 03:30',
    })
    place.put('memory/2026-02-05.md', '- User prefers short answers\n')
    const night = await review({ where: place.where, epochMs: nightOf('2026-02-06') })
    expect(night.waiting).toEqual(['User prefers short answers'])
    expect(place.read('MEMORY.md')).not.toMatch(/short/i)
    unlinkSync(join(place.root, 'memory/2026-02-05.md'))
    await dreamAt(place.where).undo()
    await dreamAt(place.where).undo()
    expect(deepTree(place.root)).toEqual(before.workspace)
    expect(without(deepTree(place.vault))).toEqual(before.vault)
  })

  it('J14 what the user forgot comes back alone where they chose so', async () => {
    const place = await ready(
      { 'memory/2026-02-01.md': JOURNALS['memory/2026-02-01.md'] },
      { DREAM_FORGET__REEMERGE: 'auto' },
    )
    await forget({ where: place.where, description: 'short answers', epochMs: nightOf('2026-02-02') })
    place.put('memory/2026-02-02.md', '- User prefers short answers\n')
    const night = await review({ where: place.where, epochMs: nightOf('2026-02-03') })
    expect(night.counts['re-emerged']).toBe(1)
    expect(place.read('MEMORY.md')).toContain(
      'User prefers short answers [re-emerged] (memory/2026-02-02.md)',
    )
  })

  it('J14 more than a tenth of everything does not go at one word', async () => {
    const many = Array.from({ length: 12 }, (_, at) => `- The shop sold ${at} apples`).join('\n')
    const place = await ready({ 'memory/2026-02-01.md': many })
    const held = await forget({
      where: place.where,
      description: 'shop apples',
      epochMs: nightOf('2026-02-02'),
    })
    expect(held.withheld).toMatch(/12 of 12/)
    expect(place.read('memory/2026-02-01.md')).toBe(many)
    const gone = await forget({
      where: place.where,
      description: 'shop apples',
      large: 'allow',
      epochMs: nightOf('2026-02-02'),
    })
    expect(gone.run).toBeDefined()
    expect(place.read('memory/2026-02-01.md')).toBe('')
  })
})

describe('search and index', () => {
  const searchAt = (where: Where, words: string) => dreamAt(where).search({ words: [words] })

  it('J11 dream search finds in journals, ledger and index, each with its source', async () => {
    const place = await ready(JOURNALS)
    await review({ where: place.where, epochMs: nightOf('2026-02-04') })
    await indexContent({
      where: place.where,
      what: 'https://example.org/atlas-prototype',
      title: 'The Atlas prototype',
      epochMs: nightOf('2026-02-04'),
    })
    const { hits, memoryBy } = await searchAt(place.where, 'atlas prototype')
    expect(memoryBy).toBe('dream')
    const sourceOf = (part: string) => hits.find(hit => hit.part === part)?.source
    expect(sourceOf('journal')).toMatch(/^memory\/2026-02-0\d\.md:\d+$/)
    expect(sourceOf('ledger')).toMatch(/^\[[0-9a-f]{8}\] 2026-02-04 \[\w/)
    expect(sourceOf('index')).toBe('2026-02-04')
  })

  it('J11 asks openclaw for the first part where it is there', async () => {
    const place = await ready(JOURNALS)
    const bin = join(place.top, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'openclaw'), '#!/bin/sh\necho "memory/2026-02-01.md: from openclaw $3"\n')
    chmodSync(join(bin, 'openclaw'), 0o755)
    const where = { ...place.where, env: { ...place.where.env, PATH: `${bin}:/usr/bin:/bin` } }
    const report = await searchAt(where, 'answers')
    expect(report.memoryBy).toBe('openclaw')
    expect(report.hits[0]?.text).toBe('memory/2026-02-01.md: from openclaw answers')
  })

  it('J12 keeps an address once, with topic, tag and date, without fetching anything', async () => {
    const place = await ready()
    const what = {
      where: place.where,
      what: 'https://example.org/posts/growing-tomatoes?utm_source=x',
      topics: ['Garden'],
      epochMs: nightOf('2026-02-02'),
    }
    const first = await indexContent(what)
    expect(first).toMatchObject({ did: 'indexed', title: 'growing tomatoes', topics: ['garden'] })
    expect((await indexContent({ ...what, what: 'https://example.org/posts/growing-tomatoes' })).did).toBe(
      'exists',
    )
    expect(place.vaultFile('obsidian-index/_index.md')).toMatch(
      /^# Dream index\n\n- 2026-02-02 \[growing tomatoes\]/,
    )
    expect(place.vaultFile('obsidian-index/topics/garden.md')).toContain(
      `[[_index#^${first.id}|growing tomatoes]]`,
    )
    place.put('notes.md', '# My bees\n\nI prefer bees that do not sting. They are rare.\n')
    const file = await indexContent({ where: place.where, what: 'notes.md', epochMs: nightOf('2026-02-03') })
    expect(file).toMatchObject({
      title: 'My bees',
      summary: 'I prefer bees that do not sting.',
      toJournal: true,
    })
    expect(place.read('memory/2026-02-03.md')).toContain('I prefer bees that do not sting.')
  })
})

describe('init, status, wake-up', () => {
  it('J15 makes the layout, asks the five questions where MEMORY.md is empty, and changes nothing the second time', async () => {
    const place = emptyWorkspace()
    const answers = ['vim', '', 'the boat', 'honesty', 'Anna']
    await initJournals({ where: place.where, epochMs: nightOf('2026-02-01'), answers: async () => answers })
    expect(place.read('MEMORY.md')).toBe(
      '## Current state\n<!-- What is going on: projects, decisions, deadlines, open questions. -->\n- Most important project: the boat (2026-02-01)\n\n## Stable knowledge\n<!-- What holds: rules, preferences, how things are set up, lessons. -->\n- Tools: vim (2026-02-01)\n- Core values: honesty (2026-02-01)\n\n## Relations and background\n<!-- Who is who, and what matters about them. -->\n- Most important people: Anna (2026-02-01)\n\n## Dream\n<!-- Written by Dream: what it moved to the permanent archive last. -->\n',
    )
    expect(place.vaultFile('meta/dream-state.txt')).toBe('active\n')
    for (const name of [
      'ledger.md',
      'ledger-index.json',
      'meta/removed-entries.json',
      'meta/active-days.json',
      'meta/counts.json',
      'obsidian-index/_index.md',
    ])
      expect(existsSync(join(place.vault, name)), name).toBe(true)
    const before = deepTree(place.top)
    const again = await initJournals({
      where: place.where,
      epochMs: nightOf('2026-02-02'),
      answers: async () => ['never asked'],
    })
    expect(again.made).toEqual([])
    expect(without(deepTree(place.vault))).toEqual(
      without(
        Object.fromEntries(
          Object.entries(before)
            .filter(([name]) => name.startsWith('vault/'))
            .map(([name, is]) => [name.slice(6), is]),
        ),
      ),
    )
  })

  it('J13 reads small files alone, and marks what changed since', async () => {
    const place = await ready(JOURNALS)
    await review({ where: place.where, epochMs: nightOf('2026-02-04') })
    const chars = place.read('MEMORY.md').length
    const fresh = journalStatus(place.where, place.root, nightOf('2026-02-05'))
    expect(fresh).toMatchObject({
      chars,
      changedSince: false,
      waiting: 0,
      state: 'active',
      cutFrom: 'seed',
      lastReview: { at: '2026-02-04 03:30', hoursAgo: 24 },
    })
    // Neither text can be read now, and status does not mind.
    renameSync(join(place.vault, 'ledger.md'), join(place.vault, 'elsewhere.md'))
    chmodSync(join(place.root, 'MEMORY.md'), 0o000)
    expect(journalStatus(place.where, place.root, nightOf('2026-02-05'))).toMatchObject({
      chars,
      ledger: fresh!.ledger,
    })
    chmodSync(join(place.root, 'MEMORY.md'), 0o644)
    place.put('MEMORY.md', 'written over\n')
    place.put('memory/2026-02-04.md', '- new\n')
    expect(journalStatus(place.where, place.root, nightOf('2026-02-05'))).toMatchObject({
      changedSince: true,
      waiting: 1,
    })
  })

  it('J3 takes the cut from OpenClaw’s configuration, also with comments, else its newer default', async () => {
    const place = await ready()
    const cutWith = (config: string) => {
      mkdirSync(join(place.home, '.openclaw'), { recursive: true })
      writeFileSync(join(place.home, '.openclaw/openclaw.json'), config)
      return journalStatus(place.where, place.root)
    }
    expect(cutWith('{"agents":{"defaults":{"bootstrapMaxChars":8000}}}')).toMatchObject({
      cutFrom: 'configured',
      limits: { cut: 8000, hard: 7200 },
    })
    expect(cutWith('{ // mine\n agents: { defaults: { bootstrapMaxChars: 6_000, }, }, }')).toMatchObject({
      limits: { cut: 6000 },
    })
    const own = {
      ...place.where,
      env: {
        ...place.where.env,
        DREAM_JOURNAL__LIMITS__HARD: '5000',
        DREAM_JOURNAL__LIMITS__TARGET: '99999',
      },
    }
    expect(journalStatus(own, place.root)).toMatchObject({ limits: { cut: 6000, hard: 5000, target: 4500 } })
    expect(cutWith('{}')).toMatchObject({
      cutFrom: 'openclaw-default',
      limits: { cut: 12_000, hard: 10_800 },
    })
  })

  it('J16 seven days of silence: hibernating, then the first conversation wakes it; nothing is deleted', async () => {
    const place = await ready(JOURNALS)
    await review({ where: place.where, epochMs: nightOf('2026-02-04') })
    const asleep = await review({ where: place.where, scheduled: true, epochMs: nightOf('2026-02-10') })
    expect(asleep.did).toBe('hibernating')
    expect(place.vaultFile('meta/dream-state.txt')).toBe('hibernating\n')
    const before = deepTree(place.top)
    expect((await review({ where: place.where, scheduled: true, epochMs: nightOf('2026-02-20') })).did).toBe(
      'hibernating',
    )
    expect(deepTree(place.top)).toEqual(before)
    const woken = await wakeup({ where: place.where, epochMs: Date.parse('2026-02-21T09:00:00Z') })
    expect(woken).toMatchObject({ was: 'asleep', idleDays: 18 })
    expect(woken.ledger.length).toBeLessThanOrEqual(3)
    expect(woken.snapshot.map(part => part.section)).toEqual([
      'Current state',
      'Stable knowledge',
      'Relations and background',
    ])
    expect(place.vaultFile('meta/dream-state.txt')).toBe('active\n')
    expect(deepTree(place.root)['MEMORY.md']).toBe(before['workspace/MEMORY.md'])
  })

  it('J17 a busy night is written down as pending and runs at six', async () => {
    const place = await ready(JOURNALS)
    const at = (time: string) => Date.parse(`2026-02-04T${time}:00Z`)
    const busy = {
      ...place.where,
      env: { ...place.where.env, PATH: `${join(place.top, 'bin')}:/usr/bin:/bin` },
    }
    mkdirSync(join(place.top, 'bin'))
    writeFileSync(join(place.top, 'bin/openclaw'), '#!/bin/sh\necho busy\n')
    chmodSync(join(place.top, 'bin/openclaw'), 0o755)
    expect((await review({ where: busy, scheduled: true, epochMs: at('03:30') })).did).toBe('deferred')
    expect(place.vaultFile('meta/dream-state.txt')).toBe('pending\n')
    expect((await review({ where: busy, scheduled: true, epochMs: at('05:45') })).did).toBe('deferred')
    expect((await review({ where: busy, scheduled: true, epochMs: at('06:00') })).did).toBe('distilled')
    expect(place.vaultFile('meta/dream-state.txt')).toBe('active\n')
    expect((await review({ where: busy, scheduled: true, epochMs: at('06:15') })).did).toBe('not-due')
  })
})
