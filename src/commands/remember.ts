import {
  correctedNotes,
  cueOf,
  forgottenIn,
  isForTheUserToSay,
  knownIn,
  nearNotes,
  type RawMemory,
  reasonFor,
  refineAll,
} from '../agents/index.ts'
import { noteSuperseded, storeContext, type Where } from '../app/index.ts'
import { journalSettings, zoneOf } from '../config/index.ts'
import {
  type CaptureKind,
  captureKind,
  fold,
  isRefused,
  type RememberReport,
  remember as rememberInJournal,
} from '../journal/index.ts'
import { languageOf, momentIn, say, writtenIn } from '../languages/index.ts'
import {
  type Action,
  DEFAULT_POLICY,
  DreamError,
  type FileName,
  type FileText,
  type Folder,
  INDEX_FILE,
  type Memory,
  type MemoryType,
} from '../model/index.ts'
import { asListed, newMemoryActions } from '../plan/index.ts'
import { type Page, writeNear } from '../report/index.ts'
import { type DraftAnswer, draftsOf, keepDrafts } from '../review/index.ts'
import { loadMeaning } from '../search/index.ts'
import type { FoundFolder } from '../sources/index.ts'
import { finishAll } from '../store/index.ts'
import {
  cutAtWord,
  findSecrets,
  MAX_INDEX_BYTES,
  MAX_INDEX_LINES,
  maskSecrets,
  quoted,
} from '../text/index.ts'
import { command } from './command.ts'
import { carryOut, namedFolder, untilWritten } from './named-folder.ts'
import { shared } from './options.ts'

export const remember = command({
  name: 'remember',
  group: 'notes',
  help: say => say.help.remember,
  effect: 'write',
  settings: 'follow',
  input: {
    text: { kind: 'words', need: 'required', completes: 'nothing' },
    as: {
      kind: 'choice',
      choices: ['user', 'feedback', 'project', 'reference', 'correction', 'decision', 'note'],
    },
    origin: { kind: 'choice', choices: ['user', 'assistant'] },
    propose: { kind: 'flag' },
    ...shared('folder', 'layout'),
  },
  examples: [
    'dream remember "Decided to move the shop to Postgres"',
    'dream remember --as correction "She is called Anne"',
    'dream remember --as user "I work from Lisbon"',
  ],
  format: 'remember',
  /** A line of a journal, or a memory file with its line in the index, by what the folder is. */
  async run({ where }, { text: words, as, origin = 'user', propose }) {
    const text = words.join(' ')
    if (fold(text) === '') throw new DreamError(say().notes.remember.nothing, 2)
    const { finished } = await finishAll(storeContext(where))
    const found = namedFolder(where)
    const epochMs = storeContext(where).clock.now()
    const note: NewNote = {
      text: fold(text),
      as,
      origin,
      epochMs,
      how: propose === true ? 'propose' : 'write',
    }
    if (found !== 'journal') return rememberFile(where, found, note)
    return rememberEntry(where, note, finished)
  },
  language: result => ('language' in result ? result.language : undefined),
  render(result, page, { place }) {
    if ('language' in result) writeJournal(page, result)
    else writeFile(page, result)
    for (const warning of result.warnings) page.text(warning, 0, 'warn')
    if ('layout' in result && result.run !== undefined)
      page.entry(`dream undo ${result.run}${place}`, say().notes.takesBack, 0, 'good')
    return page
  },
})

/** What is to be remembered, who says so, and whether a person looks first. */
interface NewNote {
  readonly text: string
  readonly as: CaptureKind | undefined
  readonly origin: 'user' | 'assistant'
  readonly epochMs: number
  readonly how: 'write' | 'propose'
}

/** P6: what only the user can say goes to the journal alone where an agent says it, and the next review weighs it. */
async function rememberEntry(
  where: Where,
  note: NewNote,
  finished: Parameters<typeof rememberInJournal>[1],
): Promise<RememberReport> {
  const { text, origin, epochMs } = note
  // A journal is the user's to write as they like; a review hides what it should.
  if (origin === 'assistant') refuseSecret(text)
  if (note.how === 'propose') throw new DreamError(say().mcp.remembered.journalsTakeAll, 2)
  const at = wallClock(epochMs, zoneOf(journalSettings(where), where))
  const isHeld = origin === 'assistant' && isForTheUserToSay(rawOf(note, at))
  const as = isHeld ? 'note' : note.as
  const kind = as === undefined ? {} : { as }
  const report = await rememberInJournal({ where, text, epochMs, meaning: loadMeaning(), ...kind }, finished)
  if (!isHeld) return report
  return { ...report, warnings: [...report.warnings, say().mcp.remembered.journalAlone] }
}

export interface RememberedFile {
  readonly layout: 'index'
  readonly root: string
  readonly label: string
  /**
   * - `known`: the same text stands in `file`, and nothing was written.
   * - `waits`: it is in the review queue, and `file` is what accepting it writes.
   */
  readonly did: 'remembered' | 'known' | 'waits'
  readonly file: FileName
  readonly type: MemoryType | null
  /** As it stands in `MEMORY.md` now. */
  readonly line: string | null
  /** Other memories that come near: they say something else, and stay. */
  readonly near: readonly FileText[]
  /** Notes whose value this one replaces: they stay as they are, behind it. */
  readonly corrects: readonly CorrectedFile[]
  readonly run?: string
  readonly warnings: readonly string[]
}

/** What is corrected in a note: what it says, and what holds now. */
interface CorrectedFile {
  readonly file: FileName
  readonly older: string
  readonly newer: string
}

async function rememberFile(where: Where, found: FoundFolder, note: NewNote): Promise<RememberedFile> {
  const { text, as, origin, epochMs } = note
  refuse(text)
  const raw = rawOf(note, wallClock(epochMs, zoneOf(journalSettings(where), where)))
  const about = { layout: 'index', root: found.root, label: found.label } as const
  return untilWritten(found, async folder => {
    const known = sameText(folder, raw, as)
    if (known !== undefined)
      return { ...about, ...known, did: 'known', line: null, corrects: [], warnings: [] }
    const forgotten = forgottenIn(where, found.root, folder)(raw)
    if (
      note.how === 'propose' ||
      (origin === 'assistant' && needsPerson(raw, folder, forgotten !== undefined))
    )
      return { ...about, ...(await held(where, folder, raw)), line: null, corrects: [], warnings: [] }
    const { file, type, near, ...draft } = await draftOf(raw, folder)
    const actions = newMemoryActions(asListed(folder), [{ file, ...draft }], DEFAULT_POLICY)
    const written = await carryOut({ where, found, command: 'remember', actions, epochMs })
    if (written === 'changed') return 'changed'
    const index = indexText(folder, actions)
    const line = index.split(/[\r\n]+/).find(each => each.includes(`](${file})`)) ?? null
    const warnings = [
      ...written.warnings,
      ...indexWarnings(index, line),
      ...(forgotten ? [say().notes.remember.wasForgotten(forgotten.day, forgotten.file)] : []),
    ]
    // Only a person's word puts another note behind at once.
    const corrects = origin === 'assistant' ? [] : await supersede(where, found.root, folder, raw, file)
    return { ...about, did: 'remembered', file, type, line, near, corrects, run: written.run, warnings }
  })
}

/** What an agent tells waits where only the user can say it, where it corrects the user, and where the user forgot it. */
function needsPerson(raw: RawMemory, { memories }: Folder, isForgotten: boolean): boolean {
  const correctsUser = () =>
    correctedNotes(raw.text, memories, raw.said.at?.slice(0, 10)).some(
      ({ memory }) => memory.origin === 'user',
    )
  return isForgotten || isForTheUserToSay(raw) || correctsUser()
}

async function draftOf(raw: RawMemory, folder: Folder): Promise<DraftAnswer> {
  // There was no conversation that could have said why.
  const memory = { ...raw, why: raw.why ?? writtenIn(languageOf(raw.quote)).draft.noReason }
  const [draft] = await refineAll([{ memory, transcript: '' }], folder, undefined)
  return draft!
}

/** Left for a person, once, and under a name that nothing else waits under. */
async function held(where: Where, folder: Folder, raw: RawMemory) {
  const waiting = draftsOf(where, folder.root)
  const same = waiting.find(({ quote }) => quote === raw.quote)
  const taken = waiting.map(({ file }) => ({ name: file, kind: 'name-twin', detail: '' }) as const)
  const draft = same ?? (await draftOf(raw, { ...folder, oddities: [...folder.oddities, ...taken] }))
  if (same === undefined) keepDrafts(where, folder.root, [draft])
  return { did: 'waits', file: draft.file, type: draft.type, near: draft.near } as const
}

/** M20: what a person tells now takes the place of what it speaks against, in Dream's own state alone. */
async function supersede(
  where: Where,
  root: string,
  { memories }: Folder,
  { text, said }: RawMemory,
  by: FileName,
): Promise<CorrectedFile[]> {
  const at = said.at ?? new Date().toISOString()
  const corrected = correctedNotes(text, memories, at.slice(0, 10))
  const entries = corrected.map(({ memory: { file, hash }, comparison: { differs } }) => {
    const [older, newer] = [differs?.a ?? '', differs?.b ?? ''].map(part => cutAtWord(maskSecrets(part), 120))
    return { at, file, hash, by, older: older!, newer: newer! }
  })
  await noteSuperseded(where, root, entries)
  return entries.map(({ file, older, newer }) => ({ file, older, newer }))
}

const LONGEST = 4000

function refuseSecret(text: string): void {
  if (findSecrets(text).length > 0) throw new DreamError(say().notes.remember.unsafe, 1)
}

function refuse(text: string): void {
  refuseSecret(text)
  if (isRefused(text)) throw new DreamError(say().notes.remember.unsafe, 1)
  if (text.length > LONGEST) throw new DreamError(say().notes.remember.tooLong(LONGEST), 2)
}

/** What Dream is told to remember, as what a conversation would have given. */
function rawOf({ text, as, origin }: Pick<NewNote, 'text' | 'as' | 'origin'>, at: string): RawMemory {
  const day = at.slice(0, 10)
  const cue = cueOf(text, day)
  const said = cue?.text ?? text
  const why = reasonFor(said)
  return {
    quote: text,
    text: said,
    type: typeOf(text, as, day),
    kind: cue?.kind ?? 'remember',
    origin,
    ...(why !== undefined && { why }),
    said: { speaker: origin, at, line: 1 },
  }
}

const TYPES = {
  user: 'user',
  feedback: 'feedback',
  project: 'project',
  reference: 'reference',
  correction: 'feedback',
  decision: 'project',
} as const

/** By the rules of `dream extract`, then by those of capture. A note is about something, and never a rule. */
function typeOf(text: string, as: CaptureKind | undefined, day: string): MemoryType {
  if (as !== undefined && as !== 'note') return TYPES[as]
  const cue = cueOf(text, day)
  const subject = cue?.type ?? cueOf(`Remember that ${text}`, day)?.type ?? 'project'
  if (as === 'note' && subject === 'feedback') return cue?.kind === 'preference' ? 'user' : 'project'
  const kind = as ?? captureKind(text, day)
  return cue !== undefined || kind === 'note' ? subject : TYPES[kind]
}

/** The moment with the day that the wall clock shows: `2026-11-16T23:30:00+09:00`. */
function wallClock(epochMs: number, zone?: string): string {
  const { day, time } = momentIn(epochMs, zone)
  const ahead = Date.parse(`${day}T${time}:00Z`) / 60_000 - Math.floor(epochMs / 60_000)
  const two = (count: number) => String(count).padStart(2, '0')
  const away = Math.abs(ahead)
  return `${day}T${time}:00${ahead < 0 ? '-' : '+'}${two(Math.floor(away / 60))}:${two(away % 60)}`
}

/** The memory in which it stands already, and what comes near that. */
function sameText(
  { memories }: Folder,
  raw: RawMemory,
  as: CaptureKind | undefined,
): Pick<RememberedFile, 'file' | 'type' | 'near'> | undefined {
  const known = knownIn(memories)(raw)
  if (known === undefined) return undefined
  const { file, type = null } = known
  const near = nearNotes(memories.filter(memory => memory !== known)).find(raw.text)
  const isCorrection = as === 'correction' || (as === undefined && raw.kind === 'correction')
  const newer = memories.filter(memory => writtenAt(memory) > writtenAt(known)).map(memory => memory.file)
  // Said, then corrected, and corrected back: it stands there, but something newer speaks against it.
  if (isCorrection && near.some(note => newer.includes(note.file))) return undefined
  return { file, type, near }
}

const writtenAt = ({ dated, modified }: Memory): number => dated ?? modified

function indexText({ index }: Folder, actions: readonly Action[]): string {
  const action = actions.find(({ file }) => file === INDEX_FILE)
  const parts = action?.kind === 'write' ? action.pieces : (index?.lines ?? [])
  return parts.map(({ text }) => text).join('')
}

function indexWarnings(text: string, line: string | null): string[] {
  if (line === null) return [say().notes.remember.notListed]
  const isLong = text.split('\n').length - 1 > MAX_INDEX_LINES || Buffer.byteLength(text) > MAX_INDEX_BYTES
  return isLong ? [say().notes.remember.indexTooLong] : []
}

function writeFile(page: Page, { did, label, file, type, line, near, corrects }: RememberedFile): void {
  const words = say().notes.remember
  if (did === 'waits') page.text(say().mcp.remembered.waits(`${label}/${file}`))
  else if (did === 'known') page.text(words.known(`${label}/${file}`), 0, 'quiet')
  else page.text(words.saved(words.types[type ?? 'project'], `${label}/${file}`))
  if (line !== null) page.text(line, 2, 'quiet')
  for (const { file: older, older: said, newer } of corrects)
    page.text(say().corrections.corrects(`${label}/${older}`, quoted(said), quoted(newer)), 0, 'warn')
  writeNear(page, near, 0)
}

function writeJournal(page: Page, result: RememberReport): void {
  const { as, section, journal, language, known, replaced, near } = result
  const words = say().journal
  const where =
    section === null ? journal : `MEMORY.md (${writtenIn(language).sections[section]}), ${journal}`
  page.text(words.rememberedAs(words.kinds[as], where))
  if (known !== null) page.text(words.rememberKnown(quoted(known)), 0, 'quiet')
  if (replaced !== null) page.text(words.rememberReplaced(quoted(replaced)), 0, 'warn')
  for (const line of near) page.text(words.rememberNear(quoted(line)), 0, 'warn')
}
