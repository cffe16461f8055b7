import { describe, expect, it } from 'vitest'
import { ccbEngine } from '../../src/search/ccb-engine.ts'
import { collect } from '../../src/search/collection.ts'
import type { RecallDocument } from '../../src/search/engine.ts'
import { INTENTS, type IntentKind, intentByRules } from '../../src/search/intent.ts'
import { document } from './documents.ts'

const filler = (subject: string) =>
  Array.from({ length: 40 }, (_, at) => `Paragraph ${at} is about the ${subject} in general.`).join('\n')

/** For each kind: a question, the note that this kind prefers, and one that a plain search prefers or has as good. */
const CASES: Record<
  Exclude<IntentKind, 'hybrid'>,
  readonly { query: string; wanted: Partial<RecallDocument>; other: Partial<RecallDocument> }[]
> = {
  'simple-fact': [
    {
      query: 'what port does the staging proxy use',
      wanted: { text: `${filler('weather')}\nThe staging proxy has to use port 8443.\n${filler('garden')}` },
      other: {
        text: `The port. ${filler('weather')}\nStaging, staging. ${filler('garden')}\nThe proxy, a proxy. They use it: port.`,
      },
    },
  ],
  'preference-recall': [
    {
      query: 'how does the user like commit messages',
      wanted: { type: 'feedback', text: 'Commit messages are short.' },
      other: { type: 'project', text: 'Commit messages are shorn.' },
    },
    {
      query: '我喜欢怎样的提交信息',
      wanted: { type: 'user', text: '提交信息要短。' },
      other: { type: 'reference', text: '提交信息要长。' },
    },
  ],
  'causal-reasoning': [
    {
      query: 'why did we leave redis',
      wanted: { text: 'We had to leave redis because of its licence.' },
      other: { text: 'We had to leave redis on a Monday in the rain.' },
    },
    {
      query: '为什么放弃 redis',
      wanted: { text: '放弃 redis 是因为许可证。' },
      other: { text: '放弃 redis 花了两个星期。' },
    },
  ],
  'entity-relationship': [
    {
      query: 'who works with Marta on the blue boat engine',
      wanted: { text: 'Works: with Marta, somewhere else entirely, and nobody knows on what.' },
      other: { text: 'Works: with paint, a boat somewhere else entirely, and nobody knows on what.' },
    },
  ],
  'temporal-analysis': [
    {
      query: 'when did the printer break',
      wanted: { text: 'The printer did break on 2026-03-02.' },
      other: { text: 'The printer did break in the big hall.' },
    },
    {
      query: '打印机什么时候坏的',
      wanted: { text: '打印机坏了，2026年3月2日。' },
      other: { text: '打印机坏了，在大厅的角落里。' },
    },
  ],
}

const NOISE = ['Soup on Fridays.', 'The garden hose leaks.', 'Trains leave at nine.', '周末去爬山。'].map(
  (text, at) => document(`noise${at}`, { text }),
)

async function order(query: string, intent: IntentKind, all: readonly RecallDocument[]) {
  const engine = ccbEngine({
    index: collect(all),
    documents: all,
    textOf: ({ text }) => ({ text, line: 1 }),
    today: '2026-11-16',
  })
  const { hits } = await engine.search({ query, limit: 5, walk: [], intent }, new AbortController().signal)
  return hits.map(({ document: { id }, score }) => ({ id, score }))
}

describe('M19 each kind of question changes how the notes are ranked', () => {
  it.each(
    Object.entries(CASES).flatMap(([intent, cases]) =>
      cases.map(one => ({ intent: intent as IntentKind, ...one })),
    ),
  )('M19 $intent: $query', async ({ intent, query, wanted, other }) => {
    expect(intentByRules(query).kind).toBe(intent)
    const all = [document('other', other), document('wanted', wanted), ...NOISE]
    const margin = async (kind: IntentKind) => {
      const found = await order(query, kind, all)
      const score = (id: string) => found.find(one => one.id === id)?.score ?? 0
      return score('wanted') - score('other')
    }
    expect(await margin(intent)).toBeGreaterThan((await margin('hybrid')) + 0.01)
    expect((await order(query, intent, all))[0]!.id).toBe('wanted')
  })

  it('M19 hybrid leaves the ranking as it is, and there is a case for every other kind', () => {
    expect(Object.keys(CASES).sort()).toEqual(INTENTS.filter(kind => kind !== 'hybrid').sort())
  })

  it('M15 a date is found however it is written', async () => {
    const days = ['2026-03-02', 'on 2 March 2026', '2026年3月2日', '2027-04-05', '5 May']
    const all = days.map((day, at) => document('abcde'[at]!, { text: `Note of ${day}: the lantern.` }))
    for (const query of ['lantern 2026-03-02', 'lantern March 2, 2026', '3月2日 lantern'])
      expect(
        (await order(query, 'temporal-analysis', all))
          .slice(0, 3)
          .map(({ id }) => id)
          .sort(),
        query,
      ).toEqual(['a', 'b', 'c'])
  })
})
