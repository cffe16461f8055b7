import { type App, foldersOf, layoutOf, newRunId, storeContext, type Where, withState } from '../app/index.ts'
import { type MagmaHome, magmaHome } from '../config/index.ts'
import { Tree } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import {
  type Action,
  asFileName,
  asStoredName,
  DEFAULT_POLICY,
  DreamError,
  type FileName,
  INDEX_FILE,
  storedName,
  VAULT,
} from '../model/index.ts'
import { withoutSections, withoutSources } from '../plan/index.ts'
import { newPage, type Page, sizeWords } from '../report/index.ts'
import { type FoundFolder, readFolder } from '../sources/index.ts'
import { cacheHome, removeCacheFolder } from '../state/index.ts'
import {
  commit,
  finishOpenRuns,
  type PurgeTarget,
  planPurge,
  purgeObjects,
  rootId,
  type Store,
  throwUnlessDone,
} from '../store/index.ts'
import { purgeShared } from '../team/index.ts'
import { splitFrontmatter } from '../text/index.ts'
import { type MagmaRecord, readRecords, writeToMagma } from '../vault/index.ts'
import { command, type Talk } from './command.ts'
import { shared } from './options.ts'

export const purge = command({
  name: 'purge',
  group: 'keeping',
  help: say => say.help.purge,
  effect: 'write',
  settings: 'follow',
  input: {
    memory: { kind: 'word', need: 'optional', completes: 'files' },
    run: { kind: 'text', value: 'id' },
    object: { kind: 'text', value: 'hash' },
    source: { kind: 'text', value: 'session', conflicts: ['run', 'object'] },
    ...shared('dryRun', 'yes', 'folder', 'project', 'allProjects'),
  },
  examples: [
    'dream purge --dry-run deploy-key.md',
    'dream purge deploy-key.md',
    'dream purge --object 3f2a91c0ffee --yes',
    'dream purge --source 298c09b0',
  ],
  format: 'purge',
  async run(app, input, talk) {
    const carryOut = input.source === undefined ? storedBy(app, input) : comingFrom(app, input)
    const found = await carryOut('preview')
    const isNothing = found.every(({ erased, removed = [] }) => erased.length + removed.length === 0)
    const preview = input.dryRun === true || isNothing || !(await mayErase(found, input, talk))
    const shared =
      preview || input.memory === undefined
        ? []
        : await purgeShared(app.where, app.settings.config, nameOf(input.memory))
    return {
      preview,
      folders: preview ? found : await carryOut('erase'),
      ...(shared.length > 0 && { shared }),
    }
  },
  render({ folders, preview, shared = [] }, page) {
    write(folders, preview, page)
    for (const sentence of shared) page.text(sentence)
    return page
  },
})

const nameOf = (memory: string): string => memory.slice(memory.lastIndexOf('/') + 1)

interface Wanted {
  readonly memory?: string
  readonly run?: string
  readonly object?: string
  readonly source?: string
}

export interface Purged extends ReturnType<typeof planPurge> {
  readonly label: string
  /** With a source: memories that came from it, and those that took something over from them. */
  readonly removed?: readonly { readonly file: FileName; readonly how: 'gone' | 'cut' }[]
}

type CarryOut = (mode: 'preview' | 'erase') => Promise<Purged[]>

async function mayErase(found: readonly Purged[], { yes }: { readonly yes?: boolean }, talk: Talk) {
  if (yes === true) return true
  if (talk.ask === undefined) throw new DreamError(say().history.purge.needsYes, 2)
  talk.say(write(found, true, newPage(talk.look)).end())
  return (await talk.ask.confirm(say().history.purge.confirm)) === 'yes'
}

/** Stored versions of a file, of a run, or one of them. */
function storedBy({ where }: App, wanted: Wanted): CarryOut {
  const target = targetFor(wanted)
  return async mode => {
    if (mode === 'erase') await finishOpenRuns(storeContext(where))
    const purged: Purged[] = []
    for (const { root, label } of foldersOf(where)) {
      const plan = previewIn(where, root, target)
      if (plan === undefined) continue
      const isDone = mode === 'erase' && plan.erased.length > 0
      const done = isDone ? await eraseIn(where, root, target) : plan
      if (isDone && done.erased.length > 0) forgetCaches(where, root)
      if (done.erased.length + done.kept.length > 0) purged.push({ label, ...done })
    }
    return purged
  }
}

function targetFor({ memory, run, object }: Wanted): PurgeTarget {
  if ([memory, run, object].filter(each => each !== undefined).length !== 1)
    throw new DreamError(say().history.purge.whichOne, 2)
  if (run !== undefined) return { by: 'run', run }
  if (object !== undefined && !/^[0-9a-f]{12,64}$/.test(object))
    throw new DreamError(say().history.purge.hash(JSON.stringify(object)), 2)
  if (object !== undefined) return { by: 'object', hash: object }
  const file = asStoredName(memory!) ?? asFileName(memory!.slice(memory!.lastIndexOf('/') + 1))
  if (file === undefined) throw new DreamError(say().history.purge.noFile(memory!), 2)
  return { by: 'file', file }
}

function previewIn(where: Where, root: string, target: PurgeTarget) {
  return withState(where, root, store => {
    const tree = Tree.open(storeContext(where).sys, root)
    try {
      return planPurge({ root: tree, store }, target)
    } finally {
      tree.close()
    }
  })
}

function eraseIn(where: Where, root: string, target: PurgeTarget) {
  const context = storeContext(where)
  return purgeObjects(context, root, target, newRunId(context.clock.now()))
}

/** Beside that of the folder: the index of words, the index of vectors, and what models answered. */
const SHARED_CACHES = ['recall', 'magma', 'models']

/** Made again when they are needed; until then they would go on knowing what was erased. */
function forgetCaches({ env, home }: Where, root: string): void {
  for (const name of [rootId(root), ...SHARED_CACHES]) removeCacheFolder(`${cacheHome(env, home)}/${name}`)
}

/**
 * Everything that came from one conversation, and all that was made of it: out of the folder, out of the memories that
 * took something over, out of the index, and every stored version of all that. The conversation is named by the id of
 * its session, or by the file of its transcript.
 */
function comingFrom(app: App, { memory, source = '' }: Wanted): CarryOut {
  if (memory !== undefined) throw new DreamError(say().history.purge.whichOne, 2)
  const session = source.slice(source.lastIndexOf('/') + 1).replace(/\.(?:jsonl|ndjson|json|txt|md)$/, '')
  if (session === '') throw new DreamError(say().history.purge.whichSource, 2)
  return async mode => {
    if (mode === 'erase') await finishOpenRuns(storeContext(app.where))
    const purged: Purged[] = []
    for (const found of foldersOf(app.where)) {
      const one = await purgeSession(app, found, session, mode)
      if (one.erased.length + one.kept.length + one.removed.length > 0) purged.push(one)
    }
    return purged
  }
}

async function purgeSession(app: App, found: FoundFolder, session: string, mode: 'preview' | 'erase') {
  const { where } = app
  const { root, label } = found
  const folder = readFolder(found, layoutOf(where))
  const here = folder.memories.flatMap(({ file, head }) => (isFrom(head, session) ? [file] : []))
  const stored = withState(where, root, store => filesFrom(store, session)) ?? []
  const sources = new Set<FileName>([...here, ...stored])
  const actions =
    folder.layout === 'index' && sources.size > 0 ? withoutSources(folder, sources, DEFAULT_POLICY) : []
  const touched = actions.filter(({ file }) => file !== INDEX_FILE)
  const home = magmaHome(where, app.settings.config)
  const mirrored = mirrorsOf(home, root, sources)
  const notes = new Set(mirrored.map(({ note }) => storedName(`${VAULT}/magma/${note}`)))
  if (mode === 'erase' && touched.length > 0) await takeOut(where, found, actions)
  if (mode === 'erase' && mirrored.length > 0) await takeOutOfMagma(app, found, home, mirrored)
  const hashes = withState(where, root, store => versionsFrom(store, sources, session, notes)) ?? new Set()
  const target = { by: 'hashes', hashes } as const
  const erased = mode === 'erase' && hashes.size > 0 ? await eraseIn(where, root, target) : undefined
  const plan = mode === 'preview' ? previewIn(where, root, target) : erased
  if (mode === 'erase' && sources.size > 0) forgetCaches(where, root)
  const removed = [
    ...touched.map(({ file, kind }) => ({ file, how: kind === 'archive' ? 'gone' : 'cut' }) as const),
    ...Array.from(notes, file => ({ file, how: 'gone' }) as const),
  ]
  return { label, removed, ...(plan ?? { erased: [], kept: [], brokenRuns: [] }) }
}

async function takeOut(
  where: Where,
  { root, label }: FoundFolder,
  actions: readonly Action[],
): Promise<void> {
  const context = storeContext(where)
  const run = newRunId(context.clock.now())
  const outcome = await commit(context, { root, label, actions, run, command: 'purge' })
  throwUnlessDone(outcome, `${label}: ${say().history.purge.notAll}`)
}

async function takeOutOfMagma(
  { where, settings: { config: settings } }: App,
  folder: FoundFolder,
  home: MagmaHome,
  mirrored: readonly MagmaRecord[],
): Promise<void> {
  const notes = mirrored.map(before => ({ kind: 'archive', before, why: { why: 'forgotten' } }) as const)
  const outcome = await writeToMagma({ where, home, settings, command: 'purge', folder, notes })
  throwUnlessDone(outcome, `${folder.label}: ${say().history.purge.notAll}`)
}

const SESSION = /\boriginSessionId["']?[ \t]{0,8}:[ \t]{0,8}["']?([^\s"'#]{1,200})/

const isFrom = (head: string, session: string): boolean => SESSION.exec(head)?.[1] === session

const headOf = (text: string): string => text.slice(0, splitFrontmatter(text).bodyStart)

/** Names that ever held something from this session. */
const filesFrom = (store: Store, session: string): FileName[] =>
  [...storedVersions(store)].flatMap(({ file, text }) => (isFrom(headOf(text), session) ? [file] : []))

/** Records of MAGMA that were made from these memories. */
function mirrorsOf(home: MagmaHome, root: string, sources: ReadonlySet<FileName>): MagmaRecord[] {
  const id = rootId(root)
  const today = new Date().toISOString().slice(0, 10)
  return readRecords(home, today).records.filter(
    ({ source }) => source?.folder === id && sources.has(source.file as FileName),
  )
}

/** Versions that hold it: of the sources themselves, of their notes in MAGMA, of who took over from them, and of the index that named them. */
function versionsFrom(
  store: Store,
  sources: ReadonlySet<FileName>,
  session: string,
  notes: ReadonlySet<FileName>,
): Set<string> {
  const hashes = new Set<string>()
  for (const { file, hash, text } of storedVersions(store)) {
    const isSource = sources.has(file) && isFrom(headOf(text), session)
    const tookOver = withoutSections(text, sources) !== text
    const isIndex = file === INDEX_FILE && [...sources].some(name => text.includes(name))
    if (isSource || tookOver || isIndex || notes.has(file)) hashes.add(hash)
  }
  return hashes
}

/** Every version that is stored, of whatever file. */
function* storedVersions(store: Store): Generator<{ file: FileName; hash: string; text: string }> {
  const changes = store.log.read().records.flatMap(record => record.changes)
  const states = changes.flatMap(({ file, from, to }) => [
    { file, hash: from?.hash },
    { file, hash: to?.hash },
  ])
  const done = new Set<string>()
  for (const { file, hash } of [...states, ...store.seen.read().sightings]) {
    if (hash === undefined || hash === null || done.has(`${file}\0${hash}`)) continue
    done.add(`${file}\0${hash}`)
    const object = store.objects.get(hash)
    const text = object.state === 'whole' ? object.bytes.toString('utf8') : store.seen.text(hash)
    if (text !== undefined) yield { file, hash, text }
  }
}

function write(folders: readonly Purged[], preview: boolean, page: Page): Page {
  const words = say().history.purge
  if (folders.length === 0) page.text(words.nothing)
  const [removal, erasure, broken] = preview
    ? [words.wouldRemove, words.wouldErase, words.wouldBreak]
    : [words.removed, words.erased, words.broken]
  for (const { label, removed = [], erased, kept, brokenRuns } of folders) {
    page.gap().text(label, 0, 'strong')
    for (const { file, how } of removed) page.entry(file, removal[how], 2, 'warn')
    for (const { hash, size, files } of erased)
      page.entry(hash.slice(0, 12), erasure(files.join(', '), sizeWords(size)), 2, 'warn')
    for (const { hash, why } of kept) page.entry(hash.slice(0, 12), words.kept(why), 2)
    const runs = brokenRuns.join(', ')
    if (runs !== '') page.text(broken(runs), 2, 'warn')
  }
  return page
}
