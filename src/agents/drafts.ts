import {
  asFileName,
  type FileName,
  type FileText,
  type Folder,
  fileName,
  isUntrusted,
  type Memory,
  type Origin,
} from '../model/index.ts'
import type { Model } from '../models/index.ts'
import type { DraftAnswer } from '../review/index.ts'
import { cutAtWord, maskSecrets, nearTexts, textOf } from '../text/index.ts'
import type { RawMemory } from './draft.ts'
import { withoutRepeats } from './draft-checks.ts'
import { memoryText, type RefinedMemory, RefinerAgent } from './refine.ts'

/** Drafts as the files that they would be. */
export async function refineAll(
  raw: readonly { readonly memory: RawMemory; readonly transcript: string }[],
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

const MOST_NAMED = 3
const SHOWN = 200
const MOST_COMPARED = 20_000

/** Notes that can be asked which of them come near a statement. */
export interface NearNotes {
  add(note: {
    readonly file: FileName
    readonly origin: Origin | undefined
    readonly texts: readonly string[]
  }): void
  find(text: string): FileText[]
}

/** M20: what comes near is written all the same, and the answer names the notes that a person may want to look at. */
export function nearNotes(memories: readonly Memory[]): NearNotes {
  const near = nearTexts<FileText>()
  const notes: NearNotes = {
    add({ file, origin, texts }) {
      for (const text of texts) {
        // Untrusted text is not repeated in an answer that an agent reads.
        const shown = isUntrusted(origin) ? '' : cutAtWord(maskSecrets(text), SHOWN)
        near.add(text, { file, text: shown })
      }
    },
    find: text => firstOfEach(near.find(text)).slice(0, MOST_NAMED),
  }
  for (const memory of memories.slice(0, MOST_COMPARED)) {
    const { file, origin, description = '' } = memory
    notes.add({ file, origin, texts: [...textOf(memory).sentences.flatMap(ownWords), description] })
  }
  return notes
}

/** Without the frame that Dream gives a memory: every one of them has it. */
function ownWords(sentence: string): string[] {
  if (/^(?:How to apply:|Said by )/.test(sentence)) return []
  return [sentence.replace(/^(?:What|Why): /, '')]
}

function firstOfEach(found: readonly FileText[]): FileText[] {
  return [...new Map(found.toReversed().map(note => [note.file, note])).values()].reverse()
}
