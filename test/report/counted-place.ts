import { createHash } from 'node:crypto'
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { emptyPlace, type Place } from '../pipeline/place.ts'

/** What a note is by the way it is made, so that nobody has to be asked. */
const KINDS = ['ever', 'fresh', 'partial', 'stale', 'copy'] as const
export type Kind = (typeof KINDS)[number]

export interface FolderSpec {
  readonly notes: readonly Kind[]
  /** How many of the notes the index lists, in sixths; beside dead lines, and lines that stand there twice. */
  readonly listed: number
  readonly dead: number
  readonly twice: number
  readonly index: 'there' | 'absent'
}

export const folderSpec: fc.Arbitrary<FolderSpec> = fc.record({
  notes: fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 14 }),
  listed: fc.nat(6),
  dead: fc.nat(3),
  twice: fc.nat(2),
  index: fc.constantFrom('there' as const, 'there' as const, 'absent' as const),
})

export interface CountedPlace extends Place {
  /** The memory folders, as paths. */
  readonly folders: readonly string[]
}

const OLD = Date.UTC(2025, 0, 1) / 1000

export function countedPlace(specs: readonly FolderSpec[]): CountedPlace {
  const place = emptyPlace()
  rmSync(place.memory, { recursive: true })
  mkdirSync(join(place.project, 'src'))
  writeFileSync(join(place.project, 'src/here.ts'), 'export const here = 1\n')
  const folders = specs.map((spec, at) => {
    const folder = join(place.project, `.claude/agent-memory/agent${at}`)
    mkdirSync(folder, { recursive: true })
    fill(folder, spec, at)
    return folder
  })
  return { ...place, folders }
}

function fill(folder: string, { notes, listed, dead, twice, index }: FolderSpec, at: number): void {
  const names = notes.map((kind, number) => {
    const name = `${kind}-${letters(at * 100 + number)}.md`
    writeNote(folder, name, kind, at * 100 + number)
    return name
  })
  if (index === 'absent') return
  const known = names.slice(0, Math.ceil((names.length * listed) / 6))
  const lines = [
    ...known,
    ...known.slice(0, twice),
    ...Array.from({ length: dead }, (_, number) => `dead-${letters(number)}.md`),
  ]
  const text = lines.map(name => `- [${name.slice(0, -3)}](${name}) — about it\n`).join('')
  writeFileSync(join(folder, 'MEMORY.md'), `# Notes\n\nSome words of the owner.\n\n${text}`)
}

/** A word of its own for every number; digits at the end of a name would make it a version of another. */
const letters = (number: number): string =>
  `q${[...String(number)].map(digit => 'bcdfghjklm'[Number(digit)]).join('o')}a`

/** No two notes share words, unless one is a copy of the other. */
function writeNote(folder: string, name: string, kind: Kind, number: number): void {
  const own = (stem: string) =>
    Array.from({ length: 9 }, (_, at) => `${stem}${letters(number)}${letters(at)}`).join(' ')
  const paths = {
    ever: '',
    fresh: ' See `src/here.ts`.',
    partial: ` See \`src/here.ts\` and \`src/gone${number}.ts\`.`,
    stale: ` See \`src/gone${number}.ts\` and \`src/lost${number}.ts\`.`,
    copy: '',
  }
  const words = kind === 'copy' ? 'the same words in every copy of this note here' : own('word')
  const head = `---\nname: ${own('name').slice(0, 20)}\ndescription: ${own('about').slice(0, 20)}\ntype: reference\n---\n`
  writeFileSync(join(folder, name), `${head}\n${words}.${paths[kind]}\n`)
  utimesSync(join(folder, name), OLD + number, OLD + number)
}

/** A folder as it is on disk: nothing of Dream's is asked. */
export interface Seen {
  /** Name to digest, of everything that is a memory. */
  readonly memories: ReadonlyMap<string, string>
  /** What the lines of the index lead to, in their order; each as often as it stands there. */
  readonly entries: readonly string[]
  readonly index: { readonly lines: number; readonly bytes: number; readonly text: string } | undefined
}

export function seen(folder: string): Seen {
  const names = readdirSync(folder).filter(name => name.endsWith('.md') && name !== 'MEMORY.md')
  const digest = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  const hasIndex = readdirSync(folder).includes('MEMORY.md')
  const text = hasIndex ? readFileSync(join(folder, 'MEMORY.md'), 'utf8') : ''
  return {
    memories: new Map(names.map(name => [name, digest(name)])),
    entries: [...text.matchAll(/^[-*] \[[^\]]*\]\(([^)]*)\)/gm)].map(match => match[1]!),
    index: hasIndex
      ? { lines: text.split('\n').length - 1, bytes: statSync(join(folder, 'MEMORY.md')).size, text }
      : undefined,
  }
}

/** How many of `list` are left when each of `others` takes one away. */
export function without(list: readonly string[], others: readonly string[]): string[] {
  const rest = [...others]
  return list.filter(each => {
    const at = rest.indexOf(each)
    if (at === -1) return true
    rest.splice(at, 1)
    return false
  })
}

export const kindOf = (name: string): string => name.split('-')[0]!

/** What changed between two looks at a folder. */
export function changesBetween(before: Seen, after: Seen) {
  const all = [...after.memories]
  const updated = all.filter(([name, hash]) => (before.memories.get(name) ?? hash) !== hash).length
  const added = all.filter(([name]) => !before.memories.has(name)).length
  const removed = [...before.memories.keys()].filter(name => !after.memories.has(name)).length
  return { skipped: all.length - updated - added, updated, added, removed }
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/** What others do to a folder between two runs. */
type Edit = (folder: string, number: number) => void

const pick = (folder: string, number: number): string | undefined => {
  const names = [...seen(folder).memories.keys()]
  return names.length === 0 ? undefined : join(folder, names[number % names.length]!)
}

const onOne =
  (change: (path: string, number: number) => void): Edit =>
  (folder, number) => {
    const path = pick(folder, number)
    if (path !== undefined) change(path, number)
  }

export const EDITS: readonly Edit[] = [
  onOne((path, number) => appendFileSync(path, `Said by somebody else about ${letters(number)}.\n`)),
  onOne(path => rmSync(path)),
  onOne((path, number) => renameSync(path, path.replace(/\.md$/, `-moved-${letters(number)}.md`))),
  // Touched, and the same.
  onOne(path => writeFileSync(path, readFileSync(path))),
  (folder, number) => writeNote(folder, `ever-new-${letters(number)}.md`, 'ever', 5000 + number),
]
