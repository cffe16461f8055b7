import { chmodSync, existsSync, mkdirSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { applyActions } from '../../src/apply/apply.ts'
import { withFolder } from '../../src/apply/folder.ts'
import { realClock } from '../../src/apply/lock.ts'
import { undoRun } from '../../src/apply/undo.ts'
import { realSys } from '../../src/disk/sys.ts'
import { readLedger } from '../../src/distil/ledger.ts'
import { stateHome } from '../../src/history/store.ts'
import type { Action } from '../../src/memory/plan.ts'
import { asStoredName, storedName } from '../../src/memory/stored-name.ts'
import { forget } from '../../src/tasks/distil-forget.ts'
import { indexContent } from '../../src/tasks/distil-index.ts'
import { initJournals } from '../../src/tasks/distil-init.ts'
import { remember } from '../../src/tasks/distil-remember.ts'
import { review } from '../../src/tasks/distil-review.ts'
import { searchJournals } from '../../src/tasks/distil-search.ts'
import { journalStatus } from '../../src/tasks/distil-status.ts'
import { amendLedger } from '../../src/tasks/distil-undo.ts'
import { wakeup } from '../../src/tasks/distil-wakeup.ts'
import { undo } from '../../src/tasks/undo.ts'
import { dyingSys, sha } from '../apply/desk.ts'
import { deepTree, type JournalPlace, journalPlace, nightOf } from './place.ts'

const places: JournalPlace[] = []
afterEach(() => {
  for (const place of places.splice(0)) place.remove()
})

async function ready(
  files: Record<string, string> = {},
  env: Record<string, string> = {},
): Promise<JournalPlace> {
  const place = journalPlace(files, env)
  places.push(place)
  await initJournals({ where: place.where, epochMs: nightOf('2026-02-01') })
  return place
}

const JOURNALS = {
  'memory/2026-02-01.md':
    '# 2026-02-01\n\n- Decided to build the Atlas prototype\n- User prefers short answers\n- Anna is our new accountant\n',
  'memory/2026-02-02.md': '- The user likes answers to be short\n- The Atlas prototype is finished\n',
  'memory/2026-02-03.md':
    '- Working on the Atlas prototype again\n- Correction: Anna is the lawyer, not the accountant\n',
}

/** Ledger, its index and the review logs: J9 has its own law for them. */
const ownLaw = (name: string) => /ledger(?:-index\.json|\.md)$|review-\d{4}-\d{2}\.md$/.test(name)
const without = (tree: Record<string, string>) =>
  Object.fromEntries(Object.entries(tree).filter(([name]) => !ownLaw(name)))

describe('a night', () => {
  it('J1 J5 J10 reads what is new, writes snapshot, ledger, meta and log, and says so', async () => {
    const place = await ready({ 'memory/2026-02-01.md': JOURNALS['memory/2026-02-01.md'] })
    const first = await review({ where: place.where, epochMs: nightOf('2026-02-02') })
    expect(first).toMatchObject({ did: 'distilled', journals: ['2026-02-01.md'], counts: { added: 2 } })
    place.put('memory/2026-02-02.md', JOURNALS['memory/2026-02-02.md'])
    const second = await review({ where: place.where, epochMs: nightOf('2026-02-03') })
    expect(second).toMatchObject({
      journals: ['2026-02-02.md'],
      counts: { added: 1, archived: 1 },
      ledger: 1,
    })
    expect(place.read('MEMORY.md')).toContain('## Dream\n- [')
    expect(readLedger(place.vaultFile('ledger.md')).standing[0]).toMatchObject({
      content: 'Decided to build the Atlas prototype',
      source: 'memory/2026-02-02.md:2',
    })
    expect(JSON.parse(place.vaultFile('ledger-index.json'))).toHaveLength(1)
    expect(JSON.parse(place.vaultFile('meta/active-days.json'))).toEqual(['2026-02-01', '2026-02-02'])
    expect(place.vaultFile('meta/last-review.txt')).toBe('2026-02-03 03:30\n')
    expect(place.vaultFile('meta/review-2026-02.md')).toContain(
      '### 2026-02-03 03:30\nUpdated: 0 | Added: 1 | Archived: 1 | Re-emerged: 0 | Ignored: 0\nMEMORY.md characters: ',
    )
  })

  it('J5 with no new journal it only writes the time of the review', async () => {
    const place = await ready(JOURNALS)
    await review({ where: place.where, epochMs: nightOf('2026-02-04') })
    const before = deepTree(place.top)
    const result = await review({ where: place.where, epochMs: nightOf('2026-02-05') })
    expect(result.did).toBe('nothing-new')
    const after = deepTree(place.top)
    const changed = Object.keys(after).filter(
      name => after[name] !== before[name] && !name.startsWith('home'),
    )
    expect(changed).toEqual(['vault/meta/last-review.txt'])
  })

  it('J5 a journal that grew is read from where the last review ended', async () => {
    const place = await ready({ 'memory/2026-02-01.md': '- Decided to paint the shed\n' })
    await review({ where: place.where, epochMs: nightOf('2026-02-02') })
    place.put('memory/2026-02-01.md', '- Decided to paint the shed\n- Decided to sell the boat\n')
    const result = await review({ where: place.where, epochMs: nightOf('2026-02-03') })
    expect(result.decisions.map(({ text, source }) => [text, source])).toEqual([
      ['Decided to sell the boat', 'memory/2026-02-01.md:2'],
    ])
  })

  it('J2 a Chinese workspace is written in Chinese', async () => {
    const place = await ready({
      'MEMORY.md': '# 记忆\n\n## 当前状态\n- 装修厨房 (2026-01-20)\n',
      'memory/2026-02-01.md': '- 厨房装修已经完成\n- 决定用 Obsidian 替代 Notion\n',
    })
    await review({ where: place.where, epochMs: nightOf('2026-02-02') })
    expect(place.read('MEMORY.md')).toContain('## 稳定认知')
    expect(place.vaultFile('ledger.md')).toContain('入档时间: 2026-02-02 03:30\n类别: [完成]\n内容: 装修厨房')
    expect(place.vaultFile('meta/review-2026-02.md')).toContain(
      '更新: 0条 | 新增: 1条 | 入档: 1条 | Re-emergence: 0条',
    )
  })

  it('J9 undo restores journals, snapshot, meta and Obsidian index byte for byte; ledger and log as J9 says', async () => {
    const place = await ready(JOURNALS)
    await indexContent({
      where: place.where,
      what: 'A note about bees #bees',
      epochMs: nightOf('2026-02-01'),
    })
    const trees = [deepTree(place.top)]
    for (const day of ['2026-02-02', '2026-02-03', '2026-02-04']) {
      for (const journal of Object.keys(JOURNALS).filter(name => name > `memory/${day}.md`))
        if (existsSync(join(place.root, journal))) unlinkSync(join(place.root, journal))
      await review({ where: place.where, epochMs: nightOf(day) })
      trees.push(deepTree(place.top))
      const next = `memory/${day}.md` as keyof typeof JOURNALS
      if (JOURNALS[next] !== undefined) place.put(next, JOURNALS[next])
    }
    const ledger = place.vaultFile('ledger.md')
    expect(readLedger(ledger).standing.length).toBeGreaterThan(0)
    for (let back = trees.length - 2; back >= 0; back--) {
      const [before] = [place.vaultFile('ledger.md')]
      const result = await undo({ where: place.where })
      expect(result.results.flatMap(each => each.outcomes.map(outcome => outcome.result))).not.toContain(
        'failed',
      )
      const now = without(deepTree(place.vault))
      const then = without(
        Object.fromEntries(
          Object.entries(trees[back]!)
            .filter(([name]) => name.startsWith('vault/'))
            .map(([name, is]) => [name.slice(6), is]),
        ),
      )
      expect(now).toEqual(then)
      expect(deepTree(place.root)['MEMORY.md']).toBe(trees[back]!['workspace/MEMORY.md'])
      expect(place.vaultFile('ledger.md').startsWith(before)).toBe(true)
    }
    expect(readLedger(place.vaultFile('ledger.md')).standing).toEqual([])
    expect(JSON.parse(place.vaultFile('ledger-index.json'))).toEqual([])
    expect(place.vaultFile('meta/review-2026-02.md')).toContain('undone: ')
  })

  it('J9 an undo that is undone puts the entry into the ledger again, as a block of its own', async () => {
    const place = await ready({
      ...JOURNALS,
      'MEMORY.md': '## Current state\n- Decided to build the Atlas prototype (2026-01-20)\n',
    })
    await review({ where: place.where, epochMs: nightOf('2026-02-04') })
    const before = place.read('MEMORY.md')
    const standing = readLedger(place.vaultFile('ledger.md')).standing.map(entry => entry.content)
    const { redo } = await undo({ where: place.where })
    await undo({ where: place.where, run: redo })
    expect(place.read('MEMORY.md')).toBe(before)
    const again = readLedger(place.vaultFile('ledger.md'))
    expect(again.standing.map(entry => entry.content)).toEqual(standing)
    expect(again.entries.length).toBe(standing.length * 3)
  })

  it('leaves what OpenClaw’s own dreaming wrote alone byte for byte, and status says that both are on', async () => {
    const block =
      '<!-- openclaw:dreaming:light:start -->\n- Decided by the other dreamer\n<!-- openclaw:dreaming:light:end -->\n'
    const place = await ready({
      'MEMORY.md': `# Mine\n\n${block}\n## Stable knowledge\n<!-- openclaw-memory-promotion:k -->\n- promoted by it\n\n`,
      'memory/2026-02-01.md': `- Decided to sell the boat\n${block}`,
      'memory/.dreams/short-term-recall.json': '{}',
      'DREAMS.md': 'a diary\n',
    })
    const theirs = ['memory/.dreams/short-term-recall.json', 'DREAMS.md', 'memory/2026-02-01.md']
    const before = deepTree(place.root)
    await review({ where: place.where, epochMs: nightOf('2026-02-02') })
    const after = deepTree(place.root)
    for (const name of theirs) expect(after[name]).toBe(before[name])
    expect(place.read('MEMORY.md')).toContain(block)
    expect(place.read('MEMORY.md')).toContain('<!-- openclaw-memory-promotion:k -->\n- promoted by it\n')
    expect(place.read('MEMORY.md')).not.toContain('Decided by the other dreamer (')
    expect(journalStatus(place.where, place.root)?.native).toEqual(['memory/.dreams', 'DREAMS.md'])
  })

  it('J9 somebody’s edit of the snapshot in that very moment wins, and the ledger withdraws what did not happen', async () => {
    const place = await ready({
      'MEMORY.md': '## Current state\n- Building the Atlas prototype (2026-01-20)\n\n## Dream\n',
      'memory/2026-02-01.md': '- The Atlas prototype is finished\n',
    })
    let edits = 0
    const result = await review({
      where: place.where,
      epochMs: nightOf('2026-02-02'),
      judge: async () => {
        if (edits++ === 0)
          writeFileSync(join(place.root, 'MEMORY.md'), `${place.read('MEMORY.md')}\nmine, just now\n`)
        return [{ op: 'archive', item: 's1', entries: ['e1'], category: 'finished', reason: 'done' }]
      },
    })
    expect(edits).toBe(2)
    expect(result.did).toBe('distilled')
    expect(place.read('MEMORY.md')).toContain('mine, just now')
    expect(place.read('MEMORY.md')).not.toContain('- Building the Atlas')
    expect(readLedger(place.vaultFile('ledger.md')).standing).toHaveLength(1)
  })
})

describe('capture', () => {
  it('J4 writes to the right section at once, and to today’s journal', async () => {
    const place = await ready(JOURNALS)
    const report = await remember({
      where: place.where,
      text: 'I decided to sell the boat',
      epochMs: Date.parse('2026-02-04T10:05:00Z'),
    })
    expect(report).toMatchObject({ as: 'decision', section: 'current', journal: 'memory/2026-02-04.md' })
    expect(place.read('MEMORY.md')).toContain('- I decided to sell the boat (2026-02-04)')
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
    await undo({ where: place.where })
    await undo({ where: place.where })
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
    await undo({ where: place.where })
    await undo({ where: place.where })
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
    expect(place.read('MEMORY.md')).toContain('User prefers short answers [re-emerged] (2026-02-03)')
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
  it('J11 finds in journals and snapshot, ledger and index, each with its source', async () => {
    const place = await ready(JOURNALS)
    await review({ where: place.where, epochMs: nightOf('2026-02-04') })
    await indexContent({
      where: place.where,
      what: 'https://example.org/atlas-prototype',
      title: 'The Atlas prototype',
      epochMs: nightOf('2026-02-04'),
    })
    const { hits, memoryBy } = searchJournals({ where: place.where, query: 'atlas prototype' })
    expect(memoryBy).toBe('dream')
    expect(new Set(hits.map(hit => hit.part))).toEqual(new Set(['memory', 'ledger', 'index']))
    expect(hits.find(hit => hit.part === 'memory' && hit.source.startsWith('memory/'))?.source).toMatch(
      /^memory\/2026-02-0\d\.md:\d+$/,
    )
    expect(hits.find(hit => hit.part === 'ledger')?.source).toMatch(/^\[[0-9a-f]{8}\] 2026-02-04 \[\w/)
  })

  it('J11 asks openclaw for the first part where it is there', async () => {
    const place = await ready(JOURNALS)
    const bin = join(place.top, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'openclaw'), '#!/bin/sh\necho "memory/2026-02-01.md: from openclaw $3"\n')
    chmodSync(join(bin, 'openclaw'), 0o755)
    const where = { ...place.where, env: { ...place.where.env, PATH: `${bin}:/usr/bin:/bin` } }
    const report = searchJournals({ where, query: 'answers' })
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
    const place = journalPlace()
    places.push(place)
    const answers = ['vim', '', 'the boat', 'honesty', 'Anna']
    await initJournals({ where: place.where, epochMs: nightOf('2026-02-01'), answers: async () => answers })
    expect(place.read('MEMORY.md')).toBe(
      '## Current state\n- Most important project: the boat (2026-02-01)\n\n## Stable knowledge\n- Tools: vim (2026-02-01)\n- Core values: honesty (2026-02-01)\n\n## Relations and background\n- Most important people: Anna (2026-02-01)\n\n## Dream\n',
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

describe('bad input', () => {
  it('J1 a vault that is missing, or no folder, is a sentence', async () => {
    const place = journalPlace(JOURNALS)
    places.push(place)
    await expect(review({ where: place.where })).rejects.toThrow(
      /vault .* is not there; `dream init` makes it/,
    )
    writeFileSync(place.vault, 'a file')
    await expect(review({ where: place.where })).rejects.toThrow(/is no folder/)
    await expect(initJournals({ where: place.where })).rejects.toThrow(/is no folder/)
  })

  it('J5 a journal called 2026-13-45.md is told and not read', async () => {
    const place = await ready({ ...JOURNALS, 'memory/2026-13-45.md': '- Decided on nonsense\n' })
    const result = await review({ where: place.where, epochMs: nightOf('2026-02-04') })
    expect(result.warnings).toContain('memory/2026-13-45.md is named like a day and is none: it was not read')
    expect(place.read('MEMORY.md')).not.toContain('nonsense')
  })

  it('J7 a torn removed-entries.json loses nothing that could be read, and its bytes stay in history', async () => {
    const place = await ready({
      ...JOURNALS,
      'MEMORY.md': '## Current state\n- Building the Atlas prototype (2026-01-20)\n',
    })
    const torn =
      '[{"hash":"aaaaaaaa","summary":"once upon a time","removedAt":"2026-01-01 03:30","by":"dream","section":"current","reason":"x"},{"hash":"bb'
    writeFileSync(join(place.vault, 'meta/removed-entries.json'), torn)
    const result = await review({ where: place.where, epochMs: nightOf('2026-02-04') })
    expect(result.warnings.join()).toMatch(/removed-entries.json was damaged: 1 entries/)
    const kept = JSON.parse(place.vaultFile('meta/removed-entries.json')) as { summary: string }[]
    expect(kept[0]?.summary).toBe('once upon a time')
    await undo({ where: place.where })
    expect(place.vaultFile('meta/removed-entries.json')).toBe(torn)
  })

  it('J9 an index that does not match is written anew, and a ledger that was cut off is not written over', async () => {
    const place = await ready({
      ...JOURNALS,
      'MEMORY.md': '## Current state\n- Building the Atlas prototype (2026-01-20)\n',
    })
    const torn = '---\nID: aaaaaaaa\nArchived: 2026-01-01 03:30\nCategory: [note]\nCon'
    writeFileSync(join(place.vault, 'ledger.md'), torn)
    writeFileSync(join(place.vault, 'ledger-index.json'), '{"nonsense')
    const result = await review({ where: place.where, epochMs: nightOf('2026-02-04') })
    expect(result.warnings.join()).toMatch(/1 blocks that are not whole/)
    expect(place.vaultFile('ledger.md').startsWith(torn)).toBe(true)
    expect(JSON.parse(place.vaultFile('ledger-index.json'))).toHaveLength(
      readLedger(place.vaultFile('ledger.md')).standing.length,
    )
  })

  it('a journal that is a link or no text is told, and the others are read', async () => {
    const place = await ready({ 'memory/2026-02-01.md': '- Decided to sell the boat\n' })
    writeFileSync(join(place.top, 'secret.md'), '- Decided to steal it\n')
    symlinkSync(join(place.top, 'secret.md'), join(place.root, 'memory/2026-02-02.md'))
    writeFileSync(join(place.root, 'memory/2026-02-03.md'), Buffer.from([0x2d, 0x20, 0xff, 0xfe, 0x0a]))
    const result = await review({ where: place.where, epochMs: nightOf('2026-02-04') })
    expect(result.counts.added).toBe(1)
    expect(result.warnings.join('\n')).toMatch(/symbolic link[\s\S]*not valid UTF-8/)
    expect(place.read('MEMORY.md')).not.toContain('steal')
  })
})

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
        const desk = { sys: realSys, stateHome: home, clock: realClock }
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
    const place = journalPlace(OLD)
    places.push(place)
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
    expect(readLedger(place.vaultFile('ledger.md')).standing).toEqual([])
  })
})
