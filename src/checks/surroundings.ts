/**
 * # What surrounds notes
 *
 * Finds what is only seen around notes (D43): a folder whose agent was deleted (git removed `agents/<name>.md`); a list of
 * notes in a sub-folder that `MEMORY.md` does not lead to, so that what only it names is never found; and a note that sends
 * agents to another memory folder than the one it lies in.
 *
 * Wrong to use where an agent never had a definition in this project: only one that git removed counts. Sub-folders for what
 * was put away (`archive`, `logs`) need no line. Nothing is changed.
 *
 * Before: `.claude/agent-memory/reviewer/` has nine notes; git removed `.claude/agents/reviewer.md` in 4f2a.
 * After: the same, and the report says so once for all nine.
 */
import { say, says } from '../languages/index.ts'
import { INDEX_FILE, type Memory, type Snapshot } from '../model/index.ts'
import { indexNote, normaliseSentence, quoted, showText, textOf } from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'
import { demandsInSentence, demandsSomething } from './protections.ts'
import { commitWords, lineWords, listed } from './words.ts'

const orphanedAgent = kind({
  kind: 'orphaned-agent',
  words: ({ judged }) => judged.orphanedAgent,
  fields: ({ text, count, fileName, many }) => ({
    agent: text,
    path: text,
    commit: text,
    date: text,
    memories: count,
    /** Memories with rules that stand in no document. */
    rules: many(fileName).exactOptional(),
  }),
  about: ['agent'],
  subject: () => INDEX_FILE,
  say: ({ agent, memories }) => say().judged.orphanedAgent.say(showText(agent), memories),
  evidence: ({ path, commit, date, rules = [] }) => [
    say().judged.orphanedAgent.evidence(showText(path), commitWords(commit, date)),
    ...(rules.length === 0 ? [] : [say().judged.orphanedAgent.rules(listed(rules.map(showText), 6))]),
  ],
  showsEvidence: true,
})

const unlistedList = kind({
  kind: 'list-unlisted',
  words: ({ judged }) => judged.listUnlisted,
  fields: ({ text, count }) => ({ path: text, notes: count }),
  about: ['path'],
  subject: ({ path }) => path,
  say: ({ notes }) => say().judged.listUnlisted.say(notes),
})

const otherFolder = kind({
  kind: 'other-memory-folder',
  words: ({ judged }) => judged.otherFolder,
  fields: ({ fileName, count, text }) => ({ file: fileName, line: count, path: text, quote: text }),
  about: ['file', 'line'],
  say: ({ line, path }) => say().judged.otherFolder.say(lineWords(line), showText(path)),
  evidence: ({ quote }) => [quoted(quote)],
})

const KINDS = [orphanedAgent, unlistedList, otherFolder] as const

type Around = Found<FindingOf<(typeof KINDS)[number]>>

export const surroundings = check({
  name: 'surroundings',
  kinds: KINDS,
  notUnderSeed: true,
  find: snapshot => [
    ...orphaned(snapshot),
    ...unlistedLists(snapshot),
    ...snapshot.folder.memories.flatMap(memory => elsewhere(memory, snapshot)),
  ],
})

/** Where the definition of the agent stands whose memory a folder is; nothing where it is nobody's. */
export function agentOf(root: string): { readonly agent: string; readonly path: string } | undefined {
  const agent = /[/\\]agent-memory[/\\]([\w.-]+)[/\\]?$/.exec(root)?.[1]
  return agent === undefined ? undefined : { agent, path: `agents/${agent}.md` }
}

function orphaned({ folder, evidence }: Snapshot): Around[] {
  const found = agentOf(folder.root)
  const fact = found && evidence.paths.get(found.path)
  if (found === undefined || fact?.presence !== 'missing' || fact.why !== 'removed') return []
  const { was: path, commit, date } = fact
  const said = normaliseSentence((evidence.documents ?? []).map(({ text }) => text).join('\n'))
  const rules = folder.memories.filter(memory => holdsOwnRule(memory, said)).map(({ file }) => file)
  const { length: memories } = folder.memories
  return [{ kind: 'orphaned-agent', agent: found.agent, path, commit, date, memories, rules }]
}

/** What a folder that goes would take along. */
const holdsOwnRule = (memory: Memory, said: string): boolean =>
  demandsSomething(memory) &&
  textOf(memory).sentences.some(
    sentence => demandsInSentence(sentence) && !said.includes(normaliseSentence(sentence)),
  )

function unlistedLists({ folder }: Snapshot): Around[] {
  const text = indexNote(folder.index)?.body
  if (text === undefined || folder.layout !== 'index') return []
  return (folder.lists ?? [])
    .filter(({ path }) => !text.includes(path))
    .map(({ path, notes }) => ({ kind: 'list-unlisted', path, notes }))
}

/** `~/.claude/projects/…/memory`: where the memory of a project lies that keeps none itself. */
const OF_THE_HOME = /~\/\.claude\/projects\/[^\s`"')]{1,120}/

/** The one may be a link to the other. */
const isLinked = says(({ notes }) => notes?.linkedFolder)

function elsewhere(memory: Memory, { folder }: Snapshot): Around[] {
  if (/[/\\]\.claude[/\\]projects[/\\]/.test(folder.root)) return []
  const lines = textOf(memory).fileLines
  const own = folder.root.slice(Math.max(folder.root.lastIndexOf('/'), folder.root.lastIndexOf('\\')) + 1)
  const tellsBoth = (line: string) => line.replace(OF_THE_HOME, '').includes(`${own}/`) || isLinked(line)
  const at = lines.findIndex(
    line =>
      OF_THE_HOME.test(line) &&
      /memory/i.test(line) &&
      !/\.jsonl|sessions?\b/i.test(line) &&
      !tellsBoth(line),
  )
  if (at === -1) return []
  const path = OF_THE_HOME.exec(lines[at]!)![0]
  return [{ kind: 'other-memory-folder', file: memory.file, line: at + 1, path, quote: lines[at]!.trim() }]
}
