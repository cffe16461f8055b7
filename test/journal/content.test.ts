import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Distilled } from '../../src/journal/carry-out.ts'
import { distil } from '../../src/journal/distil.ts'
import { describedBy } from '../../src/journal/forget-matches.ts'
import { limitsFor } from '../../src/journal/limits.ts'
import { readJournal } from '../../src/journal/read-journal.ts'
import { remember } from '../../src/journal/remember.ts'
import { review } from '../../src/journal/review.ts'
import type { ReviewInput } from '../../src/journal/review-input.ts'
import { parseSnapshot } from '../../src/journal/sections.ts'
import { worthOf } from '../../src/journal/worth.ts'
import { dreamAt } from '../dream-at.ts'
import { nightOf } from './place.ts'
import { ready } from './workspace.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const EMPTY = '## Current state\n\n## Stable knowledge\n\n## Relations and background\n\n## Dream\n'
const CHINESE = '## 当前状态\n\n## 稳定认知\n\n## 关系与背景\n\n## Dream\n'

function night(day: string, journal: string, more: Partial<ReviewInput> = {}): Distilled {
  return distil({
    now: { day, time: '03:30' },
    snapshot: EMPTY,
    ledger: '',
    removed: [],
    seen: [],
    entries: readJournal(journal, { file: `memory/${day}.md`, date: day }),
    limits: limitsFor({ chars: 20_000, from: 'seed' }),
    boot: new Set(),
    hash: md5,
    reemerge: 'ask',
    ...more,
  })
}

const linesOf = ({ snapshot }: Distilled) =>
  parseSnapshot(snapshot)
    .items.filter(({ section }) => section !== 'dream')
    .map(({ text }) => text)
const worthOfLine = (text: string) =>
  worthOf(readJournal(text, { file: 'memory/2026-02-02.md', date: '2026-02-02' }).at(-1)!).is

describe('a line of a journal', () => {
  it('J21 J23 is judged with its headings and its lead-in, and stands behind its subject', () => {
    const said = night(
      '2026-02-02',
      '# 2026-02-02\n\n## Harbour site\n\n**Decisions:**\n- Postgres, not MySQL\n- Backups run daily at 2 AM\n\n## Heartbeat 09:15\n\n- Load: 0.04\n- Site: running, no issues\n- Checked 14 files\n',
    )
    expect(linesOf(said)).toEqual([
      '**Harbour site**: Postgres, not MySQL (memory/2026-02-02.md)',
      '**Harbour site**: Backups run daily at 2 AM (memory/2026-02-02.md)',
    ])
  })

  it('J21 J23 and in Chinese', () => {
    const said = night(
      '2026-02-02',
      '# 2026-02-02\n\n## 港口网站\n\n**决策**：\n- 数据库用 Postgres，不用 MySQL\n- 每天凌晨 2 点备份，保留 30 天\n\n## 心跳检查（09:15）\n\n- 负载: 0.04\n- 系统状态: 稳定运行\n- 累计扫描 14 次\n',
      { snapshot: CHINESE },
    )
    expect(linesOf(said)).toEqual([
      '**港口网站**：数据库用 Postgres，不用 MySQL (memory/2026-02-02.md)',
      '**港口网站**：每天凌晨 2 点备份，保留 30 天 (memory/2026-02-02.md)',
    ])
  })

  it.each([
    ['## Notes\n\n- Never deploy the shop without a backup', 'lasting'],
    ['## Rules\n\n- Only Jo may approve refunds', 'lasting'],
    ['## Status\n\n- All services running, no new issues', 'passing'],
    ['## Commits\n\n- Committed: 4fe12ab9', 'passing'],
    ['- Just kidding: the office moves to the moon, never tell', 'passing'],
    ['## Ports\n\n| Name | Port |\n| --- | --- |\n| web | must be 3001 |', 'passing'],
    ['## 规则\n\n- 退款只能由小周批准', 'lasting'],
    ['## 统计\n\n- 累计完成 14 次检查，系统稳定', 'passing'],
  ])('J23 %j is %s', (text, is) => {
    expect(worthOfLine(text)).toBe(is)
  })

  it('J23 saying something twice does not make it knowledge', () => {
    const journal = '## Status\n\n- All verified working\n- Updated file: main.css\n'
    const first = night('2026-02-02', journal)
    const second = night('2026-02-03', journal, { seen: first.seen, snapshot: first.snapshot })
    expect(linesOf(second)).toEqual([])
  })

  it('J22 a newer value of the same thing replaces it, whether or not it names the old one', () => {
    const first = night('2026-02-02', '## Harbour site\n\n- Port: 3001 on the web host\n')
    const second = night('2026-02-05', '## Harbour site\n\n- Port: 3008 on the web host\n', {
      snapshot: first.snapshot,
    })
    expect(linesOf(second)).toEqual(['**Harbour site**: Port: 3008 on the web host (memory/2026-02-05.md)'])
    const successor = md5('**Harbour site**: Port: 3008 on the web host').slice(0, 8)
    expect(second.ledgerText).toContain('Category: [replaced]')
    expect(second.ledgerText).toContain('Content: **Harbour site**: Port: 3001 on the web host')
    expect(second.ledgerText).toContain(
      `Source: memory/2026-02-02.md, first seen; replaced by ${successor}\n`,
    )
  })

  it('J21 a Chinese ledger says where it stood first, as the seed prints it', () => {
    const first = night('2026-02-02', '## 港口网站\n\n- 端口：3001，网站主机使用\n', { snapshot: CHINESE })
    const second = night('2026-02-05', '## 港口网站\n\n- 端口：3008，网站主机使用\n', {
      snapshot: first.snapshot,
    })
    expect(second.ledgerText).toMatch(/来源: memory\/2026-02-02\.md，首次出现；由 [0-9a-f]{8} 取代\n/)
  })

  it('J22 what is important and finished goes to the ledger though it never was a line', () => {
    const said = night('2026-02-02', '- Decided on the blue logo, and the work on it is finished\n')
    expect(linesOf(said)).toEqual([])
    expect(said.ledgerText).toContain('Source: memory/2026-02-02.md, first seen')
  })

  it('J21 lines of one subject stand together, and deadlines in their order', () => {
    const first = night(
      '2026-02-02',
      '## Harbour\n\n- Only Jo may deploy to the web host\n\n## Garden\n\n- Never water at noon\n\n## Dates\n\n- The grant report is due on May 12\n- The tax form is due on April 3\n',
    )
    const second = night(
      '2026-02-03',
      '## Harbour\n\n- Only Lee may approve refunds\n\n## Dates\n\n- The visa is due on April 20\n',
      { snapshot: first.snapshot },
    )
    const lines = linesOf(second)
    const at = (words: string): number => lines.findIndex(line => line.includes(words))
    expect(at('Lee')).toBe(at('Jo') + 1)
    expect(at('tax form')).toBeLessThan(at('visa'))
    expect(at('visa')).toBeLessThan(at('grant'))
  })

  it('J8 of more than there is room for the heaviest stay, and nothing ends over the limit', () => {
    const many = Array.from({ length: 400 }, (_, at) => `- Only person ${at} may open the door of hall ${at}`)
    const said = night('2026-02-02', `## Doors\n\n${many.join('\n')}\n`)
    expect(said.over).toBeUndefined()
    expect(said.snapshot.length).toBeLessThanOrEqual(15_000)
    expect(said.snapshot.length).toBeGreaterThan(10_000)
    expect(said.decisions.some(({ reason }) => reason.startsWith('no room'))).toBe(true)
  })

  it('J14 a few characters find what the journal says with more between them', () => {
    expect(describedBy('养猫')('他们家养一只猫')).toBe(true)
    expect(describedBy('养猫')('猫喜欢养乐多')).toBe(false)
  })
})

describe('dream load', () => {
  it('shows the summary file and nothing of the books of Dream', async () => {
    const place = await ready({ 'memory/2026-02-01.md': '- Decided to sell the boat\n' })
    await review({ where: place.where })
    const { text } = await dreamAt(place.where).load({})
    expect(text).toContain('Decided to sell the boat')
    expect(text).not.toMatch(/@vault|counts\.json|ledger\.md|written|reviewed/)
  })
})

describe('hibernation', () => {
  it('J20 ends by itself where a journal grows, and the tick reviews it', async () => {
    const place = await ready({ 'memory/2026-02-01.md': '- Decided to sell the boat\n' })
    await review({ where: place.where, epochMs: nightOf('2026-02-02') })
    const tick = (day: string) => review({ where: place.where, scheduled: true, epochMs: nightOf(day) })
    expect((await tick('2026-02-20')).did).toBe('hibernating')
    expect((await tick('2026-02-21')).did).toBe('hibernating')
    await remember({ where: place.where, text: 'The soup was good', epochMs: nightOf('2026-02-21') })
    place.put('memory/2026-02-22.md', '- Decided to buy the barge\n')
    expect((await tick('2026-02-22')).did).not.toBe('hibernating')
    expect(place.vaultFile('meta/dream-state.txt')).not.toBe('hibernating\n')
  })

  it('J20 a journal that somebody else writes is enough', async () => {
    const place = await ready({ 'memory/2026-02-01.md': '- Decided to sell the boat\n' })
    await review({ where: place.where, epochMs: nightOf('2026-02-02') })
    const tick = (day: string) => review({ where: place.where, scheduled: true, epochMs: nightOf(day) })
    await tick('2026-02-20')
    expect((await tick('2026-02-21')).did).toBe('hibernating')
    place.put('memory/2026-02-22.md', '- Decided to buy the barge\n')
    expect((await tick('2026-02-22')).did).toBe('distilled')
    expect(place.read('MEMORY.md')).toContain('Decided to buy the barge (memory/2026-02-22.md)')
  })
})
