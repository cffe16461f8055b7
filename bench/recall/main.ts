/**
 * `npm run bench:recall`: how well and how quickly a question finds what is known to be there, beside what a user would take
 * instead: a keyword index alone, vectors alone, LanceDB's own hybrid. All in one run.
 */
import { cpus } from 'node:os'
import { join } from 'node:path'
import { loadEmbedder } from '../../src/search/embeddings/load.ts'
import type { RecallDocument } from '../../src/search/engine.ts'
import { ABLATIONS, ablated } from './ablation.ts'
import { type Conversation, readLocomo, readLongMemEval } from './conversations.ts'
import { measureCost } from './cost.ts'
import { type EvidenceRow, evidenceScore, measureEvidence } from './evidence.ts'
import { knownItems } from './known-items.ts'
import { type LargeRow, largeStore, measureLarge } from './large.ts'
import { type Measured, measureSet } from './measure.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { type Half, ownSets } from './own.ts'
import {
  type NamedScore,
  renderCost,
  renderEvidence,
  renderKnown,
  renderLarge,
  renderScores,
} from './render.ts'
import { type Asker, type System, systems } from './systems.ts'

const options = readOptions(process.argv.slice(2))
if ('wrong' in options) {
  process.stderr.write(`${options.wrong}\n\n${USAGE}`)
  process.exitCode = 2
} else await run(options)

async function run({
  data,
  locomo,
  longmemeval,
  size,
  lance,
  final,
  quick,
  cost,
  seed,
}: Options): Promise<void> {
  const every = systems(loadEmbedder(), { lance })
  const all = quick ? every.filter(({ name }) => /^(?:Dream|BM25)/.test(name)) : every
  const [cpu] = cpus()
  console.log(`Node ${process.version}, ${cpus().length} × ${cpu?.model.trim() || 'unknown processor'}\n`)
  if (data !== undefined) {
    await own(all, data, final ? 'odd' : 'even')
    if (!quick) await known(all, join(data, 'memories'), seed)
  }
  if (locomo !== undefined) {
    const read = readLocomo(locomo).slice(0, final ? undefined : DEVELOPMENT)
    await conversations('LoCoMo', all, read, quick ? ['sessions'] : ['sessions', 'turns'])
    await worthOnSessions(read)
  }
  if (longmemeval !== undefined) await conversations('LongMemEval', all, readLongMemEval(longmemeval))
  if (size > 0) await large(all, size, seed)
  if (cost.length > 0) console.log(`${renderCost(cost.map(notes => measureCost(notes, seed)))}\n`)
}

/** The first conversations are there to develop with. */
const DEVELOPMENT = 5

/** Our own questions, each language apart, through every system; then what each part is worth on them. */
async function own(all: readonly System[], data: string, half: Half): Promise<void> {
  for (const { language, documents, questions } of ownSets(data, half)) {
    const rows: NamedScore[] = []
    for (const system of all) {
      tell(`own questions, ${language}: ${system.name}`)
      const asker = await system.open(documents)
      rows.push({ name: system.name, score: evidenceScore(await askEach(asker, questions)) })
      await asker.close()
    }
    console.log(`${renderScores(`own questions, ${language}, ${half} ids`, documents.length, rows)}\n`)
    await worth(`own questions, ${language}`, [{ documents, questions }])
  }
}

interface AskedStore {
  readonly documents: readonly RecallDocument[]
  readonly questions: readonly { readonly query: string; readonly evidence: readonly string[] }[]
}

async function askEach(asker: Asker, questions: AskedStore['questions']) {
  const found = []
  for (const { query, evidence } of questions) found.push({ evidence, found: await asker.ask(query, 10) })
  return found
}

/** One part left out at a time, by the engine alone. */
async function worth(name: string, stores: readonly AskedStore[]): Promise<void> {
  tell(`${name}: what each part is worth`)
  const embedder = loadEmbedder()
  const opened = stores.map(store => ({
    ...store,
    without: ablated(store.documents, embedder === undefined ? undefined : text => embedder.embed(text)),
  }))
  const rows: NamedScore[] = []
  for (const ablation of ABLATIONS) {
    const found = []
    for (const { without, questions } of opened) found.push(...(await askEach(without(ablation), questions)))
    rows.push({ name: ablation.name, score: evidenceScore(found) })
  }
  const notes = stores.reduce((sum, { documents }) => sum + documents.length, 0)
  console.log(`${renderScores(`${name}: what each part is worth`, notes, rows)}\n`)
}

async function worthOnSessions(read: readonly Conversation[]): Promise<void> {
  const stores = read.map(({ sessions, questions }) => ({
    documents: sessions,
    questions: questions.map(each => ({ query: each.query, evidence: each.sessions })),
  }))
  await worth('LoCoMo, sessions', stores)
}

async function known(all: readonly System[], data: string, seed: string): Promise<void> {
  for (const set of knownItems(data, seed)) {
    const measured: Measured[] = []
    for (const system of all) {
      tell(`${set.name}: ${system.name}`)
      measured.push(await measureSet(system, set))
    }
    console.log(`${renderKnown(set, measured)}\n`)
  }
}

async function conversations(
  name: string,
  all: readonly System[],
  read: readonly Conversation[],
  units: readonly EvidenceRow['unit'][] = ['sessions', 'turns'],
): Promise<void> {
  const rows: EvidenceRow[] = []
  for (const system of all) {
    tell(`${name}: ${system.name}`)
    rows.push(...(await measureEvidence(system, read, units)))
  }
  console.log(`${renderEvidence(name, rows)}\n`)
}

async function large(all: readonly System[], size: number, seed: string): Promise<void> {
  tell(`making ${size} memories`)
  const { documents, questions } = largeStore(size, seed)
  const rows: LargeRow[] = []
  for (const system of all.filter(({ name }) => /^engine: words|^LanceDB/.test(name))) {
    tell(`${size}: ${system.name}`)
    const row = await measureLarge(system, documents, questions)
    tell(
      `  built in ${row.openSeconds.toFixed(0)} s, p50 ${row.times.p50.toFixed(1)} ms, p99 ${row.times.p99.toFixed(1)} ms`,
    )
    rows.push(row)
  }
  console.log(`${renderLarge(size, rows)}\n`)
}

function tell(what: string): void {
  process.stderr.write(`bench: ${what}\n`)
}
