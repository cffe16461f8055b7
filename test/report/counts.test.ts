import { appendFileSync, existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Plan, Policy, Report } from '../../src/index.ts'
import { dream } from '../../src/pipeline/pipeline.ts'
import { renderJson } from '../../src/report/json.ts'
import { renderMarkdown } from '../../src/report/markdown.ts'
import { NO_COLOR } from '../../src/report/page.ts'
import { renderTerminal } from '../../src/report/terminal.ts'
import { dreamAt } from '../dream-at.ts'
import { ageFiles, commitAndRemove, emptyPlace, policy } from '../pipeline/place.ts'
import { queueAt } from '../review/open.ts'
import {
  type CountedPlace,
  changesBetween,
  countedPlace,
  EDITS,
  type FolderSpec,
  folderSpec,
  type Kind,
  kindOf,
  type Seen,
  seen,
  sum,
  without,
} from './counted-place.ts'

/** Every number of the three renderings of a report, by the words that stand beside it. */
function numbersOf(report: Report) {
  const terminal = renderTerminal(report, { color: NO_COLOR, width: 1000 })
  const markdown = renderMarkdown(report)
  const json = JSON.parse(renderJson(report))
  const rows = (text: string, line: RegExp) =>
    Object.fromEntries([...text.matchAll(line)].map(([, words, number]) => [words!.trim(), Number(number)]))
  return {
    terminal,
    markdown,
    json,
    inTerminal: rows(terminal, /^([A-Z][\w .()/,]+?) {2,}(\d+)$/gm),
    inMarkdown: rows(markdown, /^\| ([A-Z][^|]+) \| (\d+) \|$/gm),
  }
}

const WORDS = {
  directories: 'Memory directories scanned',
  files: 'Total memory files scanned',
  stalePruned: 'Stale entries pruned',
  duplicatesMerged: 'Duplicates merged',
  contradictionsResolved: 'Contradictions resolved',
  partiallyStale: 'Partially stale (kept, flagged)',
  evergreen: 'Evergreen (no external refs)',
  surviving: 'Surviving memories',
  vanished: 'Gone since the plan was made',
  indexesRebuilt: 'MEMORY.md indexes rebuilt',
} as const

/** The numbers of the table, from what was on disk before, after, and when the run began to write. */
function truthOf(before: readonly Seen[], after: readonly Seen[], middle = before) {
  const lost = (from: readonly Seen[], to: readonly Seen[]) =>
    from.flatMap((each, at) => [...each.memories.keys()].filter(name => !to[at]!.memories.has(name)))
  const gone = lost(middle, after)
  const of = (...kinds: string[]) => gone.filter(name => kinds.includes(kindOf(name))).length
  const left = before.flatMap((each, at) =>
    [...each.memories.keys()].filter(name => after[at]!.memories.has(name)),
  )
  const all = before.flatMap(each => [...each.memories.keys()])
  return {
    directories: before.length,
    files: all.length,
    stalePruned: of('stale'),
    duplicatesMerged: of('copy'),
    contradictionsResolved: 0,
    partiallyStale: left.filter(name => kindOf(name) === 'partial').length,
    evergreen: all.filter(name => ['ever', 'copy'].includes(kindOf(name))).length,
    surviving: left.length,
    vanished: lost(before, middle).length,
    indexesRebuilt: middle.filter((each, at) => each.index?.text !== after[at]!.index?.text).length,
  }
}

/** What became of the entries of each index. */
function indexTruth(before: Seen, after: Seen) {
  const removed = without(before.entries, after.entries).length
  const added = without(after.entries, before.entries).length
  return { removed, added, remaining: after.entries.length }
}

function expectCounts(report: Report, truth: ReturnType<typeof truthOf>): void {
  const { inTerminal, inMarkdown, json } = numbersOf(report)
  for (const [key, words] of Object.entries(WORDS)) {
    const wanted = truth[key as keyof typeof truth]
    // A row that the first design does not know is there where there is something in it.
    const row = key === 'vanished' && wanted === 0 ? undefined : wanted
    // D24: the whole table stands under `seed`; the short report of `careful` has no row for what did not happen.
    const isLeftOut = row === 0 && report.plan.rules !== 'seed'
    expect(inTerminal[words], `terminal: ${words}`).toBe(isLeftOut ? undefined : row)
    expect(inMarkdown[words], `Markdown: ${words}`).toBe(row)
    expect(json.counts[key], `JSON: ${key}`).toBe(wanted)
  }
}

/** The words about every index that changes, in all three. */
function expectIndexes(report: Report, before: readonly Seen[], after: readonly Seen[]): void {
  const { terminal, markdown, json } = numbersOf(report)
  const told = (text: string) =>
    [...text.matchAll(/updated: (new, .*|.* remaining)$/gm)].map(match => match[1]!)
  const wanted = before.flatMap((each, at) => {
    const { removed, added, remaining } = indexTruth(each, after[at]!)
    if (each.index?.text === after[at]!.index?.text) return []
    const entries = (count: number) => `${count} ${count === 1 ? 'entry' : 'entries'}`
    if (each.index === undefined) return [`new, ${entries(remaining)}`]
    return [`${entries(removed)} removed, ${added} added, ${remaining} remaining`]
  })
  expect(told(terminal)).toEqual(wanted)
  expect(told(markdown)).toEqual(wanted)
  for (const [at, each] of before.entries()) {
    const { removed, added, remaining } = indexTruth(each, after[at]!)
    expect(json.folders[at].index).toMatchObject({ removed, added, remaining })
  }
}

const live = (place: CountedPlace, rules: Policy, approve?: (plan: Plan) => Promise<Plan>) =>
  dream({ where: place.where, policy: rules, mode: 'live', ...(approve && { approve }) })
const dry = (place: CountedPlace, rules: Policy) =>
  dream({ where: place.where, policy: rules, mode: 'dry-run' })
const look = (place: CountedPlace) => place.folders.map(seen)

const RULES = fc.constantFrom('seed' as const, 'careful' as const)
const specs = fc.array(folderSpec, { minLength: 1, maxLength: 3 })

async function inPlace(made: readonly FolderSpec[], work: (place: CountedPlace) => Promise<void>) {
  const place = countedPlace(made)
  try {
    await work(place)
  } finally {
    place.remove()
  }
}

/** The number before these words in the first line; nothing is said of nothing. */
const inHeadline = (report: Report, words: string): number =>
  Number(new RegExp(`(\\d+) ${words}`).exec(headlineOf(report))?.[1] ?? 0)
const headlineOf = (report: Report): string => JSON.parse(renderJson(report)).headline

function expectHeadline(report: Report, truth: ReturnType<typeof truthOf>, going: string): void {
  const { directories, files, surviving, vanished } = truth
  const scope = `${directories} folder${directories === 1 ? '' : 's'}, ${files} memor${files === 1 ? 'y' : 'ies'}:`
  expect(headlineOf(report)).toContain(scope)
  expect(renderTerminal(report, { color: NO_COLOR, width: 1000 })).toContain(headlineOf(report))
  expect(inHeadline(report, going)).toBe(files - surviving - vanished)
}

/** Files that stale notes name, with a commit that removed them: only that lets careful act alone (D39). */
function removeInGit({ top, project }: CountedPlace): void {
  const removed = join(top, 'removed')
  mkdirSync(join(removed, 'src'), { recursive: true })
  for (const number of [0, 1, 2, 3, 4, 5, 6, 100, 101])
    for (const stem of ['gone', 'lost'])
      writeFileSync(join(removed, `src/${stem}${number}.ts`), `export const ${stem} = ${number}\n`)
  commitAndRemove(project, removed)
}

describe('D24 D38 the numbers of a report are those of the files', () => {
  it('a live run: every row, every index, the headline', async () => {
    const gone = new Set<string>()
    await fc.assert(
      fc.asyncProperty(specs, RULES, (made, rules) =>
        inPlace(made, async place => {
          const before = look(place)
          const report = await live(place, policy({ rules }))
          const after = look(place)
          const truth = truthOf(before, after)
          expectCounts(report, truth)
          expectIndexes(report, before, after)
          expectHeadline(report, truth, 'archived')
          if (truth.stalePruned > 0) gone.add('stale')
          if (truth.duplicatesMerged > 0) gone.add('copy')
        }),
      ),
      { numRuns: 15 },
    )
    expect(gone).toEqual(new Set(['stale', 'copy']))
  })

  it('D17 a dry run: what it says is what the live run then does', async () => {
    await fc.assert(
      fc.asyncProperty(specs, RULES, (made, rules) =>
        inPlace(made, async place => {
          const before = look(place)
          const report = await dry(place, policy({ rules }))
          expect(look(place)).toEqual(before)
          await live(place, policy({ rules }))
          const after = look(place)
          const truth = truthOf(before, after)
          expectCounts(report, truth)
          expectIndexes(report, before, after)
          expectHeadline(report, truth, 'would be archived')
          const gone = truth.files - truth.surviving
          const { terminal, markdown } = numbersOf(report)
          const line = rules === 'seed' ? /^\[DRY RUN\] Would delete: /gm : /^\[DRY RUN\] Would archive: /gm
          for (const text of [terminal, markdown]) expect(text.match(line) ?? []).toHaveLength(gone)
          expect(markdown.match(/\| WOULD BE DELETED \|/g) ?? []).toHaveLength(gone)
          expect(markdown).not.toMatch(/\| DELETED \||Changes Made/)
        }),
      ),
      { numRuns: 8 },
    )
  })

  it('D18 a live run during which others edit, delete and add: what was done is counted, not what was planned', async () => {
    const met = new Set<string>()
    await fc.assert(
      fc.asyncProperty(specs, RULES, fc.infiniteStream(fc.nat(5)), (made, rules, dice) =>
        inPlace(made, async place => {
          const before = look(place)
          let middle = before
          let touched = 0
          const edited = new Set<number>()
          const report = await live(place, policy({ rules }), async plan => {
            for (const { root, actions } of plan.folders)
              for (const { kind, file } of actions) {
                const roll = dice.next().value
                const path = join(root, file)
                if (kind === 'archive' && roll === 0) rmSync(path)
                else if (kind === 'archive' && roll === 1) appendFileSync(path, 'Saved meanwhile.\n')
                else if (kind === 'write' && roll < 2 && existsSync(path))
                  appendFileSync(path, '- [Mine](mine.md) — own\n')
                else continue
                if (kind === 'archive') touched += 1
                else edited.add(place.folders.indexOf(root))
                met.add(`${kind} ${roll}`)
              }
            middle = look(place)
            return plan
          })
          const after = look(place)
          const truth = truthOf(before, after, middle)
          expectCounts(report, truth)
          expectIndexes(report, middle, after)
          expectHeadline(report, truth, 'archived')
          const kept = middle.filter(
            ({ index }, at) => edited.has(at) && index?.text === after[at]!.index?.text,
          )
          expect(inHeadline(report, 'changed meanwhile and left alone')).toBe(touched + kept.length)
        }),
      ),
      {
        numRuns: 25,
        examples: [
          // The copy is edited and stays, and so does its line: that index is as it was.
          [
            [
              { notes: ['ever'], listed: 0, dead: 0, twice: 0, index: 'there' },
              { notes: ['copy', 'copy', 'ever'], listed: 5, dead: 0, twice: 0, index: 'there' },
            ],
            'careful',
            fc.stream([4, 1, 3, 5, 5, 5, 5, 5][Symbol.iterator]()),
          ],
        ],
      },
    )
    expect(met).toEqual(new Set(['archive 0', 'archive 1', 'write 0', 'write 1']))
  })
})

describe('D38 what waits and what is held back', () => {
  it('D40 under propose everything that would go waits, and each index that drifted', async () => {
    await fc.assert(
      fc.asyncProperty(specs, made =>
        inPlace(made, async place => {
          const rules = policy({ rules: 'propose' })
          const report = await live(place, rules)
          // One of several copies stays; a folder whose index is right has nothing to ask about it.
          // A dead line without proof waits for nobody: it stays.
          const wanted = made.map(({ notes, index, listed }) => {
            const of = (kind: string) => notes.filter(each => each === kind).length
            const isDrifted = index === 'absent' || Math.ceil((notes.length * listed) / 6) < notes.length
            return of('stale') + Math.max(0, of('copy') - 1) + Number(isDrifted)
          })
          const all = sum(wanted)
          const { markdown, json } = numbersOf(report)
          const whole = renderTerminal(report, { color: NO_COLOR, width: 1000, verbose: true })
          expect(inHeadline(report, 'waits? for you')).toBe(all)
          expect(whole.match(/^ +needs review: /gm) ?? []).toHaveLength(all)
          expect(markdown.match(/^ +- needs review: /gm) ?? []).toHaveLength(all)
          expect(sum(json.folders.map((folder: { proposals: unknown[] }) => folder.proposals.length))).toBe(
            all,
          )
          expect(await queueAt(place.where, rules).list('open')).toHaveLength(all)
        }),
      ),
      { numRuns: 8 },
    )
  })

  it('a file that two limits hold is held once', async () => {
    const spec = { listed: 6, dead: 0, twice: 0, index: 'there' } as const
    const made = [
      { notes: Array<Kind>(7).fill('stale'), ...spec },
      { notes: ['ever', 'stale'] as Kind[], ...spec },
    ]
    await inPlace(made, async place => {
      removeInGit(place)
      const before = look(place)
      const report = await live(place, policy())
      const after = look(place)
      expect(after[0]).toEqual(before[0])
      const held = report.plan.folders[0]!.withheld
      expect(held.length).toBeGreaterThan(1)
      expect(inHeadline(report, 'held back')).toBe(7)
      expectCounts(report, truthOf(before, after))
    })
  })

  it('D25 the sentence about a folder counts the memories to look at', async () => {
    const spec = { listed: 6, dead: 0, twice: 0, index: 'there' } as const
    const made = [{ notes: ['ever', 'partial', 'partial', 'fresh'] as Kind[], ...spec }]
    await inPlace(made, async place => {
      const { terminal } = numbersOf(await live(place, policy()))
      expect(terminal).toContain('Nothing to archive: all 4 notes stay, 2 to look at')
    })
  })
})

describe('M10 D24 what is archived for another reason is in the table too', () => {
  it('projects that sleep, and what stands in a document of the project: the rows add up', async () => {
    const place = emptyPlace()
    try {
      const words =
        'The kettle is descaled with vinegar on the first Monday of every month by the office crew.'
      writeFileSync(join(place.project, 'CLAUDE.md'), `# Rules\n\n${words}\n`)
      commitAndRemove(place.project)
      const old = Date.UTC(2025, 0, 1) / 1000
      utimesSync(join(place.project, 'CLAUDE.md'), old, old)
      const note = (type: string, text: string) =>
        `---\nname: ${text.slice(4, 20)}\ndescription: d\ntype: ${type}\n---\n\n${text}\n`
      const notes = {
        'asleep.md': note('project', 'The checkout is rewritten page by page, and the basket comes first.'),
        'promoted.md': note('feedback', words),
        'user.md': note('user', 'Ann is a database person and likes short answers.'),
      }
      for (const [name, text] of Object.entries(notes)) writeFileSync(join(place.memory, name), text)
      ageFiles(place.memory)
      const before = [seen(place.memory)]
      const expiry = { ...policy().expiry, project: { enabled: true, inactiveDays: 30 } }
      const report = await dream({
        where: place.where,
        policy: policy({ rules: 'seed', expiry }),
        mode: 'live',
      })
      const after = [seen(place.memory)]
      const gone = [...before[0]!.memories.keys()].filter(name => !after[0]!.memories.has(name))
      const { inTerminal, inMarkdown, json } = numbersOf(report)
      expect(gone).toContain('asleep.md')
      for (const rows of [inTerminal, inMarkdown]) {
        expect(rows['Expired (project inactive)']).toBe(1)
        expect(rows['Archived for other reasons'] ?? 0).toBe(gone.length - 1)
        expect(rows['Surviving memories']).toBe(after[0]!.memories.size)
      }
      const { files, surviving, stalePruned, duplicatesMerged, contradictionsResolved } = json.counts
      const { expired, archivedOtherwise, vanished } = json.counts
      expect(
        surviving +
          stalePruned +
          duplicatesMerged +
          contradictionsResolved +
          expired +
          archivedOtherwise +
          vanished,
      ).toBe(files)
    } finally {
      place.remove()
    }
  })
})

describe('A5 what is new since the last run', () => {
  it('skipped, updated, added, removed: from the files, in all three renderings, over several runs and an undo', async () => {
    const seenChanges = { skipped: 0, updated: 0, added: 0, removed: 0 }
    const edits = fc.array(fc.tuple(fc.nat(2), fc.nat(13), fc.constantFrom(...EDITS)), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(
        specs,
        fc.array(edits, { minLength: 2, maxLength: 3 }),
        fc.boolean(),
        (made, rounds, undoes) =>
          inPlace(made, async place => {
            const first = await live(place, policy())
            expect(renderTerminal(first, { color: NO_COLOR, width: 1000 })).not.toMatch(/^Since /m)
            if (undoes && hasRun(first)) await dreamAt(place.where).undo()
            for (const round of rounds) {
              const before = look(place)
              for (const [folder, number, edit] of round)
                edit(place.folders[folder % place.folders.length]!, number)
              // A folder with no file left in it is no memory folder, and nobody looks at it.
              fc.pre(
                place.folders.map(seen).every(each => each.memories.size > 0 || each.index !== undefined),
              )
              const wanted = before.map((each, at) => changesBetween(each, seen(place.folders[at]!)))
              for (const report of [await dry(place, policy()), await live(place, policy())]) {
                expectSince(report, wanted)
              }
              for (const each of wanted)
                for (const key of ['skipped', 'updated', 'added', 'removed'] as const)
                  seenChanges[key] += each[key]
            }
          }),
      ),
      { numRuns: 8 },
    )
    for (const count of Object.values(seenChanges)) expect(count).toBeGreaterThan(0)
  })
})

const hasRun = ({ results }: Report): boolean => results.some(({ run }) => run !== undefined)

function expectSince(report: Report, wanted: readonly ReturnType<typeof changesBetween>[]): void {
  const { terminal, markdown, json } = numbersOf(report)
  const all = (key: keyof ReturnType<typeof changesBetween>) => sum(wanted.map(each => each[key]))
  const line = `: ${all('skipped')} unchanged, ${all('updated')} updated, ${all('added')} added, ${all('removed')} removed`
  const isNothing = all('skipped') + all('updated') + all('removed') === 0
  for (const text of [terminal, markdown]) {
    const told = /^Since [^:]*(: .*)$/m.exec(text)?.[1]
    expect(told).toBe(isNothing ? undefined : line)
  }
  expect(json.since.map(({ root: _, ...numbers }: { root: string }) => numbers)).toEqual(wanted)
}
