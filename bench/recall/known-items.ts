import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import type { FileName } from '../../src/model/file-name.ts'
import type { RecallDocument } from '../../src/search/engine.ts'
import { analyse } from '../../src/text/analysed.ts'
import { parseMemory } from '../../src/text/memory-file.ts'
import { normaliseSentence } from '../../src/text/sentences.ts'
import { seededRandom } from '../random.ts'

/** A question whose answer is known: the document it was taken from. */
interface KnownItem {
  readonly query: string
  readonly answer: string
  readonly repository: string
  readonly language: 'english' | 'chinese'
}

export interface QuestionSet {
  readonly name: 'sentence' | 'description' | 'few words'
  readonly documents: readonly RecallDocument[]
  readonly questions: readonly KnownItem[]
}

const SHORTEST = 30
const LONGEST = 300

/** The memories of all repositories in one store, and questions to it: what is asked was taken out of the store. */
export function knownItems(data: string, seed: string): QuestionSet[] {
  const documents = readStore(data)
  const [asked, without] = heldOutSentences(documents, seed)
  return [
    { name: 'sentence', documents: without, questions: asked },
    { name: 'few words', documents: without, questions: asked.flatMap(fewWords) },
    {
      name: 'description',
      documents: documents.map(document => ({ ...document, description: '' })),
      questions: documents.flatMap(document =>
        document.description.length < SHORTEST ? [] : [questionOf(document, document.description)],
      ),
    },
  ]
}

function readStore(data: string): RecallDocument[] {
  const seen = new Set<string>()
  return readdirSync(data)
    .sort()
    .flatMap(repository => {
      const top = join(data, repository, 'files')
      return markdownBelow(top).map(path =>
        documentOf(repository, relative(top, path), readFileSync(path, 'utf8')),
      )
    })
    .filter(({ text }) => {
      const body = text.trim()
      const isNew = body !== '' && !seen.has(body)
      seen.add(body)
      return isNew
    })
}

function markdownBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(entry => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return markdownBelow(path)
      return /\.md$/.test(entry.name) && !/^(?:MEMORY|README|CLAUDE|AGENTS)\.md$/i.test(entry.name)
        ? [path]
        : []
    })
}

function documentOf(repository: string, file: string, text: string): RecallDocument {
  return { ...noteDocument(`${repository}/${file}`, basename(file), text), root: repository, file }
}

/** A note as the engine is given it where no folder is opened. */
export function noteDocument(id: string, name: string, text: string): RecallDocument {
  const memory = parseMemory({ file: name as FileName, hash: '', size: 0, modified: 0, text })
  return {
    id,
    engine: 'ccb',
    part: 'memory',
    root: '',
    file: name,
    source: id,
    title: memory.name ?? basename(name, '.md'),
    description: memory.description ?? '',
    text: memory.body,
    type: memory.type ?? null,
    layer: null,
    day: null,
    supersededBy: null,
    weight: 1,
  }
}

function questionOf(document: RecallDocument, query: string): KnownItem {
  const han = query.match(/\p{Script=Han}/gu)?.length ?? 0
  return {
    query,
    answer: document.id,
    repository: document.root,
    language: han > query.length / 5 ? 'chinese' : 'english',
  }
}

/** One sentence of every document of four or more, taken out of it wherever it stands, also out of the description. */
function heldOutSentences(
  documents: readonly RecallDocument[],
  seed: string,
): [KnownItem[], RecallDocument[]] {
  const questions: KnownItem[] = []
  const left = documents.map(document => {
    const random = seededRandom(`${seed} ${document.id}`)
    const said = analyse(document.text).sentences
    const fit = said.filter(
      one => one.length >= SHORTEST && one.length <= LONGEST && document.text.includes(one),
    )
    if (said.length < 4 || fit.length === 0) return document
    const chosen = random.pick(fit)
    questions.push(questionOf(document, chosen))
    const form = normaliseSentence(chosen)
    const description = normaliseSentence(document.description).includes(form) ? '' : document.description
    return { ...document, description, text: document.text.replaceAll(chosen, ' ') }
  })
  return [questions, left]
}

const PLAIN = /\p{Script=Han}{2,4}|(?:(?!\p{Script=Han})[\p{L}\p{N}_]){4,}/gu

/** As people type: four words of the sentence, the long ones. */
function fewWords(item: KnownItem): KnownItem[] {
  const words = [...new Set(Array.from(item.query.matchAll(PLAIN), ([word]) => word))]
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, 4)
  const query = words.filter(word => longest.includes(word)).join(' ')
  return longest.length < 3 ? [] : [{ ...item, query }]
}
