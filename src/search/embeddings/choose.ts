import type { Config } from '../../config/index.ts'
import { say } from '../../languages/index.ts'
import { DreamError } from '../../model/index.ts'
import { type BatchEmbedder, batchOf } from './batch.ts'
import { loadEmbedder } from './load.ts'

type Embeddings = Config['magma']['embeddings']

/** The model that the settings ask for; nothing where the one in the package is missing, and then words alone answer. */
export async function chooseEmbedder(
  settings: Embeddings,
  env: Readonly<Record<string, string | undefined>>,
): Promise<BatchEmbedder | undefined> {
  if (settings.from === 'endpoint') return fromEndpoint(settings, env)
  const embedder = loadEmbedder()
  return embedder === undefined ? undefined : batchOf(embedder)
}

async function fromEndpoint(
  { endpoint, model, keyVariable }: Embeddings,
  env: Readonly<Record<string, string | undefined>>,
): Promise<BatchEmbedder> {
  if (endpoint === null || model === null) throw new DreamError(say().models.embeddings.setThem, 2)
  const key = keyVariable === null ? undefined : env[keyVariable]
  if (keyVariable !== null && !key) throw new DreamError(say().models.embeddings.noKey(keyVariable), 2)
  const { endpointEmbedder } = await import('./endpoint.ts')
  return endpointEmbedder({ endpoint, model, ...(key !== undefined && { key }) })
}
