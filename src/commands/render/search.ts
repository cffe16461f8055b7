import type { FoundMemory, SearchAnswer } from '../../model/index.ts'
import { counted, newPage, type Page, type PageOptions } from '../../report/index.ts'
import { cutAtWord } from '../../text/index.ts'

export interface SearchLook extends PageOptions {
  /** How it was found: intent, route, stages, and why each hit is here. */
  readonly explain?: boolean
}

const PARTS = {
  en: { memory: 'OpenClaw Memory', ledger: 'Permanent archive', index: 'Obsidian index' },
  zh: { memory: 'OpenClaw Memory', ledger: '永久档案', index: 'Obsidian 内容索引' },
} as const

/** I7: by source, best first in each. J11: a journal workspace's three parts under their own headings. */
export function renderSearch(answer: SearchAnswer, look: SearchLook): string {
  const page = newPage(look)
  const zh = answer.language === 'zh'
  page.text(zh ? `🔍 "${shown(answer.query)}" 检索结果：` : `🔍 "${shown(answer.query)}":`, 0, 'strong')
  for (const [label, hits] of memoryGroups(answer)) section(page, label, hits, look)
  if (answer.folders.some(({ kind }) => kind === 'journals')) journalParts(page, answer, look)
  else if (answer.hits.length === 0) page.gap().text('Nothing found.', 0, 'quiet')
  if (look.explain === true) explain(page, answer)
  else for (const note of answer.notes.filter(isForEveryone)) page.gap().text(note, 0, 'warn')
  return page.end()
}

const shown = (query: string): string => cutAtWord(query, 200)

/** What an engine that was not asked for by name could not do is told to whoever asks how it was found. */
const isForEveryone = (note: string): boolean => !/MAGMA|vector|lancedb|words alone/i.test(note)

/** Memories by their folder, the folder with the best hit first; then the notes of MAGMA. */
function memoryGroups({ hits, folders }: SearchAnswer): [string, FoundMemory[]][] {
  const labels = new Map(folders.map(({ root, label }) => [root, label]))
  const groups = new Map<string, FoundMemory[]>()
  for (const hit of hits) {
    if (hit.part !== 'memory' && hit.part !== 'record') continue
    const label = hit.part === 'record' ? 'MAGMA' : (labels.get(hit.root) ?? hit.root)
    const group = groups.get(label)
    if (group === undefined) groups.set(label, [hit])
    else group.push(hit)
  }
  return [...groups]
}

function journalParts(page: Page, answer: SearchAnswer, look: SearchLook): void {
  const titles = PARTS[answer.language === 'zh' ? 'zh' : 'en']
  const isOf = { memory: ['journal', 'snapshot'], ledger: ['ledger'], index: ['index'] } as const
  for (const part of ['memory', 'ledger', 'index'] as const) {
    const hits = answer.hits.filter(hit => (isOf[part] as readonly string[]).includes(hit.part))
    section(page, titles[part], hits, look, answer.language)
  }
}

function section(
  page: Page,
  title: string,
  hits: readonly FoundMemory[],
  look: SearchLook,
  language = 'en',
): void {
  page.gap().text(`── ${title} ──`, 0, 'strong')
  for (const hit of hits) hitLines(page, hit, look)
  if (hits.length === 0) page.text(language === 'zh' ? '（无）' : 'nothing', 0, 'quiet')
}

const SUMMARY = 240

function hitLines(page: Page, hit: FoundMemory, { explain }: SearchLook): void {
  const text = oneLine(hit.text)
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
  if (explain === true) page.text(`why: ${hit.reasons.join('; ') || 'nothing to say'}`, 2, 'quiet')
}

/** The heading names the folder. */
const inFolder = ({ source, file }: FoundMemory): string => {
  const at = source.lastIndexOf(`/${file}`)
  return at === -1 ? source : source.slice(at + 1)
}

const oneLine = (text: string): string => cutAtWord(text.replace(/\s+/g, ' ').trim(), SUMMARY)

function explain(page: Page, { intent, route, stages, hits, tokens, budget, notes }: SearchAnswer): void {
  page.gap().text('── How it was found ──', 0, 'strong')
  page.text(`Question: ${intent.kind} (${intent.confidence.toFixed(2)}, by ${intent.by})`)
  page.text(`Route: ${route.why}`)
  for (const { name, outcome, engines, hits: found, ms } of stages)
    page.text(
      `${name}: ${OUTCOMES[outcome]}${engines.length === 0 ? '' : `, ${counted(found, 'hit')} in ${Math.round(ms)} ms`}`,
    )
  page.text(
    `${counted(hits.length, 'hit')}, about ${tokens.toLocaleString('en-US')} of ${budget.toLocaleString('en-US')} tokens`,
  )
  for (const note of notes) page.text(note, 0, 'warn')
}

const OUTCOMES: Record<SearchAnswer['stages'][number]['outcome'], string> = {
  sufficed: 'sufficed, the search ended here',
  'went-on': 'done, and the search went on',
  late: 'cut off at its deadline; what had come was used',
  skipped: 'nobody to ask',
}
