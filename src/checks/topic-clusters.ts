/**
 * # Notes on one subject
 *
 * Finds three to eight small memories of one type that are about one subject, so that a person would keep them as one
 * file (D29). The subject is a word that stands in all of their names and twice or more in each text, and that
 * few other memories of the folder dwell on. The proposal is a draft: one section a note, every sentence under the name of
 * the note it comes from, what two notes say told once with both names. It is never applied alone.
 *
 * Wrong to use where notes are kept apart to be loaded apart, or where a word is common to a series of reports and no
 * subject: words of form (`fix`, `notes`, `closed`) are left out, and a person sees the draft first.
 *
 * Before: `mermaid_colors.md`, `mermaid_notes.md`, `mermaid_subgraphs.md`.
 * After, once accepted: `mermaid.md`; links to the three lead to it.
 */
import { stem } from '../languages/index.ts'
import { asFileName, type FileName, type Folder, type Memory } from '../model/index.ts'
import { detached, isLoadedUnasked, showText } from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'
import { clusterDraft } from './cluster-draft.ts'

const FEWEST = 3
const MOST = 8
/** In characters: what is longer stands well on its own. */
const SMALL = 2500
/** So many times a text says the word that it is about. */
const LEAST_MENTIONS = 2
/** Of all that dwell on the word so many must be in the cluster. */
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
  title: 'Notes on one subject',
  meaning: 'Several small memories are about one subject and would be easier to find as one.',
  whatNow: 'Read the draft, in which every sentence names its source; accept, edit or leave them apart.',
  wouldChange:
    'Names without the common word, or a note of more than 2,500 characters, which stands on its own.',
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
  say: ({ files, topic }) => `${files.length} notes on one subject: ${topic.map(showText).join(', ')}`,
  evidence: ({ files, into }) => [
    `notes: ${files.map(showText).join(', ')}`,
    `a merge would write ${showText(into)}`,
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
      because: 'how notes belong together is for you to say; the draft loses no sentence',
      finding: { ...finding, files },
      merges: files,
    }
  },
  reasons: {
    clustered: { say: ({ into = '' }) => `Merged into ${showText(into)}` },
    drafted: { say: ({ from = [] }) => `Drafted from ${[from].flat().map(showText).join(', ')}` },
  },
})

export type ClusterFinding = FindingOf<typeof topicCluster>

export const topicClusters = check({
  name: 'topic-clusters',
  kinds: [topicCluster],
  notUnderSeed: true,
  find({ folder }) {
    const { length } = folder.memories
    return length < FEWEST || length > LARGEST_FOLDER ? [] : findClusters(folder)
  },
})

interface Cluster {
  readonly word: string
  readonly memories: readonly Memory[]
}

/** The largest first; a memory is in one of them at most. */
function findClusters(folder: Folder): Found<ClusterFinding>[] {
  const taken = new Set<Memory>()
  const found: Found<ClusterFinding>[] = []
  for (const { word, memories } of candidates(folder).sort(largestFirst)) {
    const free = memories.filter(memory => !taken.has(memory))
    if (free.length < FEWEST) continue
    for (const memory of free) taken.add(memory)
    const files = free.map(({ file }) => file)
    found.push({ kind: 'topic-cluster', files, topic: [word], into: nameFor(word, free, folder) })
  }
  return found
}

const largestFirst = (a: Cluster, b: Cluster): number =>
  b.memories.length - a.memories.length || (a.word < b.word ? -1 : 1)

function candidates({ memories }: Folder): Cluster[] {
  const named = new Map<string, Memory[]>()
  for (const memory of memories) for (const word of nameWords(memory)) add(named, word, memory)
  const most = Math.max(FEWEST, EVERYWHERE * memories.length)
  for (const [word, own] of named) if (own.length < FEWEST || own.length > most) named.delete(word)
  const about = memoriesAbout(memories, named)
  return [...named].flatMap(([word, own]) => {
    const all = about.get(word) ?? new Set()
    const groups = new Map<string, Memory[]>()
    for (const memory of own)
      if (all.has(memory) && memory.body.length <= SMALL) add(groups, memory.type ?? '', memory)
    return [...groups.values()]
      .filter(({ length }) => length >= FEWEST && length <= MOST && length >= OWN_SHARE * all.size)
      .map(group => ({ word, memories: group }))
  })
}

/** For each of these words the memories that dwell on it. */
function memoriesAbout(
  memories: readonly Memory[],
  words: ReadonlyMap<string, unknown>,
): Map<string, Set<Memory>> {
  const found = new Map<string, Set<Memory>>()
  for (const memory of memories) {
    for (const word of repeatedWords(memory)) {
      if (!words.has(word)) continue
      const own = found.get(word)
      if (own === undefined) found.set(word, new Set([memory]))
      else own.add(memory)
    }
  }
  return found
}

const known = new WeakMap<Memory, readonly string[]>()

/** Taken once: every round asks again. */
function repeatedWords(memory: Memory): readonly string[] {
  let dwelt = known.get(memory)
  if (dwelt === undefined) {
    const times = new Map<string, number>()
    const text = `${memory.description ?? ''}\n${memory.body}`.toLowerCase()
    for (const token of text.match(/[\p{L}\p{N}]+/gu) ?? []) {
      const word = folded(token)
      times.set(word, (times.get(word) ?? 0) + 1)
    }
    dwelt = [...times].flatMap(([word, count]) => (count < LEAST_MENTIONS ? [] : [detached(word)]))
    known.set(memory, dwelt)
  }
  return dwelt
}

function add(groups: Map<string, Memory[]>, key: string, memory: Memory): void {
  const own = groups.get(key)
  if (own === undefined) groups.set(key, [memory])
  else own.push(memory)
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
