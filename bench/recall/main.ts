/**
 * `npm run bench:recall`: how well and how quickly a question finds what is known to be there, beside what a user would take
 * instead: a keyword index alone, vectors alone, LanceDB's own hybrid. All in one run.
 */
import { cpus } from 'node:os'
import { loadEmbedder } from '../../src/search/embeddings/load.ts'
import { type Conversation, readLocomo, readLongMemEval } from './conversations.ts'
import { type EvidenceRow, measureEvidence } from './evidence.ts'
import { knownItems } from './known-items.ts'
import { type LargeRow, largeStore, measureLarge } from './large.ts'
import { type Measured, measureSet } from './measure.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { renderEvidence, renderKnown, renderLarge } from './render.ts'
import { type System, systems } from './systems.ts'

const options = readOptions(process.argv.slice(2))
if ('wrong' in options) {
  process.stderr.write(`${options.wrong}\n\n${USAGE}`)
  process.exitCode = 2
} else await run(options)

async function run({ data, locomo, longmemeval, size, lance, seed }: Options): Promise<void> {
  const all = systems(loadEmbedder(), { lance })
  const [cpu] = cpus()
  console.log(`Node ${process.version}, ${cpus().length} × ${cpu?.model.trim() || 'unknown processor'}\n`)
  if (data !== undefined) await known(all, data, seed)
  if (locomo !== undefined) await conversations('LoCoMo', all, readLocomo(locomo))
  if (longmemeval !== undefined) await conversations('LongMemEval', all, readLongMemEval(longmemeval))
  if (size > 0) await large(all, size, seed)
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
): Promise<void> {
  const rows: EvidenceRow[] = []
  for (const system of all) {
    tell(`${name}: ${system.name}`)
    rows.push(...(await measureEvidence(system, read)))
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
