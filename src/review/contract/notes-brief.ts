import { foldersOf } from '../../app/index.ts'
import { filesOf, findingEvidence, findingWords, undecidedPairs } from '../../checks/index.ts'
import { sha256 } from '../../disk/index.ts'
import { inLanguage, languageOf, say } from '../../languages/index.ts'
import type { FolderPlan, Memory, Question, Snapshot } from '../../model/index.ts'
import { readAll } from '../../pipeline/index.ts'
import { pastSearches, planThroughGate } from '../../search/index.ts'
import type { FoundFolder } from '../../sources/index.ts'
import { cutAtWord, showToModel } from '../../text/index.ts'
import {
  type Brief,
  type BriefRequest,
  briefText,
  closed,
  FIXED,
  listOf,
  MOST_SHOWN,
  type Schema,
  textOf,
} from './brief.ts'
import { linesOf, maskedLines, shownLine } from './sources.ts'
import { suggestionsOf } from './suggestions.ts'

const VERDICTS = ['keep', 'archive', 'merge', 'update', 'ask', 'add'] as const
export const LONGEST_LINE = 1_000
const LONGEST_NOTE = 8_000
const MOST_VERDICTS = 200

export function notesSchema(): Schema {
  const words = say().brief.notes.fields
  const line = closed(
    { line: { type: 'integer', minimum: 1 }, text: { type: 'string', maxLength: LONGEST_LINE } },
    ['line', 'text'],
  )
  const verdict = closed(
    {
      verdict: { type: 'string', enum: VERDICTS },
      question: textOf(20, words.question),
      note: textOf(255, words.note),
      into: textOf(255, words.into),
      lines: { ...listOf(line, 50), description: words.lines },
      file: textOf(120, words.file),
      name: textOf(120),
      description: textOf(200),
      type: { type: 'string', enum: ['project', 'reference'] },
      text: textOf(4_000),
      sources: { ...listOf(textOf(300), 50), description: words.sources },
      reason: textOf(300),
    },
    ['verdict', 'reason'],
  )
  const giveUp: Schema = { type: 'boolean', description: words.giveUp }
  return closed({ brief: textOf(100), verdicts: listOf(verdict, MOST_VERDICTS), giveUp }, [
    'brief',
    'verdicts',
  ])
}

/** Something that the checks are unsure about. */
export interface NoteQuestion {
  readonly id: string
  readonly question: Question
  readonly files: readonly string[]
  readonly words: string
  readonly evidence: readonly string[]
  /** The rules' own opinion, where they have one. */
  readonly likely: 'archive' | 'ask'
}

export interface NotesPart extends NotesFolder {
  readonly id: string
  readonly files: readonly string[]
}

/** From so many findings on the folder is looked at as a whole. */
const MANY = 5

export function notesBriefs(request: BriefRequest): Brief[] {
  return notesParts(request).map((part, at, parts) => {
    const sample = part.snapshot.folder.memories.map(({ body }) => body.slice(0, 400)).join('\n')
    const language = request.language ?? languageOf(sample)
    return inLanguage(language, () => briefOf(part, at + 1, parts.length, language, request))
  })
}

/** A folder with the questions that no person and no assistant has answered. */
export interface NotesFolder {
  readonly folder: FoundFolder
  readonly snapshot: Snapshot
  readonly questions: readonly NoteQuestion[]
  /** Five or more findings wait there: other notes may be judged too. */
  readonly isWhole: boolean
}

export function notesFolders({ where, policy }: BriefRequest): NotesFolder[] {
  const folders = foldersOf(where)
  return readAll(folders, where, policy.expiry).flatMap((snapshot, at) => {
    if (snapshot.folder.layout !== 'index') return []
    const plan = planThroughGate(snapshot, policy, pastSearches(where))
    const settled = new Set(
      suggestionsOf(where, snapshot.folder.root).flatMap(({ questions }) => questions.map(({ id }) => id)),
    )
    const questions = questionsIn(snapshot, plan, policy.rules).filter(one => !settled.has(one.question.id))
    return [{ folder: folders[at]!, snapshot, questions, isWhole: plan.proposals.length >= MANY }]
  })
}

export const partsOf = ({ folder, snapshot, questions, isWhole }: NotesFolder): NotesPart[] =>
  packed(questions, snapshot, isWhole).map(some => partOf(folder, snapshot, some, isWhole))

export const notesParts = (request: BriefRequest): NotesPart[] => notesFolders(request).flatMap(partsOf)

/** Questions that are asked about pairs in one brief. */
const MOST_PAIRS = 20

function questionsIn(
  snapshot: Snapshot,
  plan: FolderPlan,
  rules: Parameters<typeof undecidedPairs>[1],
): NoteQuestion[] {
  const { memories } = snapshot.folder
  const known = new Set<string>(memories.map(({ file }) => file))
  const found = plan.proposals.map(
    ({ key, id, finding, confidence }): NoteQuestion => ({
      id: `q${id.slice(0, 6)}`,
      question: { key, id },
      files: filesOf(finding).filter(file => known.has(file)),
      words: findingWords(finding),
      evidence: findingEvidence(finding),
      likely: confidence === 'sure' ? 'archive' : 'ask',
    }),
  )
  const pairs = undecidedPairs(snapshot, rules)
    .slice(0, MOST_PAIRS)
    .map(({ a, b }): NoteQuestion => {
      const key = `pair ${a.file} ${b.file}`
      const id = sha256(`${key} ${a.hash} ${b.hash}`).slice(0, 12)
      const words = say().brief.notes.pair(a.file, b.file)
      return {
        id: `q${id.slice(0, 6)}`,
        question: { key, id },
        files: [a.file, b.file],
        words,
        evidence: [],
        likely: 'ask',
      }
    })
  return [...found, ...pairs].filter(({ files }) => files.length > 0)
}

/** Of a note with nothing in question its first line is enough. */
const listing = ({ folder }: Snapshot): string =>
  folder.memories
    .map(
      ({ file, name, description }) => `${file}: ${cutAtWord(showToModel(description ?? name ?? ''), 120)}`,
    )
    .join('\n')

const MOST_LISTED = 5_000

const listed = (snapshot: Snapshot): string => {
  const all = listing(snapshot)
  return all.length <= MOST_LISTED ? all : `${all.slice(0, MOST_LISTED)}…`
}

/** As many questions as fit together; a note that several ask about is shown once. */
function packed(questions: readonly NoteQuestion[], snapshot: Snapshot, isWhole: boolean): NoteQuestion[][] {
  const room = MOST_SHOWN - FIXED - (isWhole ? listed(snapshot).length : 0)
  const parts: { questions: NoteQuestion[]; files: Set<string>; size: number }[] = []
  for (const question of questions) {
    const last = parts.at(-1)
    const own = questionText(question).length + 2
    const sizeFor = (files: ReadonlySet<string>) =>
      question.files
        .filter(file => !files.has(file))
        .reduce((sum, file) => sum + noteText(snapshot, file).length + 2, own)
    if (last === undefined || last.size + sizeFor(last.files) > room)
      parts.push({ questions: [question], files: new Set(question.files), size: sizeFor(new Set()) })
    else {
      last.size += sizeFor(last.files)
      last.questions.push(question)
      for (const file of question.files) last.files.add(file)
    }
  }
  return parts.map(part => part.questions)
}

function partOf(
  folder: FoundFolder,
  snapshot: Snapshot,
  questions: readonly NoteQuestion[],
  isWhole: boolean,
): NotesPart {
  const files = [...new Set(questions.flatMap(question => question.files))]
  const bytes = snapshot.folder.memories
    .filter(({ file }) => isWhole || files.includes(file))
    .map(({ file, hash }) => `${file} ${hash}`)
  const asked = sha256([folder.root, ...questions.map(({ question }) => question.key)].join('\n')).slice(0, 8)
  const id = `notes-${asked}-${sha256(bytes.join('\n')).slice(0, 8)}`
  return { id, folder, snapshot, questions, files, isWhole }
}

const MOST_EVIDENCE = 4

function questionText({ id, files, words, evidence }: NoteQuestion): string {
  const { found } = say().brief.notes
  const shown = evidence.slice(0, MOST_EVIDENCE).map(line => `    ${cutAtWord(showToModel(line), 200)}`)
  return [`${id}  ${files.join(', ')}  ${found(cutAtWord(showToModel(words), 300))}`, ...shown].join('\n')
}

/** A note with its line numbers, and who links to it. */
function noteText(snapshot: Snapshot, file: string): string {
  const memory = snapshot.folder.memories.find(each => each.file === file)
  if (memory === undefined) return ''
  const text = memory.head + memory.body
  const masked = maskedLines(text)
  const lines = linesOf(text)
    .filter(({ by }) => by !== 'blank')
    .map(each => shownLine(each, masked[each.line - 1] ?? ''))
  let size = 0
  const shown = lines.filter(line => {
    size += line.length + 1
    return size <= LONGEST_NOTE
  })
  const words = say().brief.notes
  const links = linksTo(snapshot, memory)
  return [
    `### ${file}`,
    ...(links.length === 0 ? [] : [words.linkedFrom(links.join(', '))]),
    ...shown,
    ...(shown.length < lines.length ? [words.cut(lines.length - shown.length)] : []),
  ].join('\n')
}

const linksTo = ({ folder }: Snapshot, { file, name }: Memory): string[] => {
  const names = new Set([file, file.replace(/\.md$/, ''), name ?? file])
  return folder.memories
    .filter(other => other.file !== file && other.links.some(({ target }) => names.has(target)))
    .map(other => other.file)
    .slice(0, 10)
}

function briefOf(
  { id, folder, snapshot, questions, files, isWhole }: NotesPart,
  part: number,
  parts: number,
  language: string,
  { place = '' }: BriefRequest,
): Brief {
  const words = say().brief.notes
  const about = { id, part, parts, folder: folder.label, place, questions: questions.length, whole: isWhole }
  const instructions = words.instructions(about)
  const data = [
    `## ${words.asked}`,
    questions.map(questionText).join('\n'),
    `## ${words.title}`,
    ...files.map(file => noteText(snapshot, file)),
    ...(isWhole ? [`## ${words.folder}`, listed(snapshot)] : []),
  ].join('\n\n')
  const schema = notesSchema()
  return {
    kind: 'notes',
    id,
    part,
    parts,
    language,
    root: folder.root,
    instructions,
    data,
    schema,
    size: briefText({ instructions, data, schema }).length,
    limits: { verdicts: MOST_VERDICTS, line: LONGEST_LINE },
    made: snapshot.folder.memories
      .filter(({ file }) => files.includes(file))
      .map(({ file, hash }) => ({ file, hash })),
  }
}
