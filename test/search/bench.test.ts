import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { CHINESE_PAIRS, ENGLISH_PAIRS } from '../../bench/distil/paraphrases.ts'
import { readLocomo, readLongMemEval } from '../../bench/recall/conversations.ts'
import { evidenceScore, measureEvidence } from '../../bench/recall/evidence.ts'
import { largeStore } from '../../bench/recall/large.ts'
import { readOptions } from '../../bench/recall/options.ts'
import { scoreOf } from '../../bench/recall/score.ts'
import { type System, systems } from '../../bench/recall/systems.ts'
import { loadEmbedder } from '../../src/search/embeddings/load.ts'
import type { RecallDocument } from '../../src/search/engine.ts'
import { document } from './documents.ts'

const all = systems(loadEmbedder(), { lance: false })
const called = (name: string): System => all.find(system => system.name === name)!
const [dream, words, vectors] = [
  called('engine: words, meaning, neighbours'),
  called('BM25'),
  called('vectors alone'),
]
const place = mkdtempSync(join(tmpdir(), 'dream-bench-recall-'))
afterAll(() => rmSync(place, { recursive: true }))

async function mrr(
  system: System,
  documents: readonly RecallDocument[],
  questions: readonly (readonly [string, string])[],
) {
  const asker = await system.open(documents)
  const places: number[] = []
  for (const [query, answer] of questions) places.push((await asker.ask(query, 10)).indexOf(answer) + 1)
  await asker.close()
  return scoreOf(places).mrr
}

describe('how well it finds', () => {
  it.each([
    ['English', ENGLISH_PAIRS, 0.8],
    // Words lead in Chinese (`words-lead.ts`), so that meaning cannot lift an answer above a chance likeness of words.
    ['Chinese', CHINESE_PAIRS, 0.6],
  ])('M4 the same said in other words, %s: far better than words alone', async (_, pairs, least) => {
    const documents = pairs.map(([, second], at) =>
      document(`d${at}`, { title: '', file: 'x.md', text: second }),
    )
    const questions = pairs.map(([first], at) => [first, `d${at}`] as const)
    const [ours, plain] = [await mrr(dream, documents, questions), await mrr(words, documents, questions)]
    expect(ours).toBeGreaterThan(plain + 0.15)
    expect(ours).toBeGreaterThan(least)
  })

  it('M4 rare words of long texts, although no word means anything: far better than vectors', async () => {
    const { documents, questions } = largeStore(120, 'quality')
    const asked = documents
      .filter((_, at) => at % 3 === 0)
      .map(one => {
        const said = one.text.split(/\s+/).filter(word => /^[a-z]{5,}$/i.test(word))
        return [said.filter((_, at) => at % Math.ceil(said.length / 4) === 1).join(' '), one.id] as const
      })
    expect(questions.length).toBe(200)
    const [ours, meaning] = [await mrr(dream, documents, asked), await mrr(vectors, documents, asked)]
    expect(ours).toBeGreaterThan(0.9)
    expect(ours).toBeGreaterThan(meaning + 0.2)
  })
})

const SUBJECTS = [
  'a red kayak',
  'piano lessons',
  'the lighthouse on Skye',
  'a stray cat called Miso',
  'sourdough bread',
  'the marathon in Lyon',
]

describe('the papers’ formats', () => {
  const locomo = join(place, 'locomo.json')
  writeFileSync(
    locomo,
    JSON.stringify(
      [0, 1].map(sample => ({
        sample_id: `conv-${sample}`,
        conversation: {
          speaker_a: 'Ana',
          speaker_b: 'Ben',
          ...Object.fromEntries(
            [1, 2, 3].flatMap(session => [
              [`session_${session}_date_time`, `1:56 pm on ${session} May, 2023`],
              [
                `session_${session}`,
                [
                  {
                    speaker: 'Ana',
                    dia_id: `D${session}:1`,
                    text: 'Hello, how have you been since we spoke?',
                  },
                  {
                    speaker: 'Ben',
                    dia_id: `D${session}:2`,
                    text: `Good! I was busy with ${SUBJECTS[sample * 3 + session - 1]}.`,
                  },
                ],
              ],
            ]),
          ),
        },
        qa: [
          ...[1, 2, 3].map(session => ({
            question: `What does Ben say about ${SUBJECTS[sample * 3 + session - 1]}?`,
            answer: 'he was busy',
            evidence: [`D${session}:2`],
            category: 4,
          })),
          { question: 'What of both?', answer: 'x', evidence: ['D1:2', 'D3:2'], category: 1 },
          { question: 'Never said', adversarial_answer: 'x', evidence: ['D1:1'], category: 5 },
          { question: 'No evidence', answer: 'x', evidence: [], category: 2 },
        ],
      })),
    ),
  )
  const longmemeval = join(place, 'longmemeval.json')
  writeFileSync(
    longmemeval,
    JSON.stringify([
      {
        question_id: 'q1',
        question_type: 'single-session-user',
        question: 'Which lighthouse did I visit?',
        question_date: '2023/05/30 (Tue) 23:40',
        answer: 'the one on Skye',
        answer_session_ids: ['s2'],
        haystack_dates: ['2023/05/20 (Sat) 02:21', '2023/05/21 (Sun) 02:21'],
        haystack_session_ids: ['s1', 's2'],
        haystack_sessions: [
          [{ role: 'user', content: 'I baked bread.' }],
          [
            { role: 'user', content: 'I visited the lighthouse on Skye.', has_answer: true },
            { role: 'assistant', content: 'How lovely!' },
          ],
        ],
      },
      {
        question_id: 'q2_abs',
        question_type: 'x',
        question: 'x',
        answer_session_ids: [],
        haystack_dates: [],
        haystack_session_ids: [],
        haystack_sessions: [],
      },
    ]),
  )

  it('M4 LoCoMo: sessions and turns, per conversation and pooled; no evidence, no question', async () => {
    const conversations = readLocomo(locomo)
    expect(
      conversations.map(({ turns, sessions, questions }) => [
        turns.length,
        sessions.length,
        questions.length,
      ]),
    ).toEqual([
      [6, 3, 4],
      [6, 3, 4],
    ])
    expect(conversations[0]!.sessions[0]).toMatchObject({ day: '2023-05-01' })
    expect(conversations[0]!.questions.at(-1)).toMatchObject({
      sessions: ['conv-0/session_1', 'conv-0/session_3'],
    })
    const rows = await measureEvidence(dream, conversations)
    expect(rows.map(({ store, unit, score }) => [store, unit, score.questions])).toEqual([
      ['per conversation', 'sessions', 8],
      ['per conversation', 'turns', 8],
      ['pooled', 'sessions', 8],
      ['pooled', 'turns', 8],
    ])
    for (const { score } of rows) expect(score.any[5]).toBeGreaterThanOrEqual(0.75)
  })

  it('M4 LongMemEval: what was never said is left out', async () => {
    const [only, ...others] = readLongMemEval(longmemeval)
    expect(others).toEqual([])
    expect(only!.questions).toMatchObject([{ turns: ['q1/s2#0'], sessions: ['q1/s2'] }])
    expect(only!.sessions[1]).toMatchObject({ day: '2023-05-21' })
    const [sessions] = await measureEvidence(dream, [only!])
    expect(sessions!.score.mrr).toBe(1)
  })

  it('any, all and share of the evidence, by hand', () => {
    const score = evidenceScore([
      { evidence: ['a', 'b'], found: ['x', 'a', 'y'] },
      { evidence: ['c'], found: ['c'] },
      { evidence: ['d'], found: [] },
    ])
    expect(score).toMatchObject({
      questions: 3,
      any: { 5: 2 / 3 },
      all: { 5: 1 / 3 },
      fraction: { 5: 0.5 },
      mrr: 0.5,
    })
    expect(scoreOf([1, 2, 0, 11])).toMatchObject({ at1: 0.25, at5: 0.5, at10: 0.5 })
  })

  it('says what is wrong with its options', () => {
    expect(readOptions([])).toMatchObject({ wrong: expect.stringContaining('nothing to measure') })
    expect(readOptions(['--size', 'x'])).toMatchObject({ wrong: '--size has to be a whole number' })
    expect(readOptions(['--locomo', 'f', '--no-lance'])).toMatchObject({ locomo: 'f', lance: false, size: 0 })
  })
})
