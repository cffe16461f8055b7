import { type FileName, type FileText, isUntrusted, type Memory, type Origin } from '../model/index.ts'
import { cutAtWord, maskSecrets, nearTexts, textOf } from '../text/index.ts'

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
