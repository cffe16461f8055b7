import { storeContext, type Where } from '../app/index.ts'
import { withVault } from '../config/index.ts'
import { makeFolder, realPath } from '../disk/index.ts'
import {
  eachWritten,
  type Language,
  languageOf,
  languageOfLocale,
  say,
  writtenIn,
} from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { listJournals, workspaceToMake } from '../sources/index.ts'
import { finishOpenRuns } from '../store/index.ts'
import { type CountedTexts, countsDraft } from './count-files.ts'
import { ACTIVE_DAYS, INDEX, LEDGER, LEDGER_INDEX, REMOVED, STATE } from './journal-files.ts'
import {
  type Draft,
  type JournalWorkspace,
  look,
  lookAtSnapshot,
  makeJournalWorkspace,
  refuseVault,
  writeDrafts,
} from './journal-workspace.ts'
import { fold } from './lines.ts'
import { editSnapshot, parseSnapshot, SECTIONS, type SnapshotFile } from './sections.ts'
import { readDays } from './tick.ts'

export interface InitReport {
  readonly root: string
  readonly vault: string
  readonly made: readonly string[]
  readonly run?: string
  readonly warnings: readonly string[]
}

/** Where the answers to the five questions go, in their order. */
const SEED_SECTIONS = ['stable', 'stable', 'current', 'stable', 'relations'] as const

/** The five questions of `dream journal init`, and what stands before the answers, by language. */
export const SEED_QUESTIONS = SEED_SECTIONS.map((section, at) => {
  const inEach = (part: 'asks' | 'says'): Readonly<Record<Language, string>> =>
    Object.fromEntries(eachWritten().map(([code, { firstQuestions }]) => [code, firstQuestions[at]![part]]))
  return { section, asks: inEach('asks'), says: inEach('says') }
})

export interface InitRequest {
  readonly where: Where
  readonly epochMs?: number
  /** Asked only where the snapshot is empty: an answer to each question, in their order; empty ones are left out. */
  readonly answers?: (language: Language) => Promise<readonly string[]>
}

/** Makes the layout; whatever is there stays as it is. */
export async function initJournals(request: InitRequest): Promise<InitReport> {
  await finishOpenRuns(storeContext(request.where))
  const where = withVault(request.where)
  const found = workspaceToMake(where)
  const { path, state } = found.vault
  refuseVault(state, say().work.journals.vault(path))
  const made = makeFolder(path) === 'made' ? [path] : []
  const vault = { ...found.vault, path: realPath(path) ?? path, state: 'there' as const }
  const journal = makeJournalWorkspace(where, { ...found, vault }, request.epochMs)
  const drafts = await initDrafts(journal, request)
  const written = await writeDrafts(journal, drafts, { command: 'init', why: { why: 'updated' } })
  if (written !== 'nothing' && written.conflicts.length > 0)
    throw new DreamError(say().work.journals.changed(written.conflicts.join(', ')), 1)
  const done = written === 'nothing' ? [] : written.outcome.outcomes.filter(each => each.result === 'done')
  return {
    root: found.root,
    vault: vault.path,
    made: [...made, ...done.map(each => each.action.file)],
    ...(written !== 'nothing' && { run: written.run }),
    warnings: written === 'nothing' ? [] : written.outcome.warnings,
  }
}

async function initDrafts(journals: JournalWorkspace, { answers }: InitRequest): Promise<Draft[]> {
  const snapshot = lookAtSnapshot(journals)
  const isEmpty = snapshot.text.trim() === ''
  const language = parseSnapshot(snapshot.text, languageHere(journals)).language
  const said = isEmpty && answers !== undefined ? await answers(language) : []
  const edits = said.flatMap((answer, at) => {
    const { says } = writtenIn(language).firstQuestions[at]!
    return fold(answer) === ''
      ? []
      : [
          {
            kind: 'add' as const,
            section: SEED_SECTIONS[at]!,
            text: `${says}: ${fold(answer)} (${journals.now.day})`,
          },
        ]
  })
  const file = parseSnapshot(snapshot.text, language)
  const text = withGuides(editSnapshot(file, edits), file)
  const isNew = (name: string, content: string): Draft[] => {
    const file = look(journals, name)
    return file.hash === 'absent' ? [{ file, how: 'write', text: content }] : []
  }
  const days = readDays(look(journals, ACTIVE_DAYS).text)
  return [
    ...isNew(LEDGER, NEW_LEDGER),
    ...isNew(LEDGER_INDEX, '[]\n'),
    ...isNew(REMOVED, '[]\n'),
    ...isNew(INDEX, NEW_INDEX),
    ...isNew(ACTIVE_DAYS, `${JSON.stringify(days.length === 0 ? [journals.now.day] : days)}\n`),
    { file: snapshot, how: 'write', text },
    countsDraft(journals, countedTexts(journals, text), []),
    { file: look(journals, STATE), how: 'write', text: 'active\n' },
  ]
}

/** J25: of the newest journals, else of the system. */
function languageHere(journals: JournalWorkspace): Language {
  const newest = listJournals(journals.workspace).days.slice(-3)
  const texts = newest.map(({ name }) => look(journals, `memory/${name}`).text)
  return languageOf(texts.join('\n'), languageOfLocale(journals.where.env))
}

/** Below the title of each section that was not there, what belongs into it, for whoever opens the file. */
function withGuides(text: string, { places, language }: SnapshotFile): string {
  const { sections, guides } = writtenIn(language)
  return SECTIONS.filter(section => !places.has(section)).reduce(
    (all, section) =>
      all.replace(`## ${sections[section]}\n`, title => `${title}<!-- ${guides[section]} -->\n`),
    text,
  )
}

const NEW_LEDGER = '# Dream ledger\n\n'
const NEW_INDEX = '# Dream index\n\n'

function countedTexts(journal: JournalWorkspace, snapshot: string): CountedTexts {
  const now = (name: string, fresh: string) => {
    const { hash, text } = look(journal, name)
    return hash === 'absent' ? fresh : text
  }
  return { snapshot, ledger: now(LEDGER, NEW_LEDGER), index: now(INDEX, NEW_INDEX) }
}
