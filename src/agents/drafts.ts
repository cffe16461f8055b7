import { asFileName, type FileName, type Folder, fileName, isUntrusted } from '../model/index.ts'
import type { Model } from '../models/index.ts'
import type { DraftAnswer } from '../review/index.ts'
import { withoutRepeats } from './draft-known.ts'
import { nearNotes } from './draft-near.ts'
import type { RawExtraction } from './extract-transcripts.ts'
import { memoryText, type RefinedMemory, RefinerAgent } from './refine.ts'

/** Drafts as the files that they would be. */
export async function refineAll(
  raw: RawExtraction['raw'],
  folder: Folder,
  model: Model | undefined,
): Promise<DraftAnswer[]> {
  const refiner = new RefinerAgent(model === undefined ? {} : { model })
  const sources = new Map(raw.map(({ memory, transcript }) => [memory, transcript]))
  const taken = new Set(
    [...folder.memories.map(({ file }) => file), ...folder.oddities.map(({ name }) => name)].map(lower),
  )
  const near = nearNotes(folder.memories)
  const drafts: DraftAnswer[] = []
  for (const memory of withoutRepeats(raw.map(each => each.memory)).kept) {
    const refined = await refiner.refine(memory)
    const { name, description, type, origin, by } = refined
    const file = freeName(refined, taken)
    taken.add(lower(file))
    const { at, line } = memory.said
    const shown = {
      name,
      description,
      type,
      origin,
      by,
      quote: memory.quote,
      line,
      ...(at !== undefined && { at }),
    }
    const transcript = sources.get(memory) ?? ''
    drafts.push({ file, ...shown, near: near.find(refined.what), transcript, text: memoryText(refined) })
    near.add({ file, origin, texts: [refined.what] })
  }
  return drafts
}

const lower = (name: string): string => name.normalize('NFC').toLowerCase()

const LONGEST_STEM = 60

/** `feedback_never_push_to_main.md`: the type, then the first words of the name; of what nobody vouches for no word. */
function freeName({ type, name, origin }: RefinedMemory, taken: ReadonlySet<string>): FileName {
  const plain = name.replace(/\d{4}-\d\d-\d\d|[(（][^()（）]{0,40}[)）]|['’]/g, '')
  const words = isUntrusted(origin) ? ['quoted'] : (lower(plain).match(/[\p{L}\p{N}]+/gu) ?? [])
  const stem = [type, ...words].slice(0, 8).join('_').slice(0, LONGEST_STEM).replace(/_+$/, '')
  for (let count = 1; ; count++) {
    const file = asFileName(`${stem}${count === 1 ? '' : `_${count}`}.md`) ?? fileName(`${type}_${count}.md`)
    if (!taken.has(lower(file))) return file
  }
}
