/**
 * # Versions
 *
 * Finds versions that a manifest of the project contradicts: "React 18" where `package.json` has `^19.1.0`, "current version
 * 1.4.0" where it says 2.0.1. An agent that believes the note writes code for the older one.
 *
 * Read are `package.json`, `pyproject.toml`, `requirements.txt`, `Cargo.toml` and `go.mod`. Only what is older than the
 * manifest by its first number counts (its second, below 1.0), and where several manifests differ, what is older than all.
 *
 * Wrong to use where the sentence is about another time or a bound ("upgraded from React 18", "since 18", "18 or later"):
 * such sentences are left alone, and so are records of their day. Nothing is changed.
 *
 * Before: "The UI is React 18 with hooks only."; `package.json` has `"react": "^19.1.0"`.
 * After: the same, and the report shows both.
 */
import { say, says } from '../languages/index.ts'
import { knownOf, type Memory, type ProjectDocument } from '../model/index.ts'
import { quoted, showText, textOf } from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'
import { overAt } from './note-lines.ts'
import { isRecord } from './records.ts'
import { lineWords } from './words.ts'

const versionKind = kind({
  kind: 'version-changed',
  words: ({ judged }) => judged.version,
  fields: ({ fileName, count, text, path }) => ({
    file: fileName,
    line: count,
    name: text,
    said: text,
    now: text,
    where: path,
    quote: text,
  }),
  about: ['file', 'name', 'said'],
  level: 'warning',
  say: ({ line, name, said, now, where }) =>
    say().judged.version.say(lineWords(line), `${showText(name)} ${said}`, showText(where), now),
  evidence: ({ quote }) => [quoted(quote)],
})

type VersionFinding = Found<FindingOf<typeof versionKind>>

export const versions = check({
  name: 'versions',
  kinds: [versionKind],
  notUnderSeed: true,
  find(snapshot) {
    const { manifests = [] } = snapshot.evidence
    if (manifests.length === 0) return []
    const known = knownOf(snapshot).of('manifests', manifests, () => declaredIn(manifests))
    return snapshot.folder.memories.flatMap(memory => versionsIn(memory, known))
  },
})

interface Declared {
  readonly version: string
  readonly where: string
}

type Manifests = ReadonlyMap<string, readonly Declared[]>

/** What the project itself is called by: its version stands beside no name. */
const ITSELF = ''
const LINE =
  /^[ \t]*["']?([A-Za-z][\w.-]{1,80})(?:\[[^\]\n]{0,80}\])?["']?[ \t]*(?:=[ \t]*(?:\{[^}\n]{0,200}?version[ \t]*=[ \t]*)?|==|~=|@|[ \t]v)[ \t]*["']?[\^~=v ]*(\d+(?:\.\d+)*)/gm

function declaredIn(manifests: readonly ProjectDocument[]): Manifests {
  const found = new Map<string, Declared[]>()
  for (const { path: where, text } of manifests) {
    const pairs = /\.json$/.test(where)
      ? inJson(text)
      : Array.from(text.matchAll(LINE), ([, name = '', version = '']) => [name, version] as const)
    for (const [name, version] of pairs) {
      const key = name === 'version' ? ITSELF : plainName(name)
      found.set(key, [...(found.get(key) ?? []), { version, where }])
    }
  }
  return found
}

/** An exact version or one that may grow; a bound (`>=18`) says nothing about what is used. */
const EXACT = /^[\^~=v]{0,2}(\d+(?:\.\d+)*)/

function inJson(text: string): (readonly [string, string])[] {
  let said: Record<string, unknown>
  try {
    said = JSON.parse(text)
  } catch {
    return []
  }
  const listed = ['dependencies', 'devDependencies'].flatMap(list => Object.entries(said?.[list] ?? {}))
  return [['version', said?.['version']], ...listed].flatMap(([name, spec]) => {
    const version = typeof spec === 'string' ? EXACT.exec(spec)?.[1] : undefined
    return version === undefined ? [] : [[name as string, version] as const]
  })
}

/** "Next.js", "next", "Tailwind CSS", "tailwindcss". */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\.js$/, '')
    .replace(/[\s_.-]/g, '')

/** Words that stand before any number, though a library has them for a name. */
const ANY_WORD =
  /^(?:next|debug|test|step|level|build|link|page|task|phase|part|version|node|chart|form|table|issue|sprint)$/i
const NAMED =
  /(?<![\w.@/-])([A-Z][A-Za-z]{2,30}(?:\.js)?(?: [A-Z][A-Za-z]{1,20})?)(?: v?|@\^?)(\d{1,3}(?:\.\d+){0,2})(?![\w.]*[\w%])(?!\+)/g

const isOtherTime = says(({ notes }) => notes?.otherTime)
const isCurrent = says(({ notes }) => notes?.currentVersion)

function versionsIn(memory: Memory, manifests: Manifests): VersionFinding[] {
  const { linesAbove, proseLines, fileLines } = textOf(memory)
  if (isRecord(memory) || overAt(memory) !== -1) return []
  const found = new Map<string, VersionFinding>()
  proseLines.forEach((text, at) => {
    if (text.length > 600 || isOtherTime(text)) return
    const line = linesAbove + at + 1
    for (const { name, key, said } of namedIn(text)) {
      const now = outdatedBy(said, manifests.get(key) ?? [])
      if (now === undefined || namesVersion(text, now.version)) continue
      const quote = fileLines[line - 1]!.trim()
      const own = { kind: 'version-changed', file: memory.file, line, name, said, quote } as const
      if (!found.has(`${key} ${said}`))
        found.set(`${key} ${said}`, { ...own, now: now.version, where: now.where })
    }
  })
  return [...found.values()]
}

function namedIn(text: string): { readonly name: string; readonly key: string; readonly said: string }[] {
  const named = Array.from(text.matchAll(NAMED), ([, name = '', said = '']) => ({
    name,
    key: plainName(name),
    said,
  }))
  const own = isCurrent(text) ? /\bv?(\d+\.\d+\.\d+)\b/.exec(text)?.[1] : undefined
  return [
    ...named.filter(({ name }) => !ANY_WORD.test(name)),
    ...(own === undefined ? [] : [{ name: say().judged.version.itself, key: ITSELF, said: own }]),
  ]
}

/** "18 → 19": the sentence knows. */
function namesVersion(text: string, version: string): boolean {
  const [first = '', second] = version.split('.')
  const main = first === '0' && second !== undefined ? `0\\.${second}` : first
  return new RegExp(`(?<![\\d.])${main}(?!\\d)`).test(text)
}

/** The nearest manifest, where all of them are ahead. */
function outdatedBy(said: string, declared: readonly Declared[]): Declared | undefined {
  const ahead = declared.filter(({ version }) => isBefore(said, version))
  return ahead.length === declared.length ? ahead[0] : undefined
}

function isBefore(said: string, version: string): boolean {
  const [a, b] = [said, version].map(text => text.split('.').map(Number))
  if (a![0] !== b![0]) return a![0]! < b![0]!
  return b![0] === 0 && a![1] !== undefined && b![1] !== undefined && a![1]! < b![1]!
}
