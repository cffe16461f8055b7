import { createHash } from 'node:crypto'
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { journalReview as reviewCommand } from '../../src/commands/journal.ts'
import { status } from '../../src/commands/status.ts'
import { forget } from '../../src/journal/forget.ts'
import { indexContent } from '../../src/journal/index-file.ts'
import { initJournals } from '../../src/journal/init.ts'
import { remember } from '../../src/journal/remember.ts'
import { review } from '../../src/journal/review.ts'
import { atomicWrite, ledgerAppend } from '../../src/journal/tools.ts'
import { dream } from '../../src/pipeline/pipeline.ts'
import { dreamAt, shown } from '../dream-at.ts'
import { policy } from '../pipeline/place.ts'
import { type JournalPlace, journalPlace, nightOf } from './place.ts'

const sha = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What stands in the files of a workspace; nothing of Dream's is asked. */
function filesOf(place: JournalPlace) {
  const ledger = place.vaultFile('ledger.md')
  const blocks = ledger.split(/^---$/m).filter(block => /^ID: /m.test(block))
  const field = (block: string, name: RegExp) => name.exec(block)?.[1] ?? ''
  const withdrawn = new Set(
    blocks
      .filter(block => /^(?:Category|类别): \[withdrawn\]/m.test(block))
      .map(block => field(block, /^(?:Content|内容): ([0-9a-f]+)/m)),
  )
  const standing = blocks.filter(
    block => !/\[withdrawn\]/.test(block) && !withdrawn.has(field(block, /^ID: ([0-9a-f]+)/m)),
  )
  const index = place.vaultFile('obsidian-index/_index.md')
  return {
    chars: place.read('MEMORY.md').length,
    ledger: standing.length,
    indexed: index.split('\n').filter(line => /^- \d{4}-/.test(line)).length,
  }
}

function journalsOf(place: JournalPlace): Map<string, string> {
  const names = readdirSync(join(place.root, 'memory')).filter(name => /^\d{4}-\d\d-\d\d\.md$/.test(name))
  return new Map(names.map(name => [name, sha(place.read(`memory/${name}`))]))
}

/** The numbers of the status as a person reads them. */
async function printed(place: JournalPlace) {
  const { folders } = await dreamAt(place.where).status()
  const [folder] = folders
  const text = shown(status, { folders, auto: undefined }, 200)
  const number = (pattern: RegExp) => Number(pattern.exec(text)?.[1]?.replaceAll(',', ''))
  expect(folder!.memories).toBe(0)
  expect(text).not.toMatch(/nothing changed since/)
  return {
    chars: number(/MEMORY\.md: ([\d,]+) characters/),
    ledger: number(/Permanent archive: (\d+) entr/),
    indexed: number(/Obsidian index: (\d+) item/),
    waiting: number(/Journals to review: (\d+) file/),
    percent: number(/limit 18,000 \((\d+) %/),
    marked: {
      chars: /%, changed since/.test(text),
      ledger: /archive:.*changed since/.test(text),
      indexed: /index:.*changed since/.test(text),
    },
  }
}

type Op = (place: JournalPlace, day: string, number: number) => Promise<unknown>

const SAID = [
  'Decided to move the Atlas prototype to Lisbon',
  'Correction: Anna is the lawyer, not the accountant',
  'The Atlas prototype is finished',
  'User prefers short answers in the morning',
  'The deadline for the tax return is 2026-05-31',
]
const said = (number: number): string => `${SAID[number % SAID.length]} (${number})`
const journal = (place: JournalPlace, day: string) => join(place.root, 'memory', `${day}.md`)

/** What Dream does, and what others do to its files. */
const DREAMS: Record<string, Op> = {
  remember: ({ where }, day, number) =>
    remember({
      where,
      text: said(number),
      as: number % 2 === 0 ? 'decision' : 'note',
      epochMs: nightOf(day),
    }),
  review: ({ where }, day) => review({ where, epochMs: nightOf(day) }),
  forget: ({ where }, day, number) => forget({ where, description: said(number), epochMs: nightOf(day) }),
  index: ({ where }, day, number) =>
    indexContent({ where, what: `https://example.org/page-${number}`, epochMs: nightOf(day) }),
  'ledger-append': ({ where }, _, number) =>
    ledgerAppend(where, { id: sha(String(number)).slice(0, 8), category: 'note', content: said(number) }),
  'atomic-write': (place, _, number) => {
    const draft = join(place.top, 'draft.md')
    writeFileSync(draft, `${place.read('MEMORY.md')}- added by a tool ${number}\n`)
    return atomicWrite(place.where, draft)
  },
}
const OTHERS: Record<string, Op> = {
  'new line': async (place, day, number) => appendFileSync(journal(place, day), `- ${said(number)}\n`),
  'same size': async place => {
    const path = journal(place, '2026-02-01')
    const text = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      text.replace(/[a-z](?=[^a-z]*$)/, letter => (letter === 'x' ? 'y' : 'x')),
    )
  },
  'hand in MEMORY.md': async place => appendFileSync(join(place.root, 'MEMORY.md'), '- by hand\n'),
  'hand in ledger.md': async (place, _, number) =>
    appendFileSync(
      join(place.vault, 'ledger.md'),
      `\n---\nID: ${sha(`hand ${number}`).slice(0, 8)}\nArchived: 2026-02-01 10:00\nCategory: [note]\nContent: by hand ${number}\nSource: me\n---\n`,
    ),
}

describe('J13 I7 the numbers of a journal workspace are those of its files', () => {
  it('whatever Dream and others do, in whatever order; what others changed is marked', async () => {
    const done = new Set<string>()
    const ops = fc.array(fc.constantFrom(...Object.keys(DREAMS), ...Object.keys(OTHERS), 'undo', 'review'), {
      minLength: 4,
      maxLength: 14,
    })
    await fc.assert(
      fc.asyncProperty(ops, async sequence => {
        const place = journalPlace({ 'memory/2026-02-01.md': `- ${said(0)}\n- ${said(3)}\n` })
        try {
          await initJournals({ where: place.where, epochMs: nightOf('2026-02-01') })
          await play(place, sequence, done)
        } finally {
          place.remove()
        }
      }),
      {
        numRuns: 20,
        examples: [
          [['remember', 'remember', 'new line', 'review', 'undo', 'remember', 'remember']],
          [['review', 'same size', 'review']],
          [['review', 'undo', 'same size', 'remember']],
          [['remember', 'remember', 'review', 'undo', 'new line', 'remember']],
          [['review', 'hand in ledger.md', 'review']],
        ],
      },
    )
    expect(done).toEqual(new Set([...Object.keys(DREAMS), ...Object.keys(OTHERS), 'undo']))
  })
})

/** How far the journals were read, by our own book-keeping. */
interface Book {
  read: Map<string, string>
  /** An undo was the last that Dream did: it withdraws entries, and the next command counts them. */
  isUncounted: boolean
}

async function play(place: JournalPlace, sequence: readonly string[], done: Set<string>): Promise<void> {
  const book: Book = { read: new Map(), isUncounted: false }
  let undoable: Map<string, string> | undefined
  const touched = { chars: false, ledger: false, indexed: false }
  for (const [number, name] of sequence.entries()) {
    const day = `2026-02-${String(2 + number).padStart(2, '0')}`
    const before = { files: filesOf(place), journals: journalsOf(place) }
    const readThen = new Map(book.read)
    if (name === 'undo') {
      if (undoable === undefined) continue
      await dreamAt(place.where).undo()
      book.read = undoable
      book.isUncounted = true
      undoable = undefined
    } else {
      const answer = await (DREAMS[name] ?? OTHERS[name]!)(place, day, number)
      if (name === 'review') checkReview(place, answer as Awaited<ReturnType<typeof review>>, before.files)
      note(place, name, book, before.journals)
      // Where nothing matched nothing was written, and an undo would take back the run before.
      const isRun = name !== 'forget' || (answer as Awaited<ReturnType<typeof forget>>).run !== undefined
      undoable = name in DREAMS && name !== 'ledger-append' && isRun ? readThen : undefined
      if (name in DREAMS && isRun) book.isUncounted = false
    }
    done.add(name)
    await compare(place, book, name, touched)
  }
}

function note(place: JournalPlace, name: string, book: Book, before: ReadonlyMap<string, string>): void {
  const now = journalsOf(place)
  if (name === 'review') book.read = now
  // What forgetting takes out of a journal that was read is not something new to read.
  if (name === 'forget')
    for (const [file, hash] of now) if (book.read.get(file) === before.get(file)) book.read.set(file, hash)
}

async function compare(
  place: JournalPlace,
  book: Book,
  name: string,
  touched: { chars: boolean; ledger: boolean; indexed: boolean },
): Promise<void> {
  const files = filesOf(place)
  const told = await printed(place)
  if (name === 'hand in MEMORY.md') touched.chars = true
  if (name === 'hand in ledger.md') touched.ledger = true
  const waiting = [...journalsOf(place)].filter(([file, hash]) => book.read.get(file) !== hash).length
  expect(told.waiting, `${name}: journals waiting`).toBe(waiting)
  for (const key of ['chars', 'ledger', 'indexed'] as const) {
    if (told.marked[key]) expect(touched[key] || book.isUncounted, `${name}: ${key} marked`).toBe(true)
    else expect(told[key], `${name}: ${key}`).toBe(files[key])
  }
  if (!told.marked.chars) expect(told.percent).toBe(Math.round((files.chars / 18_000) * 100))
}

function checkReview(
  place: JournalPlace,
  report: Awaited<ReturnType<typeof review>>,
  before: ReturnType<typeof filesOf>,
): void {
  const after = filesOf(place)
  expect(report.size).toMatchObject({ before: before.chars, after: after.chars })
  expect(report.ledger).toBe(after.ledger)
  const text = shown(reviewCommand, report, 200)
  if (report.did !== 'distilled') return
  expect(text).toContain(`MEMORY.md: ${after.chars.toLocaleString('en-US')} characters`)
  expect(text).toContain(`Permanent archive: ${after.ledger} entr${after.ledger === 1 ? 'y' : 'ies'}`)
  const { updated, added, archived } = report.counts
  // What is replaced, and what comes back, may stand in the ledger too.
  const grown = after.ledger - before.ledger
  expect(grown).toBeGreaterThanOrEqual(archived)
  expect(grown).toBeLessThanOrEqual(archived + updated + report.counts['re-emerged'])
  expect(text).toContain(`${updated} updated | ${added} added | ${archived} archived`)
}

it('A5 a run over a journal workspace counts no memories that came or went, whatever its summary file is called', async () => {
  const place = journalPlace({
    'memory/2026-02-01.md': '- Decided to build the Atlas prototype\n',
    'memory.md': '## Current state\n\n- moving to Lisbon\n',
    'AGENTS.md': 'Be kind.\n',
  })
  try {
    await initJournals({ where: place.where, epochMs: nightOf('2026-02-01') })
    await review({ where: place.where, epochMs: nightOf('2026-02-02') })
    const none = { root: place.root, skipped: 0, updated: 0, added: 0, removed: 0 }
    for (const mode of ['live', 'dry-run', 'live'] as const)
      expect((await dream({ where: place.where, policy: policy(), mode })).since).toEqual([none])
    const { folders } = await dreamAt(place.where).status()
    expect(folders).toMatchObject([{ layout: 'journal', memories: 0, changedSince: 0 }])
  } finally {
    place.remove()
  }
})
