import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDream } from '../../src/index.ts'
import { CHINESE_FACTS, ENGLISH_FACTS, type Fact, unrelated } from './facts.ts'
import { VARIED_CHINESE, VARIED_ENGLISH } from './varied.ts'

/** The question, and what each system puts first. */
interface Asked {
  readonly fact: Fact
  readonly first: Readonly<Record<System, string>>
}

type System = 'dream' | 'newest' | 'bm25'
const SYSTEMS: readonly System[] = ['dream', 'newest', 'bm25']
const DAY = 86_400_000

/** Facts are told, then each is corrected in another form, among others that nobody touches; then they are asked for. */
export async function benchStore(isVerbose = false): Promise<string> {
  const parts: string[] = []
  for (const [name, facts] of [
    ['English', ENGLISH_FACTS],
    ['English, each in its own words', VARIED_ENGLISH],
    ['Chinese', CHINESE_FACTS],
    ['Chinese, each in its own words', VARIED_CHINESE],
  ] as const) {
    const { asked, wrong } = await play(facts, name.startsWith('English') ? 'en' : 'zh')
    if (isVerbose)
      for (const { fact, first } of asked)
        if (reader(fact, first.dream) !== 'new') console.log(`${fact.question} -> ${first.dream}`)
    const rows = SYSTEMS.map(system => {
      const first = asked.map(one => reader(one.fact, one.first[system]))
      const count = (word: string) => first.filter(said => said === word).length
      return `${system.padEnd(8)} new value ${count('new')}, old value ${count('old')}, neither ${count('neither')} of ${asked.length}`
    })
    parts.push(
      [
        `${name}: ${facts.length} facts, each corrected once, among 200 others; first hit`,
        ...rows,
        `notes about other things marked as superseded: ${wrong}`,
      ].join('\n'),
    )
  }
  return parts.join('\n\n')
}

/** A fixed reader: the value that stands in the text; a text that names both tells the new one by naming it as such. */
function reader({ older, newer }: Fact, text: string): 'new' | 'old' | 'neither' {
  if (text.includes(newer)) return 'new'
  return text.includes(older) ? 'old' : 'neither'
}

async function play(facts: readonly Fact[], language: 'en' | 'zh') {
  const home = mkdtempSync(join(tmpdir(), 'dream-corrections-'))
  try {
    const folder = join(home, 'notes')
    mkdirSync(folder)
    const notes: { readonly text: string; readonly at: number }[] = []
    const start = Date.now() - 200 * DAY
    const index: string[] = []
    const others = unrelated(language, 200)
    for (const [at, text] of [...others, ...facts.map(({ first }) => first)].entries()) {
      const when = start + at * 60_000
      const file = `n${at}.md`
      writeFileSync(
        join(folder, file),
        `---\nname: ${JSON.stringify(text.slice(0, 60))}\ntype: project\n---\n${text}\n`,
      )
      utimesSync(join(folder, file), when / 1000, when / 1000)
      index.push(`- [n${at}](${file})`)
      notes.push({ text, at: when })
    }
    writeFileSync(join(folder, 'MEMORY.md'), `# Notes\n\n${index.join('\n')}\n`)
    const dream = openDream({
      cwd: home,
      home,
      env: {
        HOME: home,
        XDG_STATE_HOME: join(home, 'state'),
        XDG_CACHE_HOME: join(home, 'cache'),
        TZ: 'UTC',
      },
    })
    let wrong = 0
    for (const [at, { second }] of facts.entries()) {
      const told = await dream.remember({ text: [second], folder: [folder] })
      const corrected = 'corrects' in told ? (told.corrects ?? []) : []
      wrong += corrected.filter(({ file }) => file !== `n${others.length + at}.md`).length
      notes.push({ text: second, at: Date.now() })
    }
    const asked: Asked[] = []
    for (const fact of facts) {
      const { hits } = await dream.search({ words: [fact.question], folder: [folder] })
      asked.push({
        fact,
        first: {
          dream: hits[0]?.text ?? '',
          newest: newestFirst(notes, fact.question),
          bm25: bm25(notes, fact.question),
        },
      })
    }
    return { asked, wrong }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu) ?? []

const NEAREST = 5

/** The newest of the five notes that BM25 finds nearest: newest of all would be the same for every question. */
const newestFirst = (notes: readonly Note[], question: string): string =>
  ranked(notes, question)
    .slice(0, NEAREST)
    .sort((a, b) => b.at - a.at)[0]!.text

const bm25 = (notes: readonly Note[], question: string): string => ranked(notes, question)[0]!.text

interface Note {
  readonly text: string
  readonly at: number
}

/** Plain BM25 with its usual constants. */
function ranked(notes: readonly Note[], question: string): Note[] {
  const all = notes.map(({ text }) => wordsOf(text))
  const average = all.reduce((sum, words) => sum + words.length, 0) / all.length
  const asked = [...new Set(wordsOf(question))]
  const idf = new Map(
    asked.map(word => {
      const having = all.filter(words => words.includes(word)).length
      return [word, Math.log(1 + (all.length - having + 0.5) / (having + 0.5))]
    }),
  )
  const scored = all.map((words, at) => {
    const score = asked.reduce((sum, word) => {
      const count = words.filter(each => each === word).length
      return sum + (idf.get(word)! * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * words.length) / average))
    }, 0)
    return { at, score }
  })
  return scored.sort((a, b) => b.score - a.score || a.at - b.at).map(({ at }) => notes[at]!)
}
