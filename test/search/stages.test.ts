import { describe, expect, it } from 'vitest'
import { DEFAULTS } from '../../src/config/settings.ts'
import type { Engine, EngineAnswer, EngineName, EngineQuestion } from '../../src/search/engine.ts'
import { IntelligentRouter } from '../../src/search/router.ts'
import { CrossSystemRetriever, type OpenEngine, type StagedQuestion } from '../../src/search/stages.ts'
import { handTimer } from '../agents/model/hand-timer.ts'
import { document } from './documents.ts'

const route = new IntelligentRouter().route({ kind: 'hybrid' })
const { stages } = DEFAULTS.retrieval.progressiveSearch
const asked: StagedQuestion = {
  query: 'boats',
  limit: 20,
  route,
  stages,
  suffices: () => false,
  isEnough: hits => hits.length >= 10,
}

function engine(name: EngineName, found: number, log: EngineQuestion[] = [], delay = 0): Engine {
  return {
    name,
    async search(question, signal) {
      log.push(question)
      if (delay > 0)
        await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
      const hits = Array.from({ length: Math.min(found, question.limit) }, (_, at) => ({
        document: document(`${name}-${at}`),
        score: 1,
        reasons: [],
      }))
      return { hits, notes: [] }
    },
  }
}

const retriever = (...engines: [EngineName, Engine | OpenEngine][]) =>
  new CrossSystemRetriever(new Map(engines))

describe('the three stages', () => {
  it('M6 CCB alone with five, MAGMA with ten, then both with all that is wanted', async () => {
    const [ccb, magma]: [EngineQuestion[], EngineQuestion[]] = [[], []]
    const { stages: reports, answers } = await retriever(
      ['ccb', engine('ccb', 50, ccb)],
      ['magma', engine('magma', 50, magma)],
    ).retrieve(asked)
    expect(ccb.map(({ limit }) => limit)).toEqual([5, 20])
    expect(magma.map(({ limit }) => limit)).toEqual([10, 20])
    expect(reports.map(({ name, engines }) => [name, ...engines])).toEqual([
      ['ccb-fast', 'ccb'],
      ['magma-extend', 'magma'],
      ['full-fusion', 'ccb', 'magma'],
    ])
    expect(answers.get('ccb')!.hits).toHaveLength(20)
  })

  it('M6 a stage that suffices ends the search, and MAGMA is not even opened', async () => {
    let opened = 0
    const open: OpenEngine = async () => {
      opened++
      return engine('magma', 5)
    }
    const found = await retriever(['ccb', engine('ccb', 50)], ['magma', open]).retrieve({
      ...asked,
      suffices: hits => hits.length >= 5,
    })
    expect(found.stages).toMatchObject([{ name: 'ccb-fast', outcome: 'sufficed', hits: 20 }])
    expect(opened).toBe(0)
  })

  it('M15 where the files answer and have too few, the search goes on', async () => {
    const found = await retriever(['ccb', engine('ccb', 7)], ['magma', engine('magma', 9)]).retrieve({
      ...asked,
      suffices: () => true,
    })
    expect(found.stages.map(({ name, outcome, hits }) => [name, outcome, hits])).toEqual([
      ['ccb-fast', 'went-on', 7],
      ['magma-extend', 'sufficed', 16],
    ])
  })

  it('M15 what the files have is asked for whole, whatever stage the search ends in', async () => {
    const log: EngineQuestion[] = []
    const { answers } = await retriever(
      ['ccb', engine('ccb', 50, log)],
      ['magma', engine('magma', 50)],
    ).retrieve({ ...asked, stages: stages.slice(0, 2) })
    expect(log.map(({ limit }) => limit)).toEqual([5, 20])
    expect(answers.get('ccb')!.hits).toHaveLength(20)
  })

  it('M6 a stage that runs late is cut off, told to stop, and what came is used', async () => {
    const timer = handTimer()
    const all = retriever(['ccb', engine('ccb', 3)], ['magma', engine('magma', 9, [], 1)])
    const retrieving = all.retrieve({ ...asked, timer })
    await timer.turn(300)
    await timer.turn(800)
    const late = await retrieving
    expect(late.stages.map(({ outcome }) => outcome)).toEqual(['went-on', 'late', 'late'])
    expect(late.answers.get('ccb')!.hits).toHaveLength(3)
    expect(late.answers.has('magma')).toBe(false)
    expect(late.notes).toContain('MAGMA did not answer within 300 ms (magma-extend)')
  })

  it('M6 the time begins to run when the engines are open', async () => {
    const slow: OpenEngine = async () => {
      await timer.turn(60_000)
      return engine('magma', 2)
    }
    const timer = handTimer()
    const { stages: reports, answers } = await retriever(['magma', slow]).retrieve({ ...asked, timer })
    expect(answers.get('magma')!.hits).toHaveLength(2)
    expect(reports.map(({ outcome }) => outcome)).toEqual(['skipped', 'went-on', 'skipped'])
  })

  it('M6 an engine that fails is a sentence, and the other answers', async () => {
    const broken: Engine = {
      name: 'magma',
      search: async (): Promise<EngineAnswer> => {
        throw new Error('the disk is gone')
      },
    }
    const { answers, notes } = await retriever(['ccb', engine('ccb', 2)], ['magma', broken]).retrieve(asked)
    expect(answers.get('ccb')!.hits).toHaveLength(2)
    expect(notes).toContain('MAGMA could not answer: the disk is gone')
  })

  it('M6 whoever asked may stop it', async () => {
    const stop = new AbortController()
    const asking = retriever(['ccb', engine('ccb', 2, [], 1)]).retrieve({
      ...asked,
      signal: stop.signal,
      stages: [{ name: 'full-fusion', timeout: 60_000 }],
    })
    stop.abort()
    expect((await asking).stages).toMatchObject([{ outcome: 'late' }])
  })
})
