import { existsSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { indexContent } from '../../src/journal/index-file.ts'
import { readLedger } from '../../src/journal/ledger.ts'
import { review } from '../../src/journal/review.ts'
import { journalStatus } from '../../src/journal/status.ts'
import { dreamAt } from '../dream-at.ts'
import { deepTree, nightOf } from './place.ts'
import { JOURNALS, ready } from './workspace.ts'

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
    expect(place.read('MEMORY.md')).toMatch(/## Dream\n<!--.*-->\n- \[/)
    expect(readLedger(place.vaultFile('ledger.md')).active[0]).toMatchObject({
      content: 'Decided to build the Atlas prototype',
      source: 'memory/2026-02-01.md, first seen',
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
    expect(readLedger(ledger).active.length).toBeGreaterThan(0)
    for (let back = trees.length - 2; back >= 0; back--) {
      const [before] = [place.vaultFile('ledger.md')]
      const result = await dreamAt(place.where).undo()
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
    expect(readLedger(place.vaultFile('ledger.md')).active).toEqual([])
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
    const standing = readLedger(place.vaultFile('ledger.md')).active.map(entry => entry.content)
    const { redo } = await dreamAt(place.where).undo()
    await dreamAt(place.where).undo({ run: redo })
    expect(place.read('MEMORY.md')).toBe(before)
    const again = readLedger(place.vaultFile('ledger.md'))
    expect(again.active.map(entry => entry.content)).toEqual(standing)
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
    expect(readLedger(place.vaultFile('ledger.md')).active).toHaveLength(1)
  })
})
