import type { FileName } from '../../src/model/file-name.ts'
import type { RecallDocument } from '../../src/search/engine.ts'
import { documentOfMemory } from '../../src/search/memory-document.ts'
import { parseMemory } from '../../src/text/memory-file.ts'
import { folderFiles } from '../memories.ts'
import { makeMentions } from '../mentions.ts'
import { makeProject } from '../project.ts'
import { seededRandom } from '../random.ts'
import { makeVocabulary } from '../vocabulary.ts'
import { type Times, timesOf } from './score.ts'
import type { System } from './systems.ts'

export interface LargeRow {
  readonly system: string
  readonly openSeconds: number
  readonly times: Times
}

const QUESTIONS = 200
const LIMIT = 10

/** A store of invented memories, of the sizes and words that real ones have, and questions of a few of its words. */
export function largeStore(size: number, seed: string): { documents: RecallDocument[]; questions: string[] } {
  const vocabulary = makeVocabulary()
  const project = makeProject(seed, 2000, vocabulary)
  const mentions = makeMentions(project, vocabulary, 'mixed')
  const removedMentions = makeMentions(project, vocabulary, 'removed')
  const documents: RecallDocument[] = []
  const place = { root: '/generated', id: 'generated', label: 'generated' }
  for (const { name, text } of folderFiles({
    seed,
    count: size,
    vocabulary,
    mentions,
    removedMentions,
    now: 0,
  })) {
    if (name === 'MEMORY.md') continue
    const memory = parseMemory({ file: name as FileName, hash: '', size: text.length, modified: 0, text })
    documents.push(documentOfMemory(memory, place))
  }
  const random = seededRandom(`${seed} questions`)
  const questions = Array.from({ length: QUESTIONS }, () => {
    const words = random
      .pick(documents)
      .text.split(/\s+/)
      .filter(word => /^[a-z]{3,}$/i.test(word))
    return Array.from({ length: 6 }, () => random.pick(words)).join(' ')
  })
  return { documents, questions }
}

export async function measureLarge(
  system: System,
  documents: readonly RecallDocument[],
  questions: readonly string[],
): Promise<LargeRow> {
  const start = performance.now()
  const asker = await system.open(documents)
  const openSeconds = (performance.now() - start) / 1000
  const ms: number[] = []
  try {
    for (const query of questions.slice(0, 20)) await asker.ask(query, LIMIT)
    for (const query of questions) {
      const begin = performance.now()
      await asker.ask(query, LIMIT)
      ms.push(performance.now() - begin)
    }
  } finally {
    await asker.close()
  }
  return { system: system.name, openSeconds, times: timesOf(ms) }
}
