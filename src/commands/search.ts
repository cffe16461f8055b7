import { foldersOf, noFolderHere } from '../app/index.ts'
import { CrossSystemInterop } from '../compat/index.ts'
import { parseSnapshot } from '../journal/index.ts'
import { DreamError, type FoundMemory, type SearchAnswer } from '../model/index.ts'
import type { Page } from '../report/index.ts'
import { noteSearch } from '../search/index.ts'
import { openclaw, readText, type Workspace } from '../sources/index.ts'
import { counted, cutAtWord } from '../text/index.ts'
import { command } from './command.ts'
import { FOLDERS } from './options.ts'

const STRATEGIES = { ccb: 'ccb-only', magma: 'magma-only', both: 'both' } as const

export const search = command({
  name: 'search',
  group: 'everyday',
  summary: 'find something in memories, journals and snapshot, in the permanent archive, in the index',
  effect: 'write',
  settings: 'follow',
  input: {
    words: {
      kind: 'words',
      need: 'required',
      about: 'what to look for, in words or as a question',
      completes: 'nothing',
    },
    limit: { kind: 'positive', about: 'at most n hits (10)' },
    engine: {
      kind: 'choice',
      choices: ['ccb', 'magma', 'both'],
      about: 'ask the files, the vectors, or both (else as configured)',
    },
    explain: { kind: 'flag', about: 'how each was found, and why' },
    verify: { kind: 'flag', about: 'let the model of llm.verification look at the hits' },
    ...FOLDERS,
  },
  examples: [
    { line: 'dream search obsidian', about: 'each hit with its source' },
    { line: 'dream search why did we leave redis --explain', about: 'and how it was found' },
    { line: 'dream search deploy --all-projects --limit 20', about: 'in the memory of every project' },
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
      return workspace === undefined ? answer : journalAnswer(answer, where.env, workspace)
    } finally {
      await interop.close()
    }
  },
  /** By source, best first in each; a journal workspace's three parts under their own headings. */
  render(answer, page, { input: { explain } }) {
    const query = cutAtWord(answer.query, 200)
    page.text(answer.language === 'zh' ? `🔍 "${query}" 检索结果：` : `🔍 "${query}":`, 0, 'strong')
    const write = (title: string, hits: readonly FoundMemory[]) => {
      page.gap().text(`── ${title} ──`, 0, 'strong')
      for (const hit of hits) writeHit(page, hit, explain === true ? 'explain' : 'plain')
      if (hits.length === 0) page.text(answer.language === 'zh' ? '（无）' : 'nothing', 0, 'quiet')
    }
    for (const [label, hits] of memoryGroups(answer)) write(label, hits)
    if (answer.folders.some(({ kind }) => kind === 'journals'))
      for (const [title, hits] of journalParts(answer)) write(title, hits)
    else if (answer.hits.length === 0) page.gap().text('Nothing found.', 0, 'quiet')
    if (explain === true) writeExplanation(page, answer)
    else for (const note of answer.notes.filter(isForEveryone)) page.gap().text(note, 0, 'warn')
    return page
  },
})

/** OpenClaw's own search answers for journals and snapshot where it is there. */
function journalAnswer(
  answer: SearchAnswer,
  env: Parameters<typeof openclaw>[0],
  workspace: Workspace,
): SearchAnswer {
  const native = openclaw(env, ['memory', 'search', answer.query])
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
    if (hit.part !== 'memory' && hit.part !== 'record') continue
    const label = hit.part === 'record' ? 'MAGMA' : (labels.get(hit.root) ?? hit.root)
    groups.set(label, [...(groups.get(label) ?? []), hit])
  }
  return groups
}

function journalParts({ hits, language }: SearchAnswer): [string, FoundMemory[]][] {
  const of = (...parts: FoundMemory['part'][]) => hits.filter(({ part }) => parts.includes(part))
  return [
    ['OpenClaw Memory', of('journal', 'snapshot')],
    [language === 'zh' ? '永久档案' : 'Permanent archive', of('ledger')],
    [language === 'zh' ? 'Obsidian 内容索引' : 'Obsidian index', of('index')],
  ]
}

const SUMMARY = 240

function writeHit(page: Page, hit: FoundMemory, how: 'plain' | 'explain'): void {
  const text = cutAtWord(hit.text.replace(/\s+/g, ' ').trim(), SUMMARY)
  if (hit.part === 'ledger') page.text(`· ${hit.source} ${text}`)
  else if (hit.part === 'index') page.text(`· ${text} (${hit.source})`)
  else if (hit.part === 'journal' || hit.part === 'snapshot') page.text(`· ${hit.source}: ${text}`)
  else {
    page.text(`· ${inFolder(hit)}${hit.title === '' ? '' : `  ${hit.title}`}`)
    page.text(text, 2, 'quiet')
  }
  if (hit.supersededBy !== null) page.text(`superseded by ${hit.supersededBy}`, 2, 'warn')
  if (hit.verified === 'does-not-fit') page.text('the model says that it does not fit', 2, 'warn')
  if (hit.also.length > 0) page.text(`the same in ${hit.also.join(', ')}`, 2, 'quiet')
  if (how === 'explain') page.text(`why: ${hit.reasons.join('; ') || 'nothing to say'}`, 2, 'quiet')
}

/** The heading names the folder. */
function inFolder({ source, file }: FoundMemory): string {
  const at = source.lastIndexOf(`/${file}`)
  return at === -1 ? source : source.slice(at + 1)
}

const OUTCOMES: Record<SearchAnswer['stages'][number]['outcome'], string> = {
  sufficed: 'sufficed, the search ended here',
  'went-on': 'done, and the search went on',
  late: 'cut off at its deadline; what had come was used',
  skipped: 'nobody to ask',
}

function writeExplanation(page: Page, answer: SearchAnswer): void {
  const { intent, hits, notes } = answer
  page.gap().text('── How it was found ──', 0, 'strong')
  page.text(`Question: ${intent.kind} (${intent.confidence.toFixed(2)}, by ${intent.by})`)
  page.text(`Route: ${answer.route.why}`)
  for (const stage of answer.stages) {
    const found = `, ${counted(stage.hits, 'hit')} in ${Math.round(stage.ms)} ms`
    page.text(`${stage.name}: ${OUTCOMES[stage.outcome]}${stage.engines.length === 0 ? '' : found}`)
  }
  const [tokens, budget] = [answer.tokens, answer.budget].map(count => count.toLocaleString('en-US'))
  page.text(`${counted(hits.length, 'hit')}, about ${tokens} of ${budget} tokens`)
  for (const note of notes) page.text(note, 0, 'warn')
}
