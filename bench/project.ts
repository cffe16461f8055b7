import { rankSampler } from './law.ts'
import { type Random, seededRandom } from './random.ts'
import { type SourceFile, sourceText } from './source.ts'
import { capitalised, plainWord, type Vocabulary } from './vocabulary.ts'

/** A project before it is written: what stands in it, and what its history took away. */
export interface Project {
  readonly present: readonly SourceFile[]
  /** Were there once; git knows the commit that removed them. */
  readonly removed: readonly SourceFile[]
  /** Stand in `present` under their new path. */
  readonly renamed: readonly Rename[]
  /** The text of a file as it is now. */
  textOf(file: SourceFile): string
}

interface Rename {
  readonly file: SourceFile
  readonly from: string
}

/** Kinds of identifiers that the code shares, beside those that each file defines itself. */
const SHARED_IDENTIFIERS = 30_000
const REMOVED_SHARE = 0.03
const RENAMED_SHARE = 0.01

const LANGUAGES: readonly (readonly [extension: string, share: number])[] = [
  ['ts', 0.4],
  ['py', 0.2],
  ['go', 0.12],
  ['rs', 0.08],
  ['java', 0.1],
  ['css', 0.03],
  ['json', 0.03],
  ['md', 0.04],
]
/** As many as in common repositories: 7 to 11. */
const FILES_IN_A_FOLDER = 8
const TOP_FOLDERS = ['src', 'src', 'packages', 'packages', 'lib', 'server', 'tests', 'scripts', 'docs', 'web']

export function makeProject(seed: string, count: number, vocabulary: Vocabulary): Project {
  const random = seededRandom(`${seed} project`)
  const removedCount = Math.ceil(count * REMOVED_SHARE)
  const folders = Array.from({ length: Math.ceil(count / FILES_IN_A_FOLDER) }, () =>
    folder(random, vocabulary),
  )
  const files = Array.from({ length: count + removedCount }, (_, at) => {
    return sourceFile(at, random.pick(folders), random, vocabulary)
  })
  const present = files.slice(removedCount)
  const shared = sharedIdentifiers(random, vocabulary)
  const rank = rankSampler(shared.length)
  const renamed = present.slice(0, Math.ceil(count * RENAMED_SHARE)).map(file => ({
    file,
    from: file.path.replace(/[^/]+$/, name => `old-${name}`),
  }))
  return {
    present,
    removed: files.slice(0, removedCount),
    renamed,
    textOf: file =>
      sourceText(file, seededRandom(`${seed} ${file.path}`), {
        identifier: from => shared[rank(from)]!,
        word: vocabulary.draw,
      }),
  }
}

function folder(random: Random, vocabulary: Vocabulary): string {
  const names = Array.from({ length: 1 + random.below(3) }, () => plainWord(vocabulary.drawSubject(random)))
  return [random.pick(TOP_FOLDERS), ...names].join('/')
}

function sourceFile(at: number, folder: string, random: Random, vocabulary: Vocabulary): SourceFile {
  const word = () => plainWord(vocabulary.drawSubject(random))
  const name = word()
  const extension = random.chance(0.02) ? 'yaml' : languageOf(random)
  const path = `${folder}/${name}-${at.toString(36)}.${extension}`
  // The number makes the name the file's own, so that it goes when the file goes.
  const own = `${capitalised(word())}${capitalised(name)}${at.toString(36).toUpperCase()}`
  const functions = Array.from({ length: 3 + random.below(4) }, () => `${word()}${capitalised(word())}`)
  return { path, extension, className: own, functions: [...functions, `make${own}`] }
}

function languageOf(random: Random): string {
  let left = random.next()
  for (const [extension, share] of LANGUAGES) {
    left -= share
    if (left < 0) return extension
  }
  return 'ts'
}

function sharedIdentifiers(random: Random, vocabulary: Vocabulary): string[] {
  return Array.from({ length: SHARED_IDENTIFIERS }, (_, at) => {
    const words = Array.from({ length: at < 200 ? 1 : 1 + random.below(3) }, () =>
      plainWord(vocabulary.drawSubject(random)),
    )
    if (random.chance(0.3)) return words.join('_')
    const [first = 'node', ...rest] = words
    return first + rest.map(capitalised).join('')
  })
}
