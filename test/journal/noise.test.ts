import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { distil } from '../../src/journal/distil.ts'
import { limitsFor } from '../../src/journal/limits.ts'
import { readJournal } from '../../src/journal/read-journal.ts'
import type { ReviewInput } from '../../src/journal/review-input.ts'
import { parseSnapshot } from '../../src/journal/sections.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const EMPTY = '## Current state\n\n## Stable knowledge\n\n## Relations and background\n\n## Dream\n'

const night = (journal: string, more: Partial<ReviewInput> = {}) =>
  distil({
    now: { day: '2026-02-02', time: '03:30' },
    snapshot: EMPTY,
    ledger: '',
    removed: [],
    seen: [],
    entries: readJournal(journal, { file: 'memory/2026-02-02.md', date: '2026-02-02' }),
    limits: limitsFor({ chars: 20_000, from: 'seed' }),
    boot: new Set(),
    hash: md5,
    reemerge: 'ask',
    ...more,
  })

const linesOf = (journal: string) =>
  parseSnapshot(night(journal).snapshot)
    .items.filter(({ section }) => section !== 'dream')
    .map(({ text }) => text.replace(/ \(memory.*$/, ''))

const rooms = ['Kitchen', 'Hall', 'Attic', 'Cellar', 'Porch']

describe('what stands around a line', () => {
  it('J23 a form that is filled in for every piece of work is no knowledge, said however firmly', () => {
    const form = (room: string) =>
      `## ${room} survey\n\n- Old paint: must be scraped off the ${room.toLowerCase()} door first\n- Sockets: only the two in the ${room.toLowerCase()} corner\n`
    expect(linesOf(`# 2026-02-02\n\n${rooms.map(form).join('\n')}`)).toEqual([])
    expect(linesOf(`# 2026-02-02\n\n${form('Kitchen')}`)).toHaveLength(2)
  })

  it('J23 nor in Chinese', () => {
    const form = (room: string) => `## ${room}检修\n\n- 旧漆：${room}的门必须先刮掉旧漆再上新漆\n`
    const five = ['厨房', '客厅', '阁楼', '地窖', '门廊']
    expect(linesOf(`# 2026-02-02\n\n${five.map(form).join('\n')}`)).toEqual([])
    expect(linesOf(`# 2026-02-02\n\n${form('厨房')}`)).toHaveLength(1)
  })

  it('J22 an address that every service has is none', () => {
    const service = (room: string) =>
      `## ${room} service\n\n- Location: \`services/${room.toLowerCase()}/\`\n`
    expect(linesOf(`# 2026-02-02\n\n${rooms.map(service).join('\n')}`)).toHaveLength(5)
  })

  it('J23 an inventory of what was built stays in the journal, its address does not', () => {
    const built = `# 2026-02-02\n\n## Boat shop site - done ✅\n\n### Features\n\n${[
      'Product list',
      'Price filter',
      'Guest login',
      'Dark theme',
      'Photo viewer',
      'Invoice print',
    ]
      .map(feature => `- ${feature}`)
      .join('\n')}\n\n### Where it is\n\n- Path: \`/srv/boat-shop/\`\n`
    expect(linesOf(built)).toEqual([expect.stringContaining('/srv/boat-shop/')])
  })

  it.each([
    ['## Principles\n\n- ✅ Quality before speed\n- ✅ Reuse before rewriting\n- ❌ Invented sources\n', 3],
    ['## 核心原则\n\n- ✅ 质量 > 速度\n- ✅ 先复用再创新\n- ❌ 编造来源\n', 3],
  ])('J22 under rules a short line with a sign before it counts: %j', (journal, lines) => {
    expect(linesOf(`# 2026-02-02\n\n${journal}`)).toHaveLength(lines)
  })

  it.each([
    ['- 图书馆新增注意力训练角', 0],
    ['- 注意：图书馆周一闭馆，不要安排活动', 1],
  ])('J23 a Chinese cue inside another word is none: %j', (line, lines) => {
    expect(linesOf(`# 2026-02-02\n\n## 图书馆\n\n${line}\n`)).toHaveLength(lines)
  })
})

describe('an owner’s file that is too long', () => {
  const own = [
    '# My notes',
    '',
    '- Never lend the boat to strangers',
    ...Array.from(
      { length: 300 },
      (_, at) => `- Checked ${at + 10} files on deck ${at}, all fine, ${'x'.repeat(40)}`,
    ),
    '- The harbour code word stays with Jo alone',
  ].join('\n')
  const journal = '## Harbour\n\n- Decision: the crane moves to pier 4\n'

  it('J8 says which lines would have to leave, and changes nothing', () => {
    const said = night(journal, { snapshot: `${own}\n\n${EMPTY}` })
    expect(said.snapshot).toBe(`${own}\n\n${EMPTY}`)
    expect(said.movable!.length).toBeGreaterThan(50)
    expect(said.movable!.every(text => text.startsWith('Checked'))).toBe(true)
  })

  it('J8 moves them to the ledger on a word, the lightest first, and adds what is new', () => {
    const said = night(journal, { snapshot: `${own}\n\n${EMPTY}`, owners: 'leave' })
    expect(said.over).toBeUndefined()
    expect(said.snapshot.length).toBeLessThanOrEqual(15_000)
    expect(said.snapshot).toContain('# My notes\n\n- Never lend the boat to strangers\n')
    expect(said.snapshot).toContain('- The harbour code word stays with Jo alone')
    expect(said.snapshot).toContain('the crane moves to pier 4')
    const gone = own.split('\n').filter(line => line.startsWith('- ') && !said.snapshot.includes(line))
    for (const line of gone) expect(said.ledgerText).toContain(line.slice(2))
  })
})

describe('a name that changed', () => {
  it.each([
    ['- Script: `scripts/count.py` → `scripts/count_all.py`', '`scripts/count.py`', 'count_all.py'],
    ['- 脚本：`tools/tide.sh` → `tools/tide2.sh`', 'harbour/tools/tide.sh', 'tide2.sh'],
  ])('J22 the line that says so takes the place of what named the old one: %s', (line, old, now) => {
    const first = night(`## Harbour\n\n- The night job always starts ${old}, never the editor\n`)
    expect(first.snapshot).toContain(old)
    const second = night('', {
      now: { day: '2026-02-05', time: '03:30' },
      snapshot: first.snapshot,
      entries: readJournal(`## Harbour\n\n${line}\n`, { file: 'memory/2026-02-04.md', date: '2026-02-04' }),
    })
    expect(second.snapshot).toContain(now)
    const lines = parseSnapshot(second.snapshot).items.filter(({ section }) => section !== 'dream')
    expect(lines.map(({ text }) => text).join('\n')).not.toContain('night job')
    expect(second.ledgerText).toContain('Category: [replaced]')
  })

  it('J22 a chain of steps renames nothing', () => {
    const first = night('## Harbour\n\n- The crane always waits for `lift/ready.txt`, never for the clock\n')
    const second = night('', {
      now: { day: '2026-02-05', time: '03:30' },
      snapshot: first.snapshot,
      entries: readJournal('## Harbour\n\n- Steps: `lift/ready.txt` → `lift/up.txt` → `lift/done.txt`\n', {
        file: 'memory/2026-02-04.md',
        date: '2026-02-04',
      }),
    })
    expect(second.snapshot).toContain('The crane always waits')
  })
})
