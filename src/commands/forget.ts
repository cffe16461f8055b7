import { storeContext, type Where } from '../app/index.ts'
import {
  describedBy,
  type ForgetReport,
  forget as forgetInJournal,
  type Meaning,
  type Statement,
  statementOf,
} from '../journal/index.ts'
import { say } from '../languages/index.ts'
import {
  type Action,
  DEFAULT_POLICY,
  DreamError,
  type FileName,
  type Folder,
  INDEX_FILE,
  type Memory,
  type Policy,
} from '../model/index.ts'
import { asListed, indexStep, withheldByLimits, withoutSections } from '../plan/index.ts'
import type { Page } from '../report/index.ts'
import { loadMeaning } from '../search/index.ts'
import type { FoundFolder } from '../sources/index.ts'
import { finishOpenRuns } from '../store/index.ts'
import { makeLinkResolver, nearest, textOf } from '../text/index.ts'
import { command } from './command.ts'
import { carryOut, namedFolder, untilWritten } from './named-folder.ts'
import { shared } from './options.ts'

export const forget = command({
  name: 'forget',
  group: 'notes',
  help: say => say.help.forget,
  effect: 'write',
  settings: 'follow',
  input: {
    description: { kind: 'words', need: 'required', completes: 'nothing' },
    ...shared('dryRun', 'allowLarge', 'folder', 'layout'),
  },
  examples: [
    'dream forget --dry-run "gym membership"',
    'dream forget "gym membership"',
    'dream forget project_gym.md',
  ],
  format: 'forget',
  /** Out of journals and snapshot, or a memory file into the archive, by what the folder is. */
  async run({ where }, input) {
    const request = {
      where,
      description: input.description.join(' '),
      preview: input.dryRun === true,
      large: input.allowLarge === true ? 'allow' : 'refuse',
      meaning: loadMeaning(),
      epochMs: storeContext(where).clock.now(),
    } as const
    if (request.description.trim() === '') throw new DreamError(say().notes.forget.nothing, 2)
    if (!request.preview) await finishOpenRuns(storeContext(where))
    const found = namedFolder(where)
    return found === 'journal' ? forgetInJournal(request) : forgetFiles(request, found)
  },
  language: result => ('language' in result ? result.language : undefined),
  render(result, page, { place }) {
    if ('language' in result) writeJournal(page, result)
    else writeFiles(page, result)
    for (const warning of result.warnings) page.text(warning, 0, 'warn')
    if ('layout' in result && result.run !== undefined)
      page.entry(`dream undo ${result.run}${place}`, say().notes.takesBack, 0, 'good')
    return page
  },
  exitCode: ({ withheld }) => (withheld === undefined ? 0 : 1),
})

interface Request {
  readonly where: Where
  readonly description: string
  readonly preview: boolean
  readonly large: 'allow' | 'refuse'
  readonly meaning: Meaning | undefined
  readonly epochMs: number
}

/** `source` of a match is a memory's file, `text` its description. */
export interface ForgottenFiles extends Omit<ForgetReport, 'language'> {
  readonly layout: 'index'
  readonly root: string
  readonly label: string
  /** `name`: these files were named; `words`: they are what was described. */
  readonly by: 'name' | 'words'
  /** Pinned: they go only by their file names. */
  readonly pinned: readonly FileName[]
  /** They speak of it among other things, and stay. */
  readonly mentions: readonly FileName[]
  /** What is left behind: links that lead nowhere now, sentences that others took over. */
  readonly notes: readonly string[]
}

async function forgetFiles(request: Request, found: FoundFolder): Promise<ForgottenFiles> {
  const { where, description, meaning, preview, large, epochMs } = request
  return untilWritten(found, async folder => {
    const meant = meantBy(description, folder.memories, meaning)
    const going = new Set(meant.going.map(({ file }) => file))
    const policy: Policy = { ...DEFAULT_POLICY, large }
    const withheld = going.size === 0 ? undefined : refusal(folder, meant, policy)
    const report = { ...reportOf(folder, meant, going), preview }
    if (withheld !== undefined)
      return preview
        ? { ...report, notes: [say().notes.forget.wouldWithhold(withheld), ...report.notes] }
        : { ...report, notes: [], withheld }
    if (preview || going.size === 0) return report
    const actions = actionsFor(folder, meant.going, going, policy)
    const written = await carryOut({ where, found, command: 'forget', actions, epochMs })
    if (written === 'changed') return 'changed'
    return { ...report, run: written.run, warnings: [...written.warnings, ...indexWarnings(folder, actions)] }
  })
}

function reportOf(
  folder: Folder,
  { by, going: matches, pinned, mentions }: Meant,
  going: ReadonlySet<FileName>,
) {
  return {
    layout: 'index',
    root: folder.root,
    label: folder.label,
    by,
    matches: matches.map(({ file, name, description }) => ({
      source: file,
      text: description ?? name ?? '',
    })),
    pinned: pinned.map(({ file }) => file),
    mentions: mentions.map(({ file }) => file),
    notes: leftBehind(folder, going),
    warnings: [],
  } as const
}

/** The limits hold for what was described; files that were named are meant, however few are left. */
function refusal(folder: Folder, { by, going }: Meant, policy: Policy): string | undefined {
  const evidence = {
    project: { kind: 'absent', why: 'nobody looked' },
    paths: new Map(),
    words: new Map(),
  } as const
  const [withheld] = withheldByLimits({
    snapshot: { folder, evidence, clocks: new Map(), now: 0 },
    going: going.map(({ file }) => file),
    changes: [],
    // Of the limits only that of too many at once holds under `seed`.
    policy: by === 'name' ? { ...policy, rules: 'seed' } : policy,
  })
  return withheld?.sentence
}

function actionsFor(
  folder: Folder,
  memories: readonly Memory[],
  going: ReadonlySet<FileName>,
  policy: Policy,
): Action[] {
  const reason = { why: 'forgotten' } as const
  const archives = memories.map(
    ({ file, hash }): Action => ({ kind: 'archive', file, expect: hash, needs: [], reason }),
  )
  const listed = asListed(folder)
  const { action } = indexStep({ folder: listed, going, memories: listed.memories }, policy)
  return action === undefined ? archives : [...archives, action]
}

/** Nobody takes the place of what is forgotten, so links to it lead nowhere; and what others took over is theirs. */
function leftBehind({ memories }: Folder, going: ReadonlySet<FileName>): string[] {
  if (going.size === 0) return []
  const words = say().notes.forget
  const resolve = makeLinkResolver(memories)
  return memories
    .filter(({ file }) => !going.has(file))
    .flatMap(({ file, links, body }) => {
      const targets = links.map(({ target }) => resolve(target))
      const gone = new Set(targets.filter(target => target !== undefined && going.has(target)))
      const tookOver = withoutSections(body, going) !== body
      return [
        ...Array.from(gone, target => words.linksTo(file, target!)),
        ...(tookOver ? [words.tookOver(file)] : []),
      ]
    })
}

function indexWarnings({ index }: Folder, actions: readonly Action[]): string[] {
  const isWritten = actions.some(({ file }) => file === INDEX_FILE)
  return isWritten || index === undefined || index.editable ? [] : [say().notes.forget.indexKept]
}

/** What a person means by a few words, or by the names of files. */
interface Meant {
  readonly by: 'name' | 'words'
  readonly going: readonly Memory[]
  /** Described, and protected: they go by name alone. */
  readonly pinned: readonly Memory[]
  /** It stands in them somewhere, and they are about more. */
  readonly mentions: readonly Memory[]
}

function meantBy(description: string, memories: readonly Memory[], meaning: Meaning | undefined): Meant {
  const named = namedBy(description.trim(), memories)
  if (named.length > 0) return { by: 'name', going: named, pinned: [], mentions: [] }
  const wanted = statementOf(description)
  // "The", "it": whoever says nothing means nothing.
  if (wanted.stems.size === 0) return { by: 'words', going: [], pinned: [], mentions: [] }
  const isMeant = describes(description, wanted, meaning)
  const meant = new Set(memories.filter(isMeant))
  return {
    by: 'words',
    going: [...meant].filter(({ pinned }) => !pinned),
    pinned: [...meant].filter(({ pinned }) => pinned),
    mentions: memories.filter(memory => !meant.has(memory) && isMentioned(memory, wanted)),
  }
}

/** `gym.md`, `gym`, or several names with their endings; a name with an ending that nobody has is a mistake. */
function namedBy(description: string, memories: readonly Memory[]): Memory[] {
  const byName = new Map<string, Memory>(memories.map(memory => [memory.file.normalize('NFC'), memory]))
  const find = (name: string) => byName.get(name.normalize('NFC'))
  const whole = find(description) ?? find(`${description}.md`)
  if (whole !== undefined) return [whole]
  const names = [...new Set(description.split(/\s+/))]
  if (!names.every(name => name.endsWith('.md'))) return []
  return names.map(name => find(name) ?? unknown(name, [...byName.keys()]))
}

function unknown(name: string, names: readonly string[]): never {
  throw new DreamError(say().notes.forget.unknownFile(name, nearest(name, names)), 2)
}

/** A body of so few sentences is about what each of them says. */
const SHORT = 3

/** By its name, its description and its file's name; one word alone has to stand in a name. */
function describes(
  description: string,
  wanted: Statement,
  meaning: Meaning | undefined,
): (memory: Memory) => boolean {
  const matches = describedBy(description, meaning)
  return memory => {
    const { file, name = '', description: about = '' } = memory
    const names = [name, file.replace(/\.md$/i, '').replace(/[_-]+/g, ' ')]
    if (wanted.stems.size === 1) return names.some(text => hasAll(text, wanted))
    const said = textOf(memory).sentences
    const texts = [...names, about, `${name}: ${about}`, ...(said.length <= SHORT ? said : [])]
    return texts.some(text => text.trim() !== '' && matches(text))
  }
}

function isMentioned(memory: Memory, wanted: Statement): boolean {
  const { name, description, body } = memory
  // Most memories have not even the beginnings of the words: that is soon seen.
  const all = [name, description, body].join('\n').toLowerCase()
  if ([...wanted.stems].some(stem => !all.includes(stem.slice(0, 3)))) return false
  return [name ?? '', description ?? '', ...textOf(memory).sentences].some(text => hasAll(text, wanted))
}

function hasAll(text: string, { stems }: Statement): boolean {
  const theirs = statementOf(text).stems
  return [...stems].every(stem => theirs.has(stem))
}

/** More of them are only counted; `--json` has all. */
const MOST_SHOWN = 5

function writeFiles(page: Page, result: ForgottenFiles): void {
  const { matches, pinned, mentions, notes, withheld, preview } = result
  const count = matches.length
  const words = say().notes.forget
  for (const { source, text } of matches) page.text(`· ${source}${text === '' ? '' : `: ${text}`}`)
  if (count === 0) page.text(words.noMatch, 0, 'quiet')
  else if (withheld !== undefined) page.text(words.withheld(withheld), 0, 'warn')
  else if (preview) page.text(words.preview, 0, 'quiet')
  else page.text(words.archived(count))
  for (const file of pinned) page.text(words.pinned(file), 0, 'warn')
  const few = mentions.slice(0, MOST_SHOWN)
  if (few.length > 0) page.text(words.mentions(few, mentions.length - few.length), 0, 'quiet')
  for (const note of notes) page.text(note, 0, 'quiet')
}

function writeJournal(page: Page, { matches, withheld, preview }: ForgetReport): void {
  const words = say().journal
  for (const { source, text } of matches) page.text(`· ${source}: ${text}`)
  if (matches.length === 0) page.text(words.forgetNothing, 0, 'quiet')
  else if (withheld !== undefined) page.text(words.forgetWithheld(withheld), 0, 'warn')
  else if (preview) page.text(words.forgetPreview, 0, 'quiet')
  else page.text(words.forgotten)
}
