import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexOf, indexText, ledgerBlocks, newId, readLedger, WITHDRAWN } from '../../src/journal/ledger.ts'
import { cutFor, limitsFor } from '../../src/journal/limits.ts'
import { joinLines, splitLines } from '../../src/journal/lines.ts'
import {
  asTopic,
  hasId,
  identityOf,
  indexLine,
  topicLine,
  topicsFor,
  topicText,
  withIndexLine,
} from '../../src/journal/obsidian.ts'
import { readJournal } from '../../src/journal/read-journal.ts'
import { readRemoved, removedText } from '../../src/journal/removed.ts'
import { editSnapshot, hasSections, parseSnapshot, SECTIONS } from '../../src/journal/sections.ts'
import { addDays, calendarDay } from '../../src/languages/calendar.ts'
import { namedDay } from '../../src/languages/dates.ts'

const about = { file: 'memory/2026-02-27.md', date: '2026-02-27' }
const textsOf = (journal: string, from?: number) => readJournal(journal, about, from).map(entry => entry.text)

describe('a journal', () => {
  it('J5 is read as entries: items, tasks, paragraphs, rows, times, several languages, each with its line', () => {
    const journal = [
      '---',
      'mood: fine',
      '---',
      '# 2026-02-27',
      '',
      '## Session 10:00',
      '',
      '- 10:32 - Decided to use **Postgres**',
      '  for the shop',
      '- [x] Write the report',
      '- [ ] Call the bank',
      '* 决定用 Obsidian 替代 Notion',
      '1. User: prefers tea',
      '',
      'The first sentence is here. The second one',
      'goes on in the next line.',
      '',
      '| who | role |',
      '| --- | --- |',
      '| Anna | accountant |',
      '',
      '```',
      '- not an entry',
      '```',
      '<!-- nor this -->',
      '> quoted by somebody',
    ].join('\r\n')
    const entries = readJournal(journal, about)
    expect(
      entries.map(({ text, source, shape, task, time, speaker }) => [
        source.line,
        shape,
        text,
        task,
        time,
        speaker,
      ]),
    ).toEqual([
      [8, 'item', 'Decided to use Postgres for the shop', undefined, '10:32', undefined],
      [10, 'task', 'Write the report', 'done', '10:00', undefined],
      [11, 'task', 'Call the bank', 'open', '10:00', undefined],
      [12, 'item', '决定用 Obsidian 替代 Notion', undefined, '10:00', undefined],
      [13, 'item', 'prefers tea', undefined, '10:00', 'user'],
      [15, 'paragraph', 'The first sentence is here.', undefined, '10:00', undefined],
      [15, 'paragraph', 'The second one goes on in the next line.', undefined, '10:00', undefined],
      [20, 'row', 'who: Anna; role: accountant', undefined, '10:00', undefined],
      [26, 'quote', 'quoted by somebody', undefined, '10:00', undefined],
    ])
    expect(entries[0]?.headings).toEqual(['2026-02-27', 'Session 10:00'])
  })

  it('J5 that grew is read from where the last review ended', () => {
    expect(textsOf('- one two three\n- four five six\n- seven eight nine\n', 3)).toEqual(['seven eight nine'])
  })

  it('leaves out what OpenClaw’s own dreaming wrote there', () => {
    const journal =
      '- mine is here\n<!-- openclaw:dreaming:light:start -->\n- theirs\n\n- theirs too\n<!-- openclaw:dreaming:light:end -->\n- mine again\n'
    expect(textsOf(journal)).toEqual(['mine is here', 'mine again'])
  })

  it('gives its lines back byte for byte, whatever they hold, in time that grows with their length', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        text => joinLines(splitLines(text)) === text,
      ),
    )
    const hostile = [
      '- '.repeat(50_000),
      '#'.repeat(100_000),
      '|'.repeat(100_000),
      ' '.repeat(100_000),
      '<!--'.repeat(30_000),
      '**'.repeat(50_000),
      '[re-emerged] '.repeat(10_000),
    ]
    for (const text of hostile) expect(readJournal(text, about)).toBeDefined()
  })
})

describe('days', () => {
  it('J1 a journal called 2026-13-45 is no day', () => {
    expect(calendarDay(2026, 13, 45)).toBeUndefined()
    expect(calendarDay(2026, 2, 29)).toBeUndefined()
    expect(calendarDay(2028, 2, 29)).toBeDefined()
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  })

  it.each([
    ['due by March 3', '2026-03-03'],
    ['the 3rd of March', '2026-03-03'],
    ['due 2026-04-01', '2026-04-01'],
    ['by Friday', '2026-03-06'],
    ['next Tuesday', '2026-03-03'],
    ['tomorrow', '2026-02-28'],
    ['end of the month', '2026-02-28'],
    ['3月15日之前', '2026-03-15'],
    ['下周三', '2026-03-04'],
    ['本周日', '2026-03-01'],
    ['by August 30', '2026-08-30'],
    ['by November 30', '2025-11-30'],
    ['nothing of the kind', undefined],
  ])('J6 a deadline in words is a day: %s', (text, day) => {
    // A Friday.
    expect(namedDay(text, '2026-02-27')).toBe(day)
  })
})

describe('limits', () => {
  it('J3 count UTF-16 code units and shrink in proportion to the cut in force', () => {
    expect(limitsFor(cutFor(undefined, false))).toEqual({
      target: 15_000,
      compress: 16_000,
      hard: 18_000,
      cut: 20_000,
    })
    expect(limitsFor(cutFor(undefined, true))).toEqual({
      target: 9000,
      compress: 9600,
      hard: 10_800,
      cut: 12_000,
    })
    expect(limitsFor(cutFor(4000, true))).toEqual({ target: 3000, compress: 3200, hard: 3600, cut: 4000 })
    expect(limitsFor(cutFor(40_000, true)).target).toBe(15_000)
  })
})

describe('the snapshot', () => {
  const chinese =
    '# 记忆\n\n## 当前状态\n<!-- 项目 -->\n- 装修厨房\n\n## 稳定认知\n- 喜欢绿茶\n\n## 关系与背景\n\n## Dream\n'

  it('J2 has four sections, in the language that the file uses', () => {
    const file = parseSnapshot(chinese)
    expect(file.language).toBe('zh')
    expect([...file.places.keys()]).toEqual([...SECTIONS])
    expect(file.items.map(item => [item.section, item.text])).toEqual([
      ['current', '装修厨房'],
      ['stable', '喜欢绿茶'],
    ])
    expect(hasSections(chinese)).toBe(true)
  })

  it('J2 without sections gets them at its end, and what stood there stays', () => {
    const text = editSnapshot(parseSnapshot('my own words\nwithout an end'), [
      { kind: 'add', section: 'stable', text: 'likes tea' },
    ])
    expect(text.startsWith('my own words\nwithout an end\n')).toBe(true)
    expect(hasSections(text)).toBe(true)
    expect(parseSnapshot(text).items.map(item => item.text)).toEqual(['likes tea'])
  })

  it('J2 is edited line by line: every other byte stays', () => {
    const crlf = '## Current state\r\n* one\r\n  goes on\r\n* two\r\n\r\n## Notes of mine\r\n- keep\r\n'
    const file = parseSnapshot(crlf)
    const [one, two] = file.items
    const text = editSnapshot(file, [
      { kind: 'replace', item: one!, text: 'first' },
      { kind: 'remove', item: two! },
      { kind: 'add', section: 'current', text: 'third <!-- no comment -->' },
    ])
    expect(
      text.startsWith(
        '## Current state\r\n* first\r\n- third no comment\r\n\r\n## Notes of mine\r\n- keep\r\n',
      ),
    ).toBe(true)
  })

  it('J2 Dream’s own section is written anew; a line that a person put there stays', () => {
    const text = '## Current state\n\n## Dream\n- [aaaaaaaa] 2026-01-01 [note] old\n- by hand\n'
    const edited = editSnapshot(parseSnapshot(text), [
      { kind: 'dream', lines: ['[bbbbbbbb] 2026-01-02 [note] new'] },
    ])
    expect(edited).toContain('## Dream\n- by hand\n- [bbbbbbbb] 2026-01-02 [note] new\n')
    expect(edited).not.toContain('aaaaaaaa')
  })

  it('leaves blocks of OpenClaw’s own dreaming alone byte for byte', () => {
    const theirs = '<!-- openclaw-memory-promotion:memory:memory/2026-01-01.md:3:3 -->\n- promoted by it\n'
    const file = parseSnapshot(`## Stable knowledge\n${theirs}\n- mine\n`)
    expect(file.items.map(item => [item.text, item.managed])).toEqual([
      ['promoted by it', true],
      ['mine', false],
    ])
  })

  it('any edits on any text leave all other lines in place', () => {
    const line = fc.constantFrom(
      '- a fact',
      '## Current state',
      '## Dream',
      'plain',
      '',
      '<!-- c -->',
      '## Mine',
      '  deeper',
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), lines => {
        const text = lines.join('\n')
        const file = parseSnapshot(text)
        const edited = editSnapshot(file, [{ kind: 'add', section: 'current', text: 'new one' }])
        const rest = edited.split('\n').filter(each => each !== '- new one')
        for (const each of lines) expect(rest).toContain(each)
        expect(parseSnapshot(edited).items.some(item => item.text === 'new one')).toBe(true)
      }),
    )
  })
})

describe('the ledger', () => {
  const entry = (id: string, content = 'Decided to use Obsidian') => ({
    id,
    at: '2026-02-27 03:31',
    category: 'decision',
    content,
    source: 'memory/2026-02-27.md:4',
  })

  it('J9 is made of blocks whose keys are in the file’s own language, and both are read', () => {
    const english = ledgerBlocks([entry('aaaaaaaa')], '')
    expect(english).toBe(
      '---\nID: aaaaaaaa\nArchived: 2026-02-27 03:31\nCategory: [decision]\nContent: Decided to use Obsidian\nSource: memory/2026-02-27.md:4\n---\n',
    )
    const chinese =
      '---\nID: a3f8c201\n入档时间: 2026-02-27 03:31\n类别: [决策]\n内容: 决定用 Obsidian\n来源: memory/2026-02-27.md，首次出现\n---\n'
    const both = chinese + ledgerBlocks([entry('bbbbbbbb')], chinese)
    expect(both).toContain('入档时间: 2026-02-27 03:31\n类别: [decision]')
    expect(readLedger(both).active.map(each => each.id)).toEqual(['a3f8c201', 'bbbbbbbb'])
  })

  it('J9 an id grows on a clash', () => {
    expect(newId('0123456789abcdef', new Set())).toBe('01234567')
    expect(newId('0123456789abcdef', new Set(['01234567', '012345678']))).toBe('0123456789')
  })

  it('J9 what was withdrawn is left out of counts, and stays in the file', () => {
    const text = ledgerBlocks([entry('aaaaaaaa'), entry('bbbbbbbb')], '')
    const withdrawn = {
      ...entry('cccccccc'),
      category: WITHDRAWN,
      content: 'aaaaaaaa Decided to use Obsidian',
    }
    const all = text + ledgerBlocks([withdrawn], text)
    expect(readLedger(all).active.map(each => each.id)).toEqual(['bbbbbbbb'])
    expect(readLedger(all).entries).toHaveLength(3)
  })

  it('J9 the index is made from the ledger alone: the same text gives the same index', () => {
    const { active } = readLedger(ledgerBlocks([entry('aaaaaaaa')], ''))
    expect(indexOf(active)).toEqual([
      {
        id: 'aaaaaaaa',
        time: '2026-02-27 03:31',
        category: 'decision',
        summary: 'Decided to use Obsidian',
        source: 'memory/2026-02-27.md:4',
        score: 15,
      },
    ])
    expect(indexText(active)).toBe(indexText(readLedger(ledgerBlocks([entry('aaaaaaaa')], '')).active))
  })

  it('J9 cut off at any byte keeps every whole block, and what is appended then is whole', () => {
    const whole = ledgerBlocks([entry('aaaaaaaa'), entry('bbbbbbbb', 'second')], '')
    for (let at = 0; at <= whole.length; at++) {
      const torn = whole.slice(0, at)
      const before = readLedger(torn).active.map(each => each.id)
      const after = readLedger(torn + ledgerBlocks([entry('cccccccc')], torn)).active.map(each => each.id)
      expect(after.filter(id => id !== 'cccccccc')).toEqual(before)
      expect(after).toContain('cccccccc')
    }
  })
})

describe('what was removed', () => {
  const removed = (summary: string) => ({
    hash: 'aaaaaaaa',
    summary,
    removedAt: '2026-02-27 03:31',
    by: 'dream' as const,
    section: 'current' as const,
    reason: 'finished',
  })

  it('J7 a torn removed-entries.json gives back every entry that is whole', () => {
    const text = removedText([removed('one "quoted" {brace}'), removed('two'), removed('three')])
    expect(readRemoved(text)).toEqual({
      entries: [removed('one "quoted" {brace}'), removed('two'), removed('three')],
      state: 'whole',
    })
    const torn = readRemoved(text.slice(0, text.lastIndexOf('three')))
    expect(torn.state).toBe('torn')
    expect(torn.entries.map(each => each.summary)).toEqual(['one "quoted" {brace}', 'two'])
    expect(readRemoved('not json at all')).toEqual({ entries: [], state: 'torn' })
    expect(readRemoved('')).toEqual({ entries: [], state: 'whole' })
  })
})

describe('the Obsidian index', () => {
  const item = {
    id: 'a3f8c201',
    title: 'On [tomatoes]',
    source: 'https://example.org/t',
    day: '2026-02-27',
    topics: ['garden'],
    summary: 'How they grow',
  }

  it('J12 has a line with link, date, tag, a link to the topic and a block that others link to', () => {
    expect(indexLine(item)).toBe(
      '- 2026-02-27 [On tomatoes](https://example.org/t) — How they grow #garden [[topics/garden|garden]] ^a3f8c201',
    )
    expect(topicLine(item)).toBe('- 2026-02-27 [[_index#^a3f8c201|On tomatoes]] — How they grow')
    expect(topicText('', 'garden', topicLine(item))).toContain('tags: [garden]')
  })

  it('J12 newest first, below the heading, and no earlier line changes', () => {
    const first = withIndexLine('', indexLine(item))
    const second = withIndexLine(first, indexLine({ ...item, id: 'bbbbbbbb', day: '2026-02-28' }))
    expect(second.indexOf('bbbbbbbb')).toBeLessThan(second.indexOf('a3f8c201'))
    expect(second.endsWith(first.slice(first.indexOf('- ')))).toBe(true)
    expect(hasId(second, 'a3f8c201')).toBe(true)
    expect(hasId(second, 'cccccccc')).toBe(false)
  })

  it('J12 an address is the same without what tracks its reader', () => {
    const plain = identityOf('https://example.org/a/b')
    for (const other of [
      'http://example.org/a/b/',
      'https://example.org/a/b?utm_source=x',
      'https://example.org/a/b#part',
    ])
      expect(identityOf(other)).toBe(plain)
    expect(identityOf('https://example.org/a/c')).not.toBe(plain)
  })

  it('J12 takes up to five topics, each a tag and a plain file name', () => {
    expect(topicsFor('a note #one #two', ['A B/c', '..'], [])).toEqual(['a-b-c', 'one', 'two'])
    expect(topicsFor('x', ['1', '2', '3', '4', '5', '6'], [])).toHaveLength(5)
    fc.assert(fc.property(fc.string(), text => /^[\p{L}\p{N}-]{0,40}$/u.test(asTopic(text))))
  })
})
