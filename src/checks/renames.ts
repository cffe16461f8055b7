/**
 * # Renamed paths
 *
 * Finds paths that git knows under a new name (D8), and removed files whose name one other file of the project has. The
 * memory is not stale, its path is: the plan offers the new one. What one commit moved is one event with one proposal, in
 * however many notes it stands (D38).
 *
 * Wrong to use where the memory tells the story of the rename itself ("`a.ts` became `b.ts`") or records a day: there the old
 * name is meant. So the new path is always offered to a person and never written alone.
 *
 * Before: "Routes live in `src/router.ts`"; git renamed it to `src/http/router.ts`.
 * After, once accepted: "Routes live in `src/http/router.ts`".
 */
import { say } from '../languages/index.ts'
import { groupBy, isWhole, type Memory, type Rules, type Snapshot } from '../model/index.ts'
import { showText } from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'
import { isMentionedAsPast } from './past-mentions.ts'
import { isRecord } from './records.ts'
import { commitWords, lineWords, listed } from './words.ts'

const renamedPath = kind({
  kind: 'renamed-path',
  words: ({ checks }) => checks.renamedPath,
  fields: ({ fileName, text, count }) => ({
    file: fileName,
    path: text,
    to: text,
    commit: text,
    date: text,
    line: count,
  }),
  about: ['file', 'path', 'date'],
  level: 'warning',
  say: ({ path, to }) => say().checks.renamedPath.say(showText(path), showText(to)),
  evidence: ({ line, commit, date }) => [
    say().checks.renamedPath.evidence(lineWords(line), commitWords(commit, date)),
  ],
  offer({ file, path, to, mention }, { memories }) {
    if (mention) return undefined
    const because = say().checks.renamedPath.because(path, to)
    return { file, because, ...textWith([{ path, to }], memories.get(file)!) }
  },
})

const movedPaths = kind({
  kind: 'moved-paths',
  words: ({ checks }) => checks.renamedPath,
  fields: ({ z, fileName, text, count, many }) => ({
    commit: text,
    date: text,
    moves: many(z.strictObject({ file: fileName, path: text, to: text, line: count })),
  }),
  about: ['commit'],
  level: 'warning',
  files: ({ moves }) => [...new Set(moves.map(({ file }) => file))],
  say: ({ moves, commit, date }) => {
    const notes = new Set(moves.map(({ file }) => file)).size
    return say().checks.renamedPath.sayMany(moves.length, notes, commitWords(commit, date))
  },
  evidence: ({ moves }) =>
    moves.map(({ file, path, to, line }) =>
      say().checks.at(`${showText(file)}, ${lineWords(line)}`, `${showText(path)} → ${showText(to)}`),
    ),
  places: ({ moves }) =>
    moves.map(({ line, path, to }) => ({
      line,
      words: say().checks.renamedPath.say(showText(path), showText(to)),
      about: path,
    })),
  offer({ moves }, { memories }) {
    const [first, ...others] = [...groupBy(moves, ({ file }) => file)].flatMap(([file, own]) => {
      const { text } = textWith(own, memories.get(file)!)
      return text === undefined ? [] : [{ file, text }]
    })
    const names = listed([...new Set(moves.map(({ path }) => path))], 2)
    return first && { ...first, others, because: say().checks.renamedPath.becauseMany(names) }
  },
})

type RenamedFinding = Found<FindingOf<typeof renamedPath>>
type MovedFinding = Found<FindingOf<typeof movedPaths>>

export const renames = check({
  name: 'renames',
  kinds: [renamedPath, movedPaths],
  find(snapshot, rules) {
    const all = snapshot.folder.memories.flatMap(memory => renamedPaths(memory, snapshot, rules))
    if (rules === 'seed') return all
    const [shown, mentioned] = [all.filter(one => !one.mention), all.filter(one => one.mention)]
    return [...groupBy(shown, ({ commit }) => commit).values()].flatMap(asEvent).concat(mentioned)
  },
})

function asEvent(moves: readonly RenamedFinding[]): (RenamedFinding | MovedFinding)[] {
  const [first, ...others] = moves
  if (first === undefined || others.length === 0) return [...moves]
  const { commit, date } = first
  const said = moves.map(({ file, path, to, line }) => ({ file, path, to, line }))
  return [{ kind: 'moved-paths', commit, date, moves: said }]
}

function renamedPaths(memory: Memory, { evidence }: Snapshot, rules: Rules): RenamedFinding[] {
  const found = new Map<string, RenamedFinding>()
  for (const reference of memory.references) {
    if (reference.kind !== 'path' || found.has(reference.path)) continue
    const fact = evidence.paths.get(reference.path)
    if (fact?.presence !== 'missing' || fact.why !== 'renamed') continue
    const { to, commit, date } = fact
    const { path, line } = reference
    const isTale = rules !== 'seed' && (isRecord(memory) || isMentionedAsPast(memory, reference))
    const own = { kind: 'renamed-path', file: memory.file, path, to, commit, date, line } as const
    found.set(path, isTale ? { ...own, mention: true } : own)
  }
  return [...found.values()]
}

/** The memory with the new paths; nothing where it cannot be written or they do not stand in its body. */
function textWith(
  moves: readonly { readonly path: string; readonly to: string }[],
  memory: Memory,
): { readonly text?: string } {
  const body = moves.reduce((text, { path, to }) => replacePath(text, path, to), memory.body)
  return body !== memory.body && isWhole(memory) ? { text: memory.head + body } : {}
}

/** Whole paths only: `src/a.ts` is not meant by `src/a.tsx` or `lib/src/a.ts`. */
function replacePath(text: string, path: string, to: string): string {
  const parts = text.split(path)
  return parts.reduce((before, next) => {
    const isWholePath =
      !/[\p{L}\p{N}_./~-]$/u.test(before.slice(-2)) && !/^(?:[\p{L}\p{N}_/-]|\.[\p{L}\p{N}])/u.test(next)
    return before + (isWholePath ? to : path) + next
  })
}
