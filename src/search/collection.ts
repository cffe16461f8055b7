import type { RecallDocument } from './engine.ts'
import { type Counted, countTerms, type Fields, invert, Terms } from './keywords.ts'
import type { DocumentInfo, RecallIndex } from './recall-index.ts'
import { quantise, type VectorRows } from './vectors.ts'

export type Meaning = (text: string) => Float32Array

/** The fields that a document is searched by. */
export function fieldsOf({ title, file, description, text, layer }: RecallDocument): Fields {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.md$/i, '')
  // The id at the end of a record's name is no word: it would move every hit a little, another way in every vault.
  const stem = layer === null ? name : name.replace(RECORD_ID, '')
  return { title: stem === title ? title : `${title} ${stem}`, description, body: text }
}

const RECORD_ID = /-[0-9a-f]{6}$/

/** Meaning reads the beginning of a text: what it is about stands there, and the rest costs time. */
const READ_OF_TEXT = 6000

export const embeddedText = ({ title, description, body }: Fields): string =>
  `${title} ${description} ${body.slice(0, READ_OF_TEXT)}`

export function vectorOfFields(fields: Fields, meaning: Meaning): Int8Array {
  return quantise(meaning(embeddedText(fields)))
}

/** A store in memory, of documents that are all at hand. */
export function collect(documents: readonly RecallDocument[], meaning?: Meaning): RecallIndex {
  const terms = new Terms()
  const fields = documents.map(fieldsOf)
  const counted = fields.map(each => countTerms(each, terms))
  const vectors =
    meaning === undefined ? undefined : rowsOf(fields.map(each => vectorOfFields(each, meaning)))
  return indexOf(documents.map(documentInfoOf), terms, counted, vectors)
}

export function indexOf(
  documentInfo: RecallIndex['documentInfo'],
  terms: Terms,
  counted: readonly Counted[],
  vectors: VectorRows | undefined,
): RecallIndex {
  return { documentInfo, terms, counted, words: invert(counted, terms.size), vectors }
}

export function rowsOf(vectors: readonly Int8Array[]): VectorRows {
  const dimensions = vectors[0]?.length ?? 0
  const rows = new Int8Array(dimensions * vectors.length)
  for (const [at, vector] of vectors.entries()) rows.set(vector, at * dimensions)
  return { dimensions, rows }
}

/** Parts of a file stand beside the other parts of it, in their order; whole files beside those of their folder, in none. */
export function documentInfoOf({
  id,
  root,
  file,
  weight,
}: Pick<RecallDocument, 'id' | 'root' | 'file' | 'weight'>): DocumentInfo {
  return id.includes('#')
    ? { neighbourhood: `${root}/${file}`, order: 'as-written', weight }
    : { neighbourhood: root, order: 'none', weight }
}
