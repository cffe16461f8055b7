import { foldersOf, noFolderHere } from '../app/index.ts'
import { CrossSystemInterop } from '../compat/index.ts'
import { parseSnapshot } from '../journal/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { type Page, writeSpent } from '../report/index.ts'
import type { FoundMemory, SearchAnswer } from '../search/index.ts'
import { noteSearch } from '../search/index.ts'
import { readText, runOpenClaw, type Workspace } from '../sources/index.ts'
import { isOfTeam, withTeamHits } from '../team/index.ts'
import { cutAtWord } from '../text/index.ts'
import { command } from './command.ts'
import { FOLDERS } from './options.ts'

const STRATEGIES = { ccb: 'ccb-only', magma: 'magma-only', both: 'both' } as const

export const search = command({
  name: 'search',
  group: 'everyday',
  help: say => say.help.search,
  effect: 'write',
  settings: 'follow',
  input: {
    words: { kind: 'words', need: 'required', completes: 'nothing' },
    limit: { kind: 'positive' },
    engine: { kind: 'choice', choices: ['ccb', 'magma', 'both'] },
    explain: { kind: 'flag' },
    verify: { kind: 'flag' },
    ...FOLDERS,
  },
  examples: [
    'dream search obsidian',
    'dream search why did we leave redis --explain',
    'dream search deploy --all-projects --limit 20',
  ],
  format: 'search',
  async run({ where, settings: { config } }, { words, limit, engine, verify }): Promise<SearchAnswer> {
    if (foldersOf(where).length === 0) throw new DreamError(noFolderHere(where), 2)
    const defaultStrategy = engine === undefined ? config.retrieval.defaultStrategy : STRATEGIES[engine]
    const settings = { ...config, retrieval: { ...config.retrieval, defaultStrategy } }
    const interop = new CrossSystemInterop(where, { settings })
    try {
      await interop.initialize()
      const query = words.join(' ')
      const answer = await interop.retrieve({
        query,
        ...(limit !== undefined && { limit }),
        ...(verify === true && { verify }),
      })
      interop.keep()
      noteSearch(where, query)
      const workspace = interop.opened!.folders.find(folder => folder.workspace !== undefined)?.workspace
      const whole = await withTeamHits(where, config, answer, limit ?? 10)
      return workspace === undefined ? whole : journalAnswer(whole, where.env, workspace)
    } finally {
      await interop.close()
    }
  },
  language: ({ language }) => language,
  /** By source, best first in each; a journal workspace's three parts under their own headings. */
  render(answer, page, { input: { explain } }) {
    const { notes, journal } = say()
    page.text(journal.searchResults(cutAtWord(answer.query, 200)), 0, 'strong')
    const write = (title: string, hits: readonly FoundMemory[]) => {
      page.gap().text(`── ${title} ──`, 0, 'strong')
      for (const hit of hits) writeHit(page, hit, explain === true ? 'explain' : 'plain')
      if (hits.length === 0) page.text(journal.searchNothing, 0, 'quiet')
    }
    for (const [label, hits] of memoryGroups(answer)) write(label, hits)
    if (answer.folders.some(({ kind }) => kind === 'journals'))
      for (const [title, hits] of journalParts(answer)) write(title, hits)
    else if (answer.hits.length === 0) page.gap().text(notes.search.none, 0, 'quiet')
    for (const { typed, meant } of answer.corrections)
      page.gap().text(notes.search.corrected(typed, meant), 0, 'quiet')
    if (answer.sureness === 'not-sure') page.gap().text(notes.search.notSure, 0, 'warn')
    if (explain === true) writeExplanation(page, answer)
    else for (const note of answer.notes.filter(isForEveryone)) page.gap().text(note, 0, 'warn')
    writeSpent(page, answer.spent ?? [])
    return page
  },
})

/** OpenClaw's own search answers for journals and snapshot where it is there. */
function journalAnswer(
  answer: SearchAnswer,
  env: Parameters<typeof runOpenClaw>[0],
  workspace: Workspace,
): SearchAnswer {
  const native = runOpenClaw(env, ['memory', 'search', answer.query])
  const { language } = parseSnapshot(snapshotText(workspace))
  if (native === undefined) return { ...answer, language, memoryBy: 'dream' }
  const others = answer.hits.filter(({ part }) => part !== 'journal' && part !== 'snapshot')
  return { ...answer, language, memoryBy: 'openclaw', hits: [...nativeHits(native, workspace), ...others] }
}

function snapshotText(workspace: Workspace): string {
  try {
    return readText(workspace, workspace.snapshot).text
  } catch (error) {
    if (error instanceof DreamError) return ''
    throw error
  }
}

const MOST_NATIVE = 20

/** What `openclaw memory search` printed, a line each. */
function nativeHits(said: string, { root, snapshot }: Workspace): FoundMemory[] {
  const lines = said.split('\n').map(line => line.trim())
  return lines
    .filter(line => line !== '')
    .slice(0, MOST_NATIVE)
    .map((text, at) => ({
      id: `openclaw#${at}`,
      engines: [],
      part: 'journal',
      root,
      file: snapshot,
      source: 'openclaw memory search',
      title: '',
      description: '',
      text,
      tokens: 0,
      score: 1,
      type: null,
      layer: null,
      day: null,
      supersededBy: null,
      weight: 1,
      reasons: ['found by openclaw'],
      also: [],
    }))
}

/** What an engine that was not asked for by name could not do is told to whoever asks how it was found. */
const isForEveryone = (note: string): boolean => !/MAGMA|vector|lancedb|words alone/i.test(note)

/** Memories by their folder, the folder with the best hit first; then the notes of MAGMA. */
function memoryGroups({ hits, folders }: SearchAnswer): Map<string, FoundMemory[]> {
  const labels = new Map(folders.map(({ root, label }) => [root, label]))
  const groups = new Map<string, FoundMemory[]>()
  for (const hit of hits) {
    if (hit.part !== 'memory' && hit.part !== 'record' && hit.part !== 'archive') continue
    const folder = labels.get(hit.root) ?? hit.root
    const label = {
      memory: folder,
      archive: say().notes.search.archive(folder),
      record: isOfTeam(hit) ? say().team.found : 'MAGMA',
    }[hit.part]
    groups.set(label, [...(groups.get(label) ?? []), hit])
  }
  return groups
}

function journalParts({ hits }: SearchAnswer): [string, FoundMemory[]][] {
  const of = (...parts: FoundMemory['part'][]) => hits.filter(({ part }) => parts.includes(part))
  return [
    ['OpenClaw Memory', of('journal', 'snapshot')],
    [say().journal.searchArchive, of('ledger')],
    [say().journal.searchIndex, of('index')],
  ]
}

const SUMMARY = 240

function writeHit(page: Page, hit: FoundMemory, how: 'plain' | 'explain'): void {
  const words = say().notes.search
  const text = cutAtWord(hit.text.replace(/\s+/g, ' ').trim(), SUMMARY)
  if (hit.part === 'ledger') page.text(`· ${hit.source} ${text}`)
  else if (hit.part === 'index') page.text(`· ${text} (${hit.source})`)
  else if (hit.part === 'journal' || hit.part === 'snapshot') page.text(`· ${hit.source}: ${text}`)
  else {
    page.text(`· ${inFolder(hit)}${hit.title === '' ? '' : `  ${hit.title}`}`)
    if (hit.match === undefined) page.text(text, 2, 'quiet')
    else page.marked(aroundWords(hit), wordsOf(hit.reasons), 2)
  }
  if (hit.supersededBy !== null) page.text(words.replaced(hit.supersededBy), 2, 'warn')
  if (hit.verified === 'does-not-fit') page.text(words.doesNotFit, 2, 'warn')
  if (hit.also.length > 0) page.text(words.also(hit.also.join(', ')), 2, 'quiet')
  if (how === 'explain') page.text(words.why(say().look.joined(...hit.reasons)), 2, 'quiet')
}

/** The line that answers, from a little before the first word that was asked for. */
function aroundWords({ match = '', reasons }: FoundMemory): string {
  const line = match.replace(/\s+/g, ' ')
  const [first] = wordsOf(reasons)
  const at = first === undefined ? 0 : line.toLowerCase().indexOf(first)
  if (line.length <= SUMMARY || at < SUMMARY / 2) return cutAtWord(line, SUMMARY)
  const from = line.lastIndexOf(' ', at - SUMMARY / 4) + 1
  return cutAtWord(`… ${line.slice(from)}`, SUMMARY)
}

const wordsOf = (reasons: readonly string[]): string[] =>
  reasons.flatMap(reason => (reason.startsWith('words: ') ? reason.slice(7).split(', ') : []))

/** The heading names the folder. */
function inFolder({ source, file }: FoundMemory): string {
  const at = source.lastIndexOf(`/${file}`)
  return at === -1 ? source : source.slice(at + 1)
}

function writeExplanation(page: Page, answer: SearchAnswer): void {
  const { intent, hits, notes } = answer
  const words = say().notes.search
  page.gap().text(words.how, 0, 'strong')
  page.text(words.question(intent.kind, intent.confidence.toFixed(2), intent.by))
  page.text(words.route(answer.route.why))
  for (const { name, outcome, engines, hits: found, ms } of answer.stages)
    page.text(
      words.stage(name, words.stages[outcome], engines.length === 0 ? undefined : found, Math.round(ms)),
    )
  page.text(words.total(hits.length, answer.tokens, answer.budget))
  for (const note of notes) page.text(note, 0, 'warn')
}
