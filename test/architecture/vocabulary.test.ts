import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/** Words of the first version that a reader had to learn. docs/design.md has the words in their place. */
const OLD_WORDS = [
  'bequest',
  'bequests',
  'breaker',
  'breakers',
  'departure',
  'departures',
  'desk',
  'docket',
  'dwell',
  'dwells',
  'heir',
  'heirs',
  'hindrance',
  'lore',
  'newcomer',
  'newcomers',
  'night',
  'nights',
  'retire',
  'retired',
  'retires',
  'shelf',
  'shelved',
  'shelves',
  'standing',
  'stranger',
  'strangers',
  'strays',
  'tend',
  'tended',
  'tends',
  'testimonies',
  'testimony',
  'tonight',
  'upkeep',
  'witness',
  'witnesses',
]
/** In names only: in prose they are plain English. */
const OLD_NAMES = [
  ...OLD_WORDS,
  'doubt',
  'ground',
  'grounds',
  'heard',
  'hurry',
  'hush',
  'manners',
  'told',
  'world',
  'worlds',
]

/** Properties that stand in files and answers that other versions and programs read. */
const ON_DISK = ['breaker', 'heard', 'night', 'openWorldHint', 'retired']

/** Rooms whose comments still have to be rewritten. This list only gets shorter. */
const COMMENTS_TO_DO = ['app']

/** Pages that are made from those rooms or by the bench, and the plan of the work. This list only gets shorter. */
const PAGES_TO_DO = ['bench.md', 'plan.md']

function filesUnder(folder: string, ending: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter(name => name.endsWith(ending)).map(name => `${folder}/${name}`)
}

const roomOf = (file: string): string => file.split('/')[1]!

/** `readNightsOf` and `NIGHTS_OF` as words. */
function wordsOf(name: string): string[] {
  const apart = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
  return apart.toLowerCase().split(/[^a-z]+/)
}

const known = new Map<string, ts.SourceFile>()

function parsed(file: string, text: string): ts.SourceFile {
  const source = known.get(file) ?? ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  known.set(file, source)
  return source
}

interface Named {
  readonly name: string
  readonly line: number
  readonly isProperty: boolean
}

const isPropertyName = (node: ts.Identifier, parent = node.parent): boolean =>
  ((ts.isPropertyAccessExpression(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isPropertyAssignment(parent)) &&
    parent.name === node) ||
  (ts.isBindingElement(parent) && parent.propertyName === node)

function namesIn(file: string, text: string): Named[] {
  const source = parsed(file, text)
  const found: Named[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      found.push({ name: node.text, line: line + 1, isProperty: isPropertyName(node) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Comments line by line, found beside the tree's tokens: a scanner alone takes templates for comments. */
function commentsIn(file: string, text: string): { text: string; line: number }[] {
  const source = parsed(file, text)
  const ranges = new Map<number, ts.CommentRange>()
  const visit = (node: ts.Node): void => {
    if (node.getChildCount(source) === 0) {
      const before = ts.getLeadingCommentRanges(text, node.pos) ?? []
      const after = ts.getTrailingCommentRanges(text, node.end) ?? []
      for (const range of [...before, ...after]) ranges.set(range.pos, range)
    }
    for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  return [...ranges.values()].flatMap(({ pos, end }) =>
    text
      .slice(pos, end)
      .split('\n')
      .map((each, at) => ({ text: each, line: source.getLineAndCharacterOfPosition(pos).line + at + 1 })),
  )
}

const oldIn = (words: readonly string[], old: readonly string[]): string[] =>
  words.filter(word => old.includes(word))

function oldNames(file: string, text: string): string[] {
  return namesIn(file, text)
    .filter(({ name, isProperty }) => !(isProperty && ON_DISK.includes(name)))
    .flatMap(({ name, line }) =>
      oldIn(wordsOf(name), OLD_NAMES).map(word => `${file}:${line} ${name} (${word})`),
    )
}

const oldInComments = (file: string, text: string): string[] =>
  commentsIn(file, text).flatMap(each =>
    oldIn(wordsOf(each.text), OLD_WORDS).map(word => `${file}:${each.line} ${word}`),
  )

/** What stands in code marks is a name, and those are looked at where they are declared. */
const oldInPage = (file: string, text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, at) =>
      oldIn(wordsOf(line.replaceAll(/`[^`]*`/g, '')), OLD_WORDS).map(word => `${file}:${at + 1} ${word}`),
    )

const read = (file: string): string => readFileSync(file, 'utf8')
const sources = filesUnder('src', '.ts')
const pages = [...filesUnder('docs', '.md'), 'README.md', 'CONTRIBUTING.md']

describe('the vocabulary', () => {
  it('no name in src uses an old word, but for what stands on disk', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(sources.flatMap(file => oldNames(file, read(file)))).toEqual([])
  })

  it('every name that is excepted is there', () => {
    const names = sources.flatMap(file => namesIn(file, read(file)).filter(({ isProperty }) => isProperty))
    const there = new Set(names.map(({ name }) => name))
    expect(ON_DISK.filter(name => !there.has(name))).toEqual([])
  })

  it('no comment uses one, in the rooms that are done', () => {
    const done = sources.filter(file => !COMMENTS_TO_DO.includes(roomOf(file)))
    expect(done.flatMap(file => oldInComments(file, read(file)))).toEqual([])
  })

  it('no page uses one, but for those still to do', () => {
    const done = pages.filter(file => !PAGES_TO_DO.includes(file.replace('docs/', '')))
    expect(done.flatMap(file => oldInPage(file, read(file)))).toEqual([])
  })

  it('a room or page that is done leaves the list of those to do', () => {
    const rooms = COMMENTS_TO_DO.filter(room =>
      sources.every(file => roomOf(file) !== room || oldInComments(file, read(file)).length === 0),
    )
    const clean = PAGES_TO_DO.filter(
      page => page !== 'plan.md' && oldInPage(page, read(`docs/${page}`)).length === 0,
    )
    expect([...rooms, ...clean]).toEqual([])
  })

  it('finds old words in names, comments and pages', () => {
    const text =
      '/** The heir of a night. */\nexport const readNights = (HEIRS_OF: number) => HEIRS_OF // tends\n'
    expect(oldNames('src/x.ts', text)).toHaveLength(3)
    expect(oldInComments('src/x.ts', text)).toEqual([
      'src/x.ts:1 heir',
      'src/x.ts:1 night',
      'src/x.ts:2 tends',
    ])
    expect(oldInPage('x.md', 'The `night` of\nan heir')).toEqual(['x.md:2 heir'])
  })
})
