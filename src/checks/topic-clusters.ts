/**
 * # Notes on one subject
 *
 * Finds three to eight small memories of one type that are about one subject, so that a person would keep them as one
 * file (D29). The subject is a word that stands in all of their names and twice or more in each text, and that
 * few other memories of the folder repeat. The proposal is a draft: one section a note, every sentence under the name of
 * the note it comes from, what two notes say told once with both names. It is never applied alone.
 *
 * Wrong to use where notes are kept apart to be loaded apart, or where a word is common to a series of reports and no
 * subject: words of form (`fix`, `notes`, `closed`) are left out, and a person sees the draft first.
 *
 * Before: `mermaid_colors.md`, `mermaid_notes.md`, `mermaid_subgraphs.md`.
 * After, once accepted: `mermaid.md`; links to the three lead to it.
 */
import { say, stem } from '../languages/index.ts'
import {
  addTo,
  asFileName,
  type FileName,
  type Folder,
  groupBy,
  knownOf,
  lowest,
  type Memory,
  type Snapshot,
} from '../model/index.ts'
import { detached, isLoadedUnasked, normaliseSentence, showText } from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'

const FEWEST = 3
const MOST = 8
/** Three notes that share a word are as often three subjects, and notes on work are a series: rules are rolled up. */
const WORTH_TELLING = 4
/** In characters: what is longer stands well on its own. */
const SMALL = 2500
/** So many times a text says the word that it is about. */
const LEAST_MENTIONS = 2
/** Of all that repeat the word so many must be in the cluster. */
const OWN_SHARE = 0.5
/** In a larger folder a word of a name says little, and reading every text for it takes long. */
const LARGEST_FOLDER = 2000
/** A word in so many of a folder's names is the folder's, not a subject. */
const EVERYWHERE = 0.4

const FORM = new Set(
  (
    'feedback project reference user memory note notes fix fixes fixed bug bugs plan plans status summary update updated pattern patterns ' +
    'approved closed done new old final phase round issue task work the and for with not before after when from into how why what'
  ).split(' '),
)

const topicCluster = kind({
  kind: 'topic-cluster',
  words: ({ checks }) => checks.topicCluster,
  fields: ({ fileName, many, text }) => ({
    files: many(fileName),
    /** The words that they share and others do not have. */
    topic: many(text),
    /** The name of the one file that a merge would write. */
    into: fileName,
  }),
  about: ['files'],
  files: ({ files }) => files,
  subject: ({ into }) => into,
  say: ({ files, topic }) => say().checks.topicCluster.say(files.length, topic.map(showText).join(', ')),
  evidence: ({ files, into }) => [
    say().checks.topicCluster.notes(files.map(showText).join(', ')),
    say().checks.topicCluster.into(showText(into)),
  ],
  isNote: () => false,
  // A note that should rather go is left out of the draft.
  offer(finding, { memories, isLeaving }) {
    const files = finding.files.filter(file => !isLeaving(file))
    if (files.length < FEWEST) return undefined
    return {
      file: finding.into,
      text: clusterDraft(
        finding.topic,
        files.map(file => memories.get(file)!),
      ),
      because: say().checks.topicCluster.because,
      finding: { ...finding, files },
      merges: files,
    }
  },
  reasons: {
    clustered: { say: ({ into = '' }) => say().checks.topicCluster.clustered(showText(into)) },
    drafted: {
      say: ({ from = [] }) => say().checks.topicCluster.drafted([from].flat().map(showText).join(', ')),
    },
  },
})

export type ClusterFinding = FindingOf<typeof topicCluster>

export const topicClusters = check({
  name: 'topic-clusters',
  kinds: [topicCluster],
  notUnderSeed: true,
  find(snapshot) {
    const { length } = snapshot.folder.memories
    return length < FEWEST || length > LARGEST_FOLDER ? [] : findClusters(snapshot)
  },
})

interface Cluster {
  readonly word: string
  readonly memories: readonly Memory[]
}

/** The largest first; a memory is in one of them at most. */
function findClusters(snapshot: Snapshot): Found<ClusterFinding>[] {
  const taken = new Set<Memory>()
  const found: Found<ClusterFinding>[] = []
  for (const { word, memories } of candidates(snapshot).sort(largestFirst)) {
    const free = memories.filter(memory => !taken.has(memory))
    if (free.length < FEWEST) continue
    for (const memory of free) taken.add(memory)
    const files = free.map(({ file }) => file)
    const into = nameFor(word, free, snapshot.folder)
    const isShown = files.length >= WORTH_TELLING && free[0]?.type === 'feedback'
    const isMention = !isShown && { mention: true as const }
    found.push({ kind: 'topic-cluster', files, topic: [word], into, ...isMention })
  }
  return found
}

const largestFirst = (a: Cluster, b: Cluster): number =>
  b.memories.length - a.memories.length || (a.word < b.word ? -1 : 1)

function candidates(snapshot: Snapshot): Cluster[] {
  const { memories } = snapshot.folder
  const named = new Map<string, Memory[]>()
  for (const memory of memories) for (const word of nameWords(memory)) addTo(named, word, memory)
  const most = Math.max(FEWEST, EVERYWHERE * memories.length)
  for (const [word, own] of named) if (own.length < FEWEST || own.length > most) named.delete(word)
  const about = new Map<string, Memory[]>()
  const known = knownOf(snapshot)
  for (const memory of memories)
    for (const word of known.of('repeated words', memory, () => repeatedWords(memory)))
      if (named.has(word)) addTo(about, word, memory)
  return [...named].flatMap(([word, own]) => {
    const all = new Set(about.get(word))
    const small = own.filter(memory => all.has(memory) && memory.body.length <= SMALL)
    return [...groupBy(small, ({ type }) => type).values()]
      .filter(({ length }) => length >= FEWEST && length <= MOST && length >= OWN_SHARE * all.size)
      .map(group => ({ word, memories: group }))
  })
}

/** What it speaks of again and again. */
function repeatedWords({ description = '', body }: Memory): readonly string[] {
  const times = new Map<string, number>()
  for (const token of `${description}\n${body}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const word = folded(token)
    times.set(word, (times.get(word) ?? 0) + 1)
  }
  return [...times].flatMap(([word, count]) => (count < LEAST_MENTIONS ? [] : [detached(word)]))
}

function nameWords({ file }: Memory): Set<string> {
  const words = file
    .replace(/\.md$/i, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map(folded)
  return new Set(words.filter(word => isLong(word) && !FORM.has(word) && !/^\d+$/.test(word)))
}

/** Three letters; of scripts that write a word in few characters, two. */
const isLong = (word: string): boolean => [...word].length > (/^[\u0000-\u024f]*$/.test(word) ? 2 : 1)

const folded = (word: string): string => stem(word, 'name')

/** What all of their names begin with, whole words, with the word behind it where it is not in there. */
function nameFor(word: string, memories: readonly Memory[], folder: Folder): FileName {
  const stems = memories.map(({ file }) => file.replace(/\.md$/i, ''))
  const start = commonStart(stems).replace(/[^\p{L}\p{N}]*$|(?<=[^\p{L}\p{N}])[\p{L}\p{N}]*$/u, '')
  const shared = start.replace(/[^\p{L}\p{N}]+$/u, '')
  const joined = !/\p{L}/u.test(shared) ? word : `${shared}${stems[0]!.charAt(shared.length)}${word}`
  const stem = shared.toLowerCase().includes(word) ? shared : joined
  const taken = new Set(folder.memories.map(({ file }) => file.toLowerCase()))
  const isFree = (name: string) => !taken.has(`${name}.md`.toLowerCase()) && !isLoadedUnasked(`${name}.md`)
  const free = [stem, `${stem}_notes`, `${stem}_merged`].find(isFree)
  return asFileName(`${free ?? `${stem}_${memories.length}_notes`}.md`) ?? asFileName('notes.md')!
}

function commonStart([first = '', ...others]: readonly string[]): string {
  let length = first.length
  for (const other of others) {
    let at = 0
    while (at < length && first[at] === other[at]) at++
    length = at
  }
  return first.slice(0, length)
}

/**
 * The draft of a merge. One section a note, under a heading that names it, so that every sentence has its source;
 * what several notes say in the same words stands once, with the others named behind it. No byte of a note is changed else.
 */
function clusterDraft(topic: readonly string[], members: readonly Memory[]): string {
  const sources = sourcesOfBlocks(members)
  const sections = members.map(memory => {
    const blocks = blocksOf(memory).flatMap(block => {
      const files = sources.get(normaliseSentence(block)) ?? []
      if (files[0] !== memory.file) return []
      const others = files.slice(1)
      return others.length === 0 ? [block] : [`${block} (also in ${others.join(', ')})`]
    })
    return [`## ${titleOf(memory)} (from ${memory.file})`, ...blocks].join('\n\n')
  })
  return `${frontmatter(topic, members)}\n${sections.join('\n\n')}\n`
}

const titleOf = ({ name, file }: Memory): string => (name ?? file.replace(/\.md$/i, '')).replace(/\s+/g, ' ')

function frontmatter(topic: readonly string[], members: readonly Memory[]): string {
  const { type } = members[0]!
  const origin = lowest(members.map(member => member.origin))
  const what = members.map(titleOf).join('; ')
  const lines = [
    `name: ${JSON.stringify(topic.join(' '))}`,
    `description: ${JSON.stringify(`${members.length} notes in one: ${what}`)}`,
    ...(type === undefined ? [] : [`type: ${type}`]),
    ...(origin === undefined ? [] : ['metadata:', `  dream_origin: ${origin}`]),
  ]
  return `---\n${lines.join('\n')}\n---\n`
}

/** Paragraphs as they stand, headings one level deeper so that they stay below the note's own. */
function blocksOf({ body }: Memory): string[] {
  const blocks = splitAtBlankLines(body)
  return blocks.map(block => (block.startsWith('```') ? block : block.replace(/^(#{1,5}) /gm, '$1# ')))
}

/** Fenced code is one block, whatever blank lines it holds. */
function splitAtBlankLines(body: string): string[] {
  const blocks: string[][] = [[]]
  let fence = ''
  for (const line of body.split(/\r\n|\r|\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    if (fence === '' && mark !== '') fence = mark.slice(0, 3)
    else if (fence !== '' && mark.startsWith(fence)) fence = ''
    if (line.trim() === '' && fence === '') blocks.push([])
    else blocks.at(-1)!.push(line)
  }
  return blocks.map(lines => lines.join('\n')).filter(block => block.trim() !== '')
}

function sourcesOfBlocks(members: readonly Memory[]): Map<string, FileName[]> {
  const sources = new Map<string, FileName[]>()
  for (const memory of members) {
    for (const block of new Set(blocksOf(memory).map(normaliseSentence))) addTo(sources, block, memory.file)
  }
  return sources
}
