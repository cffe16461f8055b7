/**
 * `npm run embed-model`: makes `model/`, the static embedding model that Dream carries. Every token of two small encoders
 * goes through its encoder once; what comes out is reduced to 256 directions and stored as bytes. Needs the network once, to
 * fetch the encoders; nothing of them is needed when Dream runs.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeVocabulary } from './encode.ts'
import { ENCODERS, fetchPackages } from './packages.ts'
import { reduce } from './reduce.ts'
import { modelBytes } from './write.ts'

const KEPT = 256
const place = mkdtempSync(join(tmpdir(), 'dream-embed-'))
try {
  console.log('fetching the encoders')
  fetchPackages(place)
  mkdirSync('model', { recursive: true })
  const sums: string[] = []
  for (const { part, model, tokenizer } of ENCODERS) {
    console.log(`${part}: encoding`)
    const encoded = await encodeVocabulary(place, model, tokenizer)
    console.log(`${part}: reducing ${encoded.dimensions} directions to ${KEPT}`)
    const bytes = modelBytes(encoded.tokens, reduce(encoded, KEPT), KEPT)
    writeFileSync(join('model', `${part}.bin`), bytes)
    sums.push(`${createHash('sha256').update(bytes).digest('hex')}  ${part}.bin`)
    console.log(`${part}: ${encoded.tokens.length} tokens, ${bytes.length} bytes`)
  }
  writeFileSync(join('model', 'SHA256SUMS'), `${sums.join('\n')}\n`)
} finally {
  rmSync(place, { recursive: true, force: true })
}
