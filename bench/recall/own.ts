import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sha256 } from '../../src/disk/index.ts'
import type { RecallDocument } from '../../src/search/engine.ts'
import { noteDocument } from './known-items.ts'

/** A question in other words than its note: `line` of `file` answers it. The note itself is read where it lies. */
interface OwnQuestion {
  readonly id: string
  readonly language: 'en' | 'zh'
  readonly file: string
  readonly line: number
  /** The first twelve digits of the line's SHA-256. */
  readonly hash: string
  readonly question: string
}

/** Even ids are there to develop with; odd ones are asked once, at the end. */
export type Half = 'even' | 'odd' | 'all'

export interface OwnSet {
  readonly language: 'en' | 'zh'
  readonly documents: readonly RecallDocument[]
  readonly questions: readonly { readonly query: string; readonly evidence: readonly string[] }[]
}

/** Workspaces whose journals the questions are about; each day is a note. */
const JOURNALS = ['AQzzzQA+superclaw', 'LuckyZ10+kas-llm-learning']

/** `data` is the folder that holds `memories` and `journals`. */
export function ownSets(data: string, half: Half): OwnSet[] {
  const documents = [
    ...notesBelow(data, 'memories'),
    ...JOURNALS.flatMap(name => notesBelow(data, `journals/${name}`)),
  ]
  const known = new Set(documents.map(({ id }) => id))
  const asked = readQuestions().filter(
    ({ id }) => half === 'all' || (Number(id.slice(1)) % 2 === 0) === (half === 'even'),
  )
  for (const one of asked) {
    const line = readFileSync(join(data, one.file), 'utf8').split('\n')[one.line - 1] ?? ''
    if (!known.has(one.file) || sha256(line).slice(0, 12) !== one.hash)
      throw new Error(
        `${one.id}: line ${one.line} of ${one.file} is not what it was when the question was written`,
      )
  }
  return (['en', 'zh'] as const).map(language => ({
    language,
    documents,
    questions: asked
      .filter(one => one.language === language)
      .map(({ question, file }) => ({ query: question, evidence: [file] })),
  }))
}

function readQuestions(): OwnQuestion[] {
  const path = join(process.cwd(), 'bench/recall/questions.jsonl')
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as OwnQuestion)
}

function notesBelow(data: string, below: string): RecallDocument[] {
  return readdirSync(join(data, below), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.md') && entry.name !== 'MEMORY.md')
    .map(entry => join(entry.parentPath, entry.name))
    .filter(
      path => !/\/(?:docs-before|docs|history)\//.test(path.slice(data.length).replace(/\/files\/.*/, '/')),
    )
    .sort()
    .map(path => noteDocument(path.slice(data.length + 1), basename(path), readFileSync(path, 'utf8')))
}
