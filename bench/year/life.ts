import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Where } from '../../src/app/app.ts'
import { indexContent } from '../../src/journal/index-file.ts'
import { initJournals } from '../../src/journal/init.ts'
import { review } from '../../src/journal/review.ts'
import { DEFAULT_POLICY } from '../../src/model/plan.ts'
import { dream } from '../../src/pipeline/pipeline.ts'
import { dreamAt } from '../../test/dream-at.ts'
import { ENGLISH } from '../distil/english.ts'
import { type Random, seededRandom } from '../random.ts'
import { capitalised, makeVocabulary, type Vocabulary } from '../vocabulary.ts'

const DAY = 24 * 60 * 60_000

/** A journal workspace with its vault, a memory folder, and the state that Dream keeps of both. */
export interface Life {
  readonly workspace: string
  readonly vault: string
  readonly memory: string
  readonly journals: Where
  readonly memories: Where
  readonly random: Random
  readonly vocabulary: Vocabulary
  readonly from: number
  /** Fewest lines of a day's journal; some days have twice as many. */
  readonly lines: number
  /** Makes it so late for everybody who asks for the time. */
  readonly setTime: (epochMs: number) => void
}

export interface LifeRequest {
  readonly top: string
  readonly home: string
  readonly seed: string
  readonly from: number
  readonly lines: number
  readonly setTime: (epochMs: number) => void
}

export function lifeIn({ top, home, seed, from, lines, setTime }: LifeRequest): Life {
  const [workspace, vault, memory] = ['workspace', 'vault', 'notes'].map(name => join(top, name)) as [
    string,
    string,
    string,
  ]
  const env = { DREAM_VAULT_PATH: vault, TZ: 'UTC', PATH: '' }
  const where = { home, env, allProjects: false }
  return {
    workspace,
    vault,
    memory,
    journals: { ...where, cwd: workspace, paths: [workspace] },
    memories: { ...where, cwd: memory, paths: [memory], layout: 'index' },
    random: seededRandom(seed),
    vocabulary: makeVocabulary(),
    from,
    lines,
    setTime,
  }
}

export async function beginLife(life: Life): Promise<void> {
  const at = life.from - DAY
  life.setTime(at)
  mkdirSync(join(life.workspace, 'memory'), { recursive: true })
  put(join(life.memory, 'MEMORY.md'), '# Memory\n', at)
  await initJournals({ where: life.journals, epochMs: at })
}

/** A day that somebody works through, told and written down; the nights of it are below. */
export async function liveDay(life: Life, day: number): Promise<void> {
  const { random } = life
  const noon = life.from + day * DAY
  life.setTime(noon)
  const name = new Date(noon).toISOString().slice(0, 10)
  put(join(life.workspace, 'memory', `${name}.md`), journalOf(life, name), noon)
  if (random.chance(0.3)) await dreamAt(life.journals, noon).remember({ text: [decision(life)] })
  if (random.chance(0.3)) await index(life, noon)
  if (random.chance(0.03)) await forgetSomeLine(life, noon)
  if (random.chance(0.4)) await dreamAt(life.memories, noon).remember({ text: [fact(life)] })
  if (random.chance(0.3)) editSomeNote(life, noon)
  if (random.chance(0.05)) copySomeNote(life, noon)
  if (notesOf(life).length > MOST_NOTES || random.chance(0.05)) await forgetSomeNote(life, noon)
}

/** Half past three. */
const nightAfter = ({ from }: Life, day: number): number => from + day * DAY + 15.5 * 60 * 60_000

export async function reviewNight(life: Life, day: number): Promise<string> {
  const epochMs = nightAfter(life, day)
  life.setTime(epochMs)
  return (await review({ where: life.journals, epochMs })).did
}

export async function dreamNight(life: Life, day: number): Promise<number> {
  life.setTime(nightAfter(life, day))
  const report = await dream({ where: life.memories, policy: DEFAULT_POLICY, mode: 'live' })
  const failed = report.results.find(({ failure }) => failure !== undefined)
  if (failed !== undefined) throw new Error(failed.failure!.sentence)
  return report.results.flatMap(({ outcomes }) => outcomes).filter(({ result }) => result === 'done').length
}

/** Nobody keeps every note for years. */
const MOST_NOTES = 150

function journalOf({ random, vocabulary, lines: least }: Life, day: string): string {
  const words = (count: number) => Array.from({ length: count }, () => vocabulary.draw(random)).join(' ')
  const lines = Array.from({ length: least + random.below(least + 4) }, () => {
    const kind = random.below(20)
    if (kind === 0) return decisionOf(random, vocabulary)
    if (kind === 1) return random.pick(random.pick(ENGLISH.habits).says)
    if (kind < 5) return random.pick(ENGLISH.junk)
    if (kind < 8) return random.pick(ENGLISH.once).replaceAll('{name}', nameFrom(random, vocabulary))
    return `${capitalised(vocabulary.drawSubject(random))} ${words(6 + random.below(20))}`
  })
  return `# ${day}\n\n${lines.map(line => `- ${line}\n`).join('')}`
}

const nameFrom = (random: Random, vocabulary: Vocabulary): string =>
  capitalised(vocabulary.words[5000 + random.below(20_000)]!)

function decisionOf(random: Random, vocabulary: Vocabulary): string {
  const said = [...ENGLISH.decisions, ...ENGLISH.corrections, ...ENGLISH.projectsBegin.flat()]
  const ended = ENGLISH.projectsEnd.map(text => text.replaceAll('{what}', 'prototype'))
  return random.pick([...said, ...ended]).replaceAll('{name}', nameFrom(random, vocabulary))
}

const decision = ({ random, vocabulary }: Life): string => decisionOf(random, vocabulary)

function fact({ random, vocabulary }: Life): string {
  const words = Array.from({ length: 12 + random.below(20) }, () => vocabulary.drawSubject(random))
  return `The ${nameFrom(random, vocabulary)} service needs ${words.join(' ')}`
}

async function index(life: Life, epochMs: number): Promise<void> {
  const { random, vocabulary } = life
  const words = Array.from({ length: 5 }, () => vocabulary.drawSubject(random))
  await indexContent({ where: life.journals, what: `https://example.org/${words.join('-')}`, epochMs })
}

async function forgetSomeLine(life: Life, epochMs: number): Promise<void> {
  const description = life.random.pick(ENGLISH.habits).says[0]!
  await dreamAt(life.journals, epochMs).forget({ description: [description], allowLarge: true })
}

async function forgetSomeNote(life: Life, epochMs: number): Promise<void> {
  const notes = notesOf(life)
  if (notes.length < 3) return
  await dreamAt(life.memories, epochMs).forget({ description: [life.random.pick(notes)] })
}

const notesOf = ({ memory }: Life): string[] =>
  readdirSync(memory)
    .filter(name => name.endsWith('.md') && name !== 'MEMORY.md')
    .sort()

function editSomeNote(life: Life, at: number): void {
  const notes = notesOf(life)
  if (notes.length === 0) return
  const file = join(life.memory, life.random.pick(notes))
  writeFileSync(file, `\nAs of day ${at / DAY}: ${fact(life)}.\n`, { flag: 'a' })
  utimesSync(file, at / 1000, at / 1000)
}

/** The same note under another name, for which the index has no line: a night lists or archives it. */
function copySomeNote(life: Life, at: number): void {
  const text = `---\nname: ${fact(life)}\ndescription: of day ${at / DAY}\ntype: project\n---\n${fact(life)}\n`
  put(join(life.memory, `note-${at / DAY}.md`), text, at)
}

function put(file: string, text: string, at: number): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  utimesSync(file, at / 1000, at / 1000)
}
