import {
  foldersOf,
  layoutOf,
  type MagmaHome,
  type MagmaSettings,
  magmaHome,
  newRunId,
  storeContext,
  type Where,
  withState,
} from '../../app/index.ts'
import { DEFAULTS } from '../../config/index.ts'
import { Tree } from '../../disk/index.ts'
import {
  DEFAULT_POLICY,
  DreamError,
  type FileName,
  INDEX_FILE,
  type MagmaRecord,
  type PurgeReport,
  storedName,
  VAULT,
} from '../../model/index.ts'
import { withoutSections, withoutSources } from '../../plan/index.ts'
import { type FoundFolder, readFolder } from '../../sources/index.ts'
import {
  commit,
  finishOpenRuns,
  planPurge,
  purgeObjects,
  rootId,
  type Store,
  throwUnlessDone,
} from '../../store/index.ts'
import { splitFrontmatter } from '../../text/index.ts'
import { readRecords, writeToMagma } from '../../vault/index.ts'
import { forgetCaches } from './forget-caches.ts'

export interface SourceRequest {
  readonly where: Where
  /** A session, by its id, or the file that its transcript is. */
  readonly source: string
  readonly preview: boolean
  /** Where MAGMA has its notes; without it, in Dream's state. */
  readonly settings?: MagmaSettings
}

/**
 * Everything that came from one conversation, and all that was made of it: out of the folder, out of the memories that
 * took something over, out of the index, and every stored version of all that.
 */
export async function purgeSource(request: SourceRequest): Promise<PurgeReport[]> {
  const { where, source } = request
  const session = source.slice(source.lastIndexOf('/') + 1).replace(/\.(?:jsonl|ndjson|json|txt|md)$/, '')
  if (session === '') throw new DreamError('say which source: a session by its id, or its transcript', 2)
  if (!request.preview) await finishOpenRuns(storeContext(where))
  const reports: PurgeReport[] = []
  for (const found of foldersOf(where)) {
    const report = await purgeFrom(request, found, session)
    if (report.erased.length + report.kept.length + (report.removed?.length ?? 0) > 0) reports.push(report)
  }
  return reports
}

async function purgeFrom(
  { where, preview, settings = DEFAULTS }: SourceRequest,
  found: FoundFolder,
  session: string,
): Promise<PurgeReport> {
  const { root, label } = found
  const context = storeContext(where)
  const folder = readFolder(found, layoutOf(where))
  const here = folder.memories.flatMap(({ file, head }) => (isFrom(head, session) ? [file] : []))
  const stored = withState(where, root, store => sourcesIn(store, session)) ?? []
  const sources = new Set<FileName>([...here, ...stored])
  const actions =
    folder.layout === 'index' && sources.size > 0 ? withoutSources(folder, sources, DEFAULT_POLICY) : []
  const touched = actions.filter(({ file }) => file !== INDEX_FILE)
  const home = magmaHome(where, settings)
  const mirrored = mirrorsOf(home, root, sources)
  const removed = [
    ...touched.map(({ file, kind }) => ({ file, how: kind === 'archive' ? 'gone' : 'cut' }) as const),
    ...mirrored.map(({ note }) => ({ file: noteName(note), how: 'gone' }) as const),
  ]
  const run = newRunId(context.clock.now())
  if (!preview && touched.length > 0) {
    const outcome = await commit(context, { root, label, actions, run, command: 'purge' })
    throwUnlessDone(outcome, `${label}: not everything could be taken out, so nothing was erased`)
  }
  if (!preview && mirrored.length > 0) {
    const notes = mirrored.map(before => ({ kind: 'archive', before, why: { why: 'forgotten' } }) as const)
    const outcome = await writeToMagma({ where, home, settings, command: 'purge', folder: found, notes })
    throwUnlessDone(outcome, `${label}: not everything could be taken out, so nothing was erased`)
  }
  const notes = new Set(mirrored.map(({ note }) => noteName(note)))
  const hashes =
    withState(where, root, store => versionsOf(store, sources, session, notes)) ?? new Set<string>()
  const target = { by: 'hashes', hashes } as const
  const plan = preview
    ? withState(where, root, store => {
        const tree = Tree.open(context.sys, root)
        try {
          return planPurge({ root: tree, store }, target)
        } finally {
          tree.close()
        }
      })
    : hashes.size === 0
      ? undefined
      : await purgeObjects(context, root, target, newRunId(context.clock.now()))
  if (!preview && sources.size > 0) forgetCaches(where, root)
  return { label, removed, ...(plan ?? { erased: [], kept: [], brokenRuns: [] }) }
}

const SESSION = /\boriginSessionId["']?[ \t]{0,8}:[ \t]{0,8}["']?([^\s"'#]{1,200})/

function isFrom(head: string, session: string): boolean {
  return SESSION.exec(head)?.[1] === session
}

/** Names that ever held something from this session. */
function sourcesIn(store: Store, session: string): FileName[] {
  return [...versions(store)].flatMap(({ file, text }) => (isFrom(headOf(text), session) ? [file] : []))
}

const noteName = (note: string): FileName => storedName(`${VAULT}/magma/${note}`)

/** Records of MAGMA that were made from these memories. */
function mirrorsOf(home: MagmaHome, root: string, sources: ReadonlySet<FileName>): MagmaRecord[] {
  const id = rootId(root)
  const today = new Date().toISOString().slice(0, 10)
  return readRecords(home, today).records.filter(
    ({ source }) => source?.folder === id && sources.has(source.file as FileName),
  )
}

/** Versions that hold it: of the sources themselves, of their notes in MAGMA, of who took over from them, and of the index that named them. */
function versionsOf(
  store: Store,
  sources: ReadonlySet<FileName>,
  session: string,
  notes: ReadonlySet<FileName>,
): Set<string> {
  const names = [...sources]
  const hashes = new Set<string>()
  for (const { file, hash, text } of versions(store)) {
    const isSource = sources.has(file) && isFrom(headOf(text), session)
    const isReplacement = withoutSections(text, sources) !== text
    const isIndex = file === INDEX_FILE && names.some(name => text.includes(name))
    if (isSource || isReplacement || isIndex || notes.has(file)) hashes.add(hash)
  }
  return hashes
}

const headOf = (text: string): string => text.slice(0, splitFrontmatter(text).bodyStart)

/** Every version that is stored, of whatever file. */
function* versions(store: Store): Generator<{ file: FileName; hash: string; text: string }> {
  const seen = new Set<string>()
  const changes = store.log.read().records.flatMap(record => record.changes)
  const named = [
    ...changes.flatMap(({ file, from, to }) =>
      [from, to].flatMap(state => (state === null ? [] : [{ file, hash: state.hash }])),
    ),
    ...store.seen
      .read()
      .sightings.flatMap(({ file, hash }) => (hash === null ? [] : [{ file: file as FileName, hash }])),
  ]
  for (const { file, hash } of named) {
    if (seen.has(`${file}\0${hash}`)) continue
    seen.add(`${file}\0${hash}`)
    const object = store.objects.get(hash)
    const text = object.state === 'whole' ? object.bytes.toString('utf8') : store.seen.text(hash)
    if (text !== undefined) yield { file, hash, text }
  }
}
