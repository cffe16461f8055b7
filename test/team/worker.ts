import { batchOf } from '../../src/search/embeddings/batch.ts'
import { loadEmbedder } from '../../src/search/embeddings/load.ts'
import { startWorker } from '../../src/team/jobs.ts'

// A worker in a process of its own, for tests that kill it.
const [, , url, team] = process.argv
const embedder = loadEmbedder()
await startWorker({
  url: url!,
  team: team!,
  machine: 'killed',
  embedder: embedder && batchOf(embedder),
  atOnce: 1,
  silentMs: 900,
})
