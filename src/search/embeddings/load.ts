import { packageFile } from '../../disk/index.ts'
import type { Embedder } from './embedder.ts'
import { modelPart } from './model-file.ts'
import { staticEmbedder } from './static.ts'

let loaded: Embedder | 'absent' | undefined

/** The model that lies in the package; nothing where it is missing or damaged, and then words alone decide. */
export function loadEmbedder(): Embedder | undefined {
  loaded ??= read()
  return loaded === 'absent' ? undefined : loaded
}

/** The same as a plain function, as `distil/` takes it. */
export function loadMeaning(): ((text: string) => Float32Array) | undefined {
  const embedder = loadEmbedder()
  return embedder === undefined ? undefined : text => embedder.embed(text)
}

function read(): Embedder | 'absent' {
  try {
    const [english, chinese] = ['english', 'chinese'].map(part => packageFile(`model/${part}.bin`))
    if (english === undefined || chinese === undefined) return 'absent'
    return staticEmbedder(modelPart(english), modelPart(chinese))
  } catch {
    return 'absent'
  }
}
