import { newRunId, storeContext } from '../../app/index.ts'
import { readProjectText, sha256 } from '../../disk/index.ts'
import { inLanguage, languageOf, say } from '../../languages/index.ts'
import { asFileName, type FileName, type Memory } from '../../model/index.ts'
import { newMemoryActions } from '../../plan/index.ts'
import { commit, withLease } from '../../store/index.ts'
import { newNameFault, ordinaryWords, quoted, withOrigin } from '../../text/index.ts'
import { keepDrafts } from '../kept.ts'
import { ALREADY, acceptedOf, isClean, judgeEach, keepOpen, openBrief, settledOf, worksIn } from './answer.ts'
import { type BriefRequest, faultIn, refusedWhole, type Schema, type Submitted } from './brief.ts'
import { type Cited, type Surroundings, textFault } from './gate.ts'
import {
  LONGEST_LINE,
  type NoteQuestion,
  type NotesFolder,
  type NotesPart,
  notesFolders,
  notesParts,
  notesSchema,
  partsOf,
} from './notes-brief.ts'
import { linesOf, readReference } from './sources.ts'
import { keepSuggestions, type Suggestion, suggestionId, suggestionsOf } from './suggestions.ts'

interface Said {
  readonly verdict: Suggestion['verdict'] | 'add'
  readonly question?: string
  readonly note?: string
  readonly into?: string
  readonly lines?: readonly { readonly line: number; readonly text: string }[]
  readonly file?: string
  readonly name?: string
  readonly description?: string
  readonly type?: 'project' | 'reference'
  readonly text?: string
  readonly sources?: readonly string[]
  readonly reason: string
}

/** A new note that is to rescue what would be lost. */
interface NewNote {
  readonly file: FileName
  readonly said: Said
  readonly text: string
}

interface Looking {
  readonly part: NotesPart
  readonly around: Surroundings
  readonly used: Set<string>
  readonly named: Set<string>
  /** Every question that the brief had, also what is settled since. */
  readonly asked: readonly string[]
}

interface Work {
  readonly suggestion?: Suggestion
  readonly note?: NewNote
}

/** Notes: what is valid waits in the queue for a person; new notes too, unless the settings say otherwise. */
export async function submitNotes(request: BriefRequest, answer: unknown): Promise<Submitted> {
  const folders = notesFolders(request)
  const parts = folders.flatMap(partsOf)
  const id = String((answer as { brief?: unknown } | null)?.brief ?? '').slice(0, 100)
  const found = partNamed(request, folders, parts, id)
  const sample = (found ?? parts[0])?.snapshot.folder.memories
    .map(({ body }) => body.slice(0, 400))
    .join('\n')
  const language = request.language ?? languageOf(sample ?? '')
  return inLanguage(language, async () => {
    const refuse = (why: string) => refusedWhole('notes', id, language, why, parts.length)
    const schema = notesSchema()
    const fault = faultIn(answer, schema, '', ['verdicts'])
    if (fault !== undefined) return refuse(fault)
    if (found === undefined) {
      const [asked] = /^notes-[0-9a-f]{8}/.exec(id) ?? ['']
      const isChanged = asked !== '' && parts.some(part => part.id.startsWith(asked))
      return refuse(say().brief.stale[isChanged ? 'notes-changed' : 'no-brief'])
    }
    return settle(
      request,
      found,
      answer as { verdicts: readonly unknown[]; giveUp?: boolean },
      schema,
      language,
    )
  })
}

/** An open part, or one that was answered before: then what is left of its questions. */
function partNamed(
  { where }: BriefRequest,
  folders: readonly NotesFolder[],
  parts: readonly NotesPart[],
  id: string,
): NotesPart | undefined {
  const found = parts.find(part => part.id === id)
  if (found !== undefined) return found
  for (const of of folders) {
    const known = openBrief(where, of.folder.root, id)
    if (known === undefined || known.stands !== standsOf(of)) continue
    const questions = of.questions.filter(question => known.asked?.includes(question.id))
    return { ...of, id, questions, files: of.snapshot.folder.memories.map(({ file }) => file) }
  }
  return undefined
}

/** The bytes of the whole folder: verdicts rest on what stood there. */
const standsOf = ({ snapshot }: NotesFolder): string =>
  sha256(snapshot.folder.memories.map(({ file, hash }) => `${file} ${hash}`).join('\n')).slice(0, 16)

async function settle(
  request: BriefRequest,
  part: NotesPart,
  { verdicts, giveUp = false }: { readonly verdicts: readonly unknown[]; readonly giveUp?: boolean },
  schema: Schema,
  language: string,
): Promise<Submitted> {
  const { where } = request
  const { root } = part.folder
  const before = openBrief(where, root, part.id)
  const material = part.snapshot.folder.memories.map(({ body }) => body).join('\n')
  const looking: Looking = {
    part,
    around: {
      material,
      ordinary: ordinaryWords(material),
      names: part.snapshot.folder.memories.map(({ file }) => file),
      aliases: [],
      longest: LONGEST_LINE,
    },
    used: new Set(),
    named: new Set(before?.named),
    asked: before?.asked ?? part.questions.map(({ id }) => id),
  }
  const item = schema.properties!['verdicts']!.items!
  const judged = judgeEach(verdicts, item, before, (said: Said, was) =>
    was ? ALREADY : workOf(said, looking),
  )
  const accepted = worksIn(judged)
  const missing = part.questions.filter(({ id }) => !looking.named.has(id)).map(({ id }) => id)
  const closes = giveUp || (missing.length === 0 && isClean(judged))
  const suggested = accepted.flatMap(({ suggestion }) => suggestion ?? [])
  // Given up: what nobody answered is for the person to look at.
  const asked = closes
    ? part.questions.filter(({ id }) => missing.includes(id)).flatMap(one => askFor(one, part))
    : []
  if (suggested.length + asked.length > 0) keepSuggestions(where, root, [...asked, ...suggested])
  const run = await addNotes(
    request,
    part,
    accepted.flatMap(({ note }) => note ?? []),
  )
  keepOpen(where, root, {
    id: part.id,
    stands: standsOf(part),
    accepted: acceptedOf(judged, before),
    named: [...looking.named],
    lost: 0,
    asked: looking.asked,
  })
  return {
    kind: 'notes',
    brief: part.id,
    language,
    state: closes ? 'closed' : 'open',
    results: settledOf(judged, ({ suggestion, note }) => ({
      id: suggestion === undefined ? note?.file : suggestionId(suggestion),
    })),
    missing: closes ? [] : missing,
    ...(run !== undefined && { run }),
    parts: notesParts(request).length,
  }
}

function askFor(question: NoteQuestion, { snapshot }: NotesPart): Suggestion[] {
  const memory = snapshot.folder.memories.find(({ file }) => file === question.files[0])
  if (memory === undefined) return []
  const { file, hash } = memory
  return [{ verdict: 'ask', file, hash, sources: [], reason: question.words, questions: [question.question] }]
}

function workOf(said: Said, looking: Looking): Work | string | typeof ALREADY {
  const cited = citedBy(said, looking)
  if (typeof cited === 'string') return cited
  if (said.verdict === 'add') {
    const note = newNote(said, cited, looking)
    return typeof note === 'string' ? note : { note }
  }
  const suggestion = suggestionFor(said, cited, looking)
  if (typeof suggestion === 'string') return suggestion
  const { file, verdict } = suggestion
  // To keep a note, or to ask about it, goes with everything else that is said of it.
  const isMild = verdict === 'keep' || verdict === 'ask'
  const isSecond = looking.used.has(file)
  if (isSecond && !isMild) return say().brief.gate.twoVerdicts(file)
  if (!isMild) looking.used.add(file)
  for (const one of answered(said, file, looking)) looking.named.add(one.id)
  return isSecond ? ALREADY : { suggestion }
}

/** The question that was named, and every other about this note: a verdict settles it for all of them. */
const answered = (said: Said, file: string, { part }: Looking): readonly NoteQuestion[] =>
  part.questions.filter(({ id, files }) => id === said.question || files[0] === file)

const memoryNamed = ({ snapshot }: NotesPart, file: string | undefined): Memory | undefined =>
  snapshot.folder.memories.find(memory => memory.file === file)

function suggestionFor(said: Said, cited: Cited, looking: Looking): Suggestion | string {
  const words = say().brief.gate
  const { part } = looking
  const { verdict, reason, sources = [] } = said
  const question = part.questions.find(({ id }) => id === said.question)
  if (said.question !== undefined && !looking.asked.includes(said.question))
    return words.noQuestion(quoted(said.question.slice(0, 20)))
  const file = said.note ?? question?.files[0]
  const memory = memoryNamed(part, file)
  if (memory === undefined) return words.noNote(quoted((file ?? '').slice(0, 80)))
  if (!part.isWhole && !part.files.includes(memory.file)) return words.otherNote(memory.file)
  if (verdict !== 'keep' && verdict !== 'ask' && sources.length === 0) return words.noSources
  const questions = answered(said, memory.file, looking).map(one => one.question)
  const common = { verdict, file: memory.file, hash: memory.hash, sources, reason, questions } as const
  if (verdict === 'merge') {
    const into = memoryNamed(part, said.into)
    if (into === undefined) return words.noNote(quoted((said.into ?? '').slice(0, 80)))
    return into === memory ? words.sameNote : { ...common, verdict, into: into.file, intoHash: into.hash }
  }
  if (verdict === 'update') {
    const text = updated(memory, said.lines ?? [], cited, looking)
    return 'why' in text ? text.why : { ...common, verdict, text: text.text }
  }
  return { ...common, verdict: verdict as 'keep' }
}

/** The one line of the frontmatter that says what the note says, and goes stale with it. */
const DESCRIPTION = /^description:[ \t]+(?=[^\s>|&*!{[])/
const bareValue = (line: string): string =>
  line
    .replace(DESCRIPTION, '')
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')

/** The note with its lines replaced: everything else stays byte for byte. */
function updated(
  memory: Memory,
  changes: NonNullable<Said['lines']>,
  cited: Cited,
  { around }: Looking,
): { readonly text: string } | { readonly why: string } {
  const words = say().brief.gate
  const whole = memory.head + memory.body
  const lines = whole.split(/(?<=\n)/)
  const head = memory.head.split(/(?<=\n)/).filter(line => line !== '').length
  for (const { line, text } of changes) {
    const old = lines[line - 1]
    if (old === undefined) return { why: words.noSuchLine(line, lines.length) }
    const isDescription = line <= head && [old, text].every(each => DESCRIPTION.test(each))
    if (line <= head && !isDescription) return { why: words.head(line) }
    const own = [...cited.texts, memory.body]
    const fault =
      text === ''
        ? undefined
        : textFault(
            isDescription ? text.replace(DESCRIPTION, '') : text,
            { ...cited, texts: own, own: [...cited.own, memory.body] },
            around,
          )
    if (fault !== undefined) return { why: fault }
    const end = /\r?\n$/.exec(old)?.[0] ?? ''
    const kept = isDescription ? `description: ${JSON.stringify(bareValue(text))}` : text
    lines[line - 1] = text === '' ? '' : `${kept}${end}`
  }
  const result = lines.join('')
  if (result === whole) return { why: words.nothingChanged }
  return result.slice(memory.head.length).trim() === '' ? { why: words.emptied } : { text: result }
}

/** Lines of notes, or of the project that they are about. */
function citedBy({ sources = [] }: Said, { part }: Looking): Cited | string {
  const words = say().brief.gate
  const texts: string[] = []
  for (const source of sources) {
    const shown = quoted(source.slice(0, 80))
    const references = readReference(source.replace(/^project:/, ''))
    if (references === undefined) return words.noReference(shown)
    for (const { of, from = 1, to } of references) {
      const memory = source.startsWith('project:') ? undefined : memoryNamed(part, of)
      const text = memory === undefined ? projectText(part, of) : memory.head + memory.body
      if (text === undefined)
        return source.startsWith('project:') ? words.noProjectLine(shown) : words.noNote(shown)
      const lines = linesOf(text)
      const last = to ?? Math.min(lines.length, from + 200)
      if (from < 1 || last < from || last > lines.length) return words.noLine(shown, lines.length)
      const own = lines.slice(from - 1, last)
      texts.push(...own.map(line => line.text), ...new Set(own.flatMap(({ headings }) => headings)))
    }
  }
  return { texts, own: texts, days: [] }
}

const LARGEST = 2_000_000

function projectText({ folder }: NotesPart, path: string): string | undefined {
  const { path: root } = folder.project as { readonly path?: string }
  if (root === undefined || path.startsWith('/') || path.split('/').includes('..')) return undefined
  return readProjectText(root, `${root}/${path}`, undefined, LARGEST)
}

function newNote(said: Said, cited: Cited, { part, around, used }: Looking): NewNote | string {
  const words = say().brief.gate
  const { file: named, name, description, type, text } = said
  const missing = Object.entries({ file: named, name, description, type, text }).find(
    ([, value]) => value === undefined,
  )
  if (missing !== undefined) return words.needs('add', missing[0])
  if (cited.texts.length === 0) return words.noSources
  const others = [...part.snapshot.folder.memories.map(({ file }) => file as string), ...used, 'MEMORY.md']
  const fault = newNameFault(named!, others)
  const file = asFileName(named!)
  if (fault !== undefined || file === undefined) return words.badName(fault ?? quoted(named!))
  for (const line of [name!, description!, ...text!.split(/\r?\n/).filter(each => each.trim() !== '')]) {
    const why = textFault(line, cited, around)
    if (why !== undefined) return why
  }
  used.add(file)
  const head = [
    '---',
    `name: ${JSON.stringify(name)}`,
    `description: ${JSON.stringify(description)}`,
    `type: ${type}`,
    '---',
  ]
  return { file, said, text: withOrigin(`${head.join('\n')}\n\n${text!.trim()}\n`, 'assistant') }
}

/** New notes wait like everything else, unless the settings let them be written at once. */
async function addNotes(
  request: BriefRequest,
  part: NotesPart,
  notes: readonly NewNote[],
): Promise<string | undefined> {
  const { where, policy, model } = request
  const { root, label } = part.folder
  if (notes.length === 0) return undefined
  if (model === 'queue') {
    const drafts = notes.map(({ file, said, text }) => ({
      file,
      type: said.type!,
      origin: 'assistant' as const,
      name: said.name!,
      description: said.description!,
      text,
      quote: said.text!.slice(0, 300),
      transcript: said.sources?.[0] ?? '',
      line: 0,
      by: 'model' as const,
      near: [],
    }))
    keepDrafts(where, root, drafts)
    return undefined
  }
  const context = storeContext(where)
  const actions = newMemoryActions(part.snapshot.folder, notes, policy, { why: 'remembered' })
  const run = newRunId(context.clock.now())
  const outcome = await withLease(context, root, 'submit', lease =>
    commit(context, { root, label, actions, run, command: 'submit', lease }),
  )
  return outcome.outcomes.some(({ result }) => result === 'done') ? run : undefined
}

/** The rules as one of those who answer: what they are sure of, and for the rest a person. */
export function notesByRules(request: BriefRequest): unknown {
  const [part] = notesParts(request)
  if (part === undefined) return undefined
  const known = new Set(suggestionsOf(request.where, part.folder.root).map(({ file }) => file as string))
  const verdicts = part.questions
    .filter(
      ({ files }, at, all) => !known.has(files[0]!) && all.findIndex(one => one.files[0] === files[0]) === at,
    )
    .map(({ id, files, words, likely }) => ({
      verdict: likely,
      question: id,
      note: files[0],
      ...(likely === 'archive' && { sources: [`${files[0]}:1`] }),
      reason: words.slice(0, 300),
    }))
  return { brief: part.id, verdicts, giveUp: true }
}
