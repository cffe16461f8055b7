import type { RecallDocument } from '../../src/search/engine.ts'
import type { Conversation } from './conversations.ts'
import type { System } from './systems.ts'

/** By the papers' protocols: of the evidence any, all, or what share stands among the first k. */
export interface EvidenceScore {
  readonly questions: number
  readonly any: Readonly<Record<5 | 10, number>>
  readonly all: Readonly<Record<5 | 10, number>>
  readonly fraction: Readonly<Record<5 | 10, number>>
  /** Of the first piece of evidence. */
  readonly mrr: number
}

export interface EvidenceRow {
  readonly system: string
  readonly store: 'per conversation' | 'pooled'
  readonly unit: 'sessions' | 'turns'
  readonly score: EvidenceScore
}

const LIMIT = 10

export async function measureEvidence(
  system: System,
  conversations: readonly Conversation[],
  units: readonly EvidenceRow['unit'][] = ['sessions', 'turns'],
): Promise<EvidenceRow[]> {
  const rows: EvidenceRow[] = []
  for (const store of ['per conversation', 'pooled'] as const) {
    const stores = store === 'pooled' ? [pool(conversations)] : conversations
    for (const unit of units) {
      const found: Found[] = []
      for (const one of stores) found.push(...(await askAll(system, one[unit], one, unit)))
      rows.push({ system: system.name, store, unit, score: evidenceScore(found) })
    }
  }
  return rows
}

function pool(conversations: readonly Conversation[]): Conversation {
  return {
    id: 'all',
    turns: conversations.flatMap(one => one.turns),
    sessions: conversations.flatMap(one => one.sessions),
    questions: conversations.flatMap(one => one.questions),
  }
}

interface Found {
  readonly evidence: readonly string[]
  readonly found: readonly string[]
}

async function askAll(
  system: System,
  documents: readonly RecallDocument[],
  { questions }: Conversation,
  unit: 'sessions' | 'turns',
): Promise<Found[]> {
  const asker = await system.open(documents)
  const answers: Found[] = []
  try {
    for (const question of questions)
      if (question[unit].length > 0)
        answers.push({ evidence: question[unit], found: await asker.ask(question.query, LIMIT) })
  } finally {
    await asker.close()
  }
  return answers
}

export function evidenceScore(all: readonly Found[]): EvidenceScore {
  const mean = (value: (one: Found) => number) =>
    all.reduce((sum, one) => sum + value(one), 0) / Math.max(1, all.length)
  const hits = ({ evidence, found }: Found, k: number) =>
    evidence.filter(id => found.slice(0, k).includes(id)).length
  const both = (value: (one: Found, k: number) => number) => ({
    5: mean(one => value(one, 5)),
    10: mean(one => value(one, 10)),
  })
  return {
    questions: all.length,
    any: both((one, k) => (hits(one, k) > 0 ? 1 : 0)),
    all: both((one, k) => (hits(one, k) === one.evidence.length ? 1 : 0)),
    fraction: both((one, k) => hits(one, k) / one.evidence.length),
    mrr: mean(({ evidence, found }) => {
      const place = found.findIndex(id => evidence.includes(id)) + 1
      return place === 0 ? 0 : 1 / place
    }),
  }
}
