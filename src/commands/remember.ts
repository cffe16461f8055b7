import { cueOf, knownIn, nearNotes, type RawMemory, reasonFor, refineAll } from '../agents/index.ts'
import {
  asListed,
  carryOut,
  journalSettings,
  namedFolder,
  storeContext,
  untilWritten,
  type Where,
  zoneOf,
} from '../app/index.ts'
import {
  type CaptureKind,
  captureKind,
  fold,
  isUnsafe,
  remember as rememberInJournal,
} from '../journal/index.ts'
import { languageOf, momentIn, writtenIn } from '../languages/index.ts'
import {
  type Action,
  DEFAULT_POLICY,
  DreamError,
  type FileName,
  type Folder,
  INDEX_FILE,
  type Memory,
  type MemoryType,
  type NearNote,
  type RememberReport,
} from '../model/index.ts'
import { newMemoryActions } from '../plan/index.ts'
import { type Page, writeNear } from '../report/index.ts'
import { loadMeaning } from '../search/index.ts'
import type { FoundFolder } from '../sources/index.ts'
import { finishAll } from '../store/index.ts'
import { findSecrets, MAX_INDEX_BYTES, MAX_INDEX_LINES, quoted } from '../text/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

export const remember = command({
  name: 'remember',
  group: 'everyday',
  summary: 'write something down at once: as a memory with its line, or in journal and snapshot',
  effect: 'write',
  settings: 'follow',
  input: {
    text: { kind: 'words', need: 'required', about: 'what to remember', completes: 'nothing' },
    as: {
      kind: 'choice',
      choices: ['correction', 'decision', 'project', 'note'],
      about: 'what it is, whatever its words look like',
    },
    ...shared('folder', 'layout'),
  },
  examples: [
    { line: 'dream remember "Decided to move the shop to Postgres"', about: 'a decision: about the project' },
    { line: 'dream remember --as correction "She is called Anne"', about: 'whatever the words look like' },
  ],
  format: 'remember',
  /** A line of a journal, or a memory file with its line in the index, by what the folder is. */
  async run({ where }, { text: words, as }) {
    const text = words.join(' ')
    if (fold(text) === '') throw new DreamError('there is nothing to remember: say what', 2)
    const { finished } = await finishAll(storeContext(where))
    const found = namedFolder(where)
    const epochMs = storeContext(where).clock.now()
    if (found !== 'journal') return rememberFile(where, found, fold(text), as, epochMs)
    const kind = as === undefined ? {} : { as }
    return rememberInJournal({ where, text, epochMs, meaning: loadMeaning(), ...kind }, finished)
  },
  render(result, page, { place }) {
    if ('language' in result) writeJournal(page, result)
    else writeFile(page, result)
    for (const warning of result.warnings) page.text(warning, 0, 'warn')
    if ('layout' in result && result.run !== undefined)
      page.entry(`dream undo ${result.run}${place}`, 'takes it back', 0, 'good')
    return page
  },
})

export interface RememberedFile {
  readonly layout: 'index'
  readonly root: string
  readonly label: string
  /** `known`: the same text stands in `file`, and nothing was written. */
  readonly did: 'remembered' | 'known'
  readonly file: FileName
  readonly type: MemoryType | null
  /** As it stands in `MEMORY.md` now. */
  readonly line: string | null
  /** Other memories that come near: they say something else, and stay. */
  readonly near: readonly NearNote[]
  readonly run?: string
  readonly warnings: readonly string[]
}

async function rememberFile(
  where: Where,
  found: FoundFolder,
  text: string,
  as: CaptureKind | undefined,
  epochMs: number,
): Promise<RememberedFile> {
  refuse(text)
  const raw = rawOf(text, as, wallClock(epochMs, zoneOf(journalSettings(where), where)))
  const about = { layout: 'index', root: found.root, label: found.label } as const
  return untilWritten(found, async folder => {
    const known = sameText(folder, raw, as)
    if (known !== undefined) return { ...about, ...known, did: 'known', line: null, warnings: [] }
    // There was no conversation that could have said why.
    const memory = { ...raw, why: raw.why ?? writtenIn(languageOf(raw.quote)).draft.noReason }
    const [draft] = await refineAll([{ memory, transcript: '' }], folder, undefined)
    const { file, type, near } = draft!
    const actions = newMemoryActions(asListed(folder), [draft!], DEFAULT_POLICY)
    const written = await carryOut({ where, found, command: 'remember', actions, epochMs })
    if (written === 'changed') return 'changed'
    const index = indexText(folder, actions)
    const line = index.split(/[\r\n]+/).find(each => each.includes(`](${file})`)) ?? null
    const warnings = [...written.warnings, ...indexWarnings(index, line)]
    return { ...about, did: 'remembered', file, type, line, near, run: written.run, warnings }
  })
}

const LONGEST = 4000

function refuse(text: string): void {
  if (isUnsafe(text) || findSecrets(text).length > 0)
    throw new DreamError(
      'it looks like a secret or an instruction to whoever reads it, and every conversation would: nothing was written',
      1,
    )
  if (text.length > LONGEST)
    throw new DreamError(
      `it is longer than ${LONGEST.toLocaleString('en-US')} characters: write a file of your own, and \`dream\` lists it`,
      2,
    )
}

/** What a person tells Dream to remember, as what a conversation would have given. */
function rawOf(text: string, as: CaptureKind | undefined, at: string): RawMemory {
  const day = at.slice(0, 10)
  const cue = cueOf(text, day)
  const said = cue?.text ?? text
  const why = reasonFor(said)
  return {
    quote: text,
    text: said,
    type: typeOf(text, as, day),
    kind: cue?.kind ?? 'remember',
    origin: 'user',
    ...(why !== undefined && { why }),
    said: { speaker: 'user', at, line: 1 },
  }
}

const TYPES = { correction: 'feedback', decision: 'project', project: 'project' } as const

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
  if (line === null) return [`${INDEX_FILE} cannot be edited: the memory has no line there`]
  const isLong = text.split('\n').length - 1 > MAX_INDEX_LINES || Buffer.byteLength(text) > MAX_INDEX_BYTES
  return isLong
    ? [`${INDEX_FILE} is longer than agents read: what stands last is not seen; \`dream\` finds what can go`]
    : []
}

const TYPE_WORDS = {
  user: 'something about you',
  feedback: 'feedback',
  project: 'a fact about the project',
  reference: 'a reference',
} as const

function writeFile(page: Page, { did, label, file, type, line, near }: RememberedFile): void {
  if (did === 'known')
    page.text(`Known already: the same text stands in ${label}/${file}. Nothing was written.`, 0, 'quiet')
  else page.text(`Remembered as ${TYPE_WORDS[type ?? 'project']}: ${label}/${file}`)
  if (line !== null) page.text(line, 2, 'quiet')
  writeNear(page, near, 0)
}

function writeJournal(page: Page, result: RememberReport): void {
  const { as, section, journal, language, known, replaced, near } = result
  const words = JOURNAL_WORDS[language === 'zh' ? 'zh' : 'en']
  const where = section === null ? journal : `MEMORY.md (${words[section]}), ${journal}`
  page.text(language === 'zh' ? `已记住（${as}）：${where}` : `Remembered as a ${as}: ${where}`)
  if (known !== null) page.text(`${words.known} ${quoted(known)}`, 0, 'quiet')
  if (replaced !== null) page.text(`${words.replaced} ${quoted(replaced)}`, 0, 'warn')
  for (const line of near) page.text(`${words.near} ${quoted(line)}`, 0, 'warn')
}

const JOURNAL_WORDS = {
  en: {
    current: 'Current state',
    stable: 'Stable knowledge',
    relations: 'Relations and background',
    known: 'MEMORY.md is unchanged, the same text stands there:',
    replaced: 'It took the place of this line, which is in the ledger now:',
    near: 'Near it, and kept:',
  },
  zh: {
    current: '当前状态',
    stable: '稳定认知',
    relations: '关系与背景',
    known: 'MEMORY.md 没有改动，已有相同的内容：',
    replaced: '取代了这一行（已入永久档案）：',
    near: '相近，已保留：',
  },
} as const
