import { layoutOf, type Progress, type Where } from '../app/index.ts'
import { type AskedOfPast, type CheckCache, checkCacheOf, knownBefore } from '../checks/index.ts'
import { trustsOf } from '../config/index.ts'
import { sha256 } from '../disk/index.ts'
import { languageSpoken, say } from '../languages/index.ts'
import {
  type Evidence,
  type FolderPlan,
  INDEX_FILE,
  type Policy,
  type ResourceFact,
  type Snapshot,
} from '../model/index.ts'
import { type PlannedFolder, withCopiesElsewhere } from '../plan/index.ts'
import {
  type Asked,
  commitStamps,
  type FolderStamp,
  folderStamp,
  gatherEvidence,
  holdBytes,
  type Project,
} from '../project/index.ts'
import { type FoundFolder, type ParsedMemory, parsedPart } from '../sources/index.ts'
import { type Kept, keptBy } from '../state/index.ts'
import { rootId } from '../store/index.ts'
import { type Sketch, showText, sketchesOf } from '../text/index.ts'
import { folderPast, ownPast } from './folder-past.ts'
import {
  activitiesFor,
  activityStamp,
  askedOf,
  decisionsOf,
  modelOpinionsOf,
  projectsFor,
  readSnapshot,
  type SnapshotOptions,
  supersededOf,
} from './read-folders.ts'

export interface PlanRequest {
  readonly where: Where
  readonly policy: Policy
  readonly mode: 'live' | 'dry-run' | 'check' | 'plan'
  readonly progress?: Progress
  /** What was said about links, where somebody wanted them to be asked. */
  readonly resources?: ReadonlyMap<string, ResourceFact> | undefined
}

/** Plans one folder after the other, and again where it is asked for; projects are opened once for all of them. */
export interface Planner {
  plan(found: FoundFolder): FolderPlan
  /** What was read for the last plan; nothing where it was known from the run before. */
  lastRead(): Snapshot | undefined
  /** What tells the memories of a planned folder from those of others; nothing where there is one folder alone. */
  beside(found: FoundFolder): Pick<PlannedFolder, 'sketches' | 'decisions'>
}

/** Reads and plans folder by folder, so that only one of them is in memory at a time; `onRead` sees each, where it had to be read. */
export async function planFolders(
  folders: readonly FoundFolder[],
  { plan, lastRead, beside }: Planner,
  progress?: Progress,
  onRead: (snapshot: Snapshot | undefined, plan: FolderPlan) => Promise<void> = async () => {},
): Promise<FolderPlan[]> {
  const plans: PlannedFolder[] = []
  for (const found of folders) {
    const far = folders.length > 1 ? { done: plans.length, of: folders.length } : {}
    progress?.({ what: say().places.folders.reading(showText(found.label)), ...far })
    // A pause between folders: Ctrl-C is handled only when nothing runs.
    await new Promise(setImmediate)
    const own = plan(found)
    plans.push({ plan: own, ...beside(found) })
    await onRead(lastRead(), own)
  }
  return withCopiesElsewhere(plans)
}

export async function makePlanner(folders: readonly FoundFolder[], request: PlanRequest): Promise<Planner> {
  // The search engines stay out of the way of a run.
  const { gateKnowsNothing, pastSearches, planThroughGate } = await import('../search/protected-plan.ts')
  const { where, policy, mode, resources } = request
  const caches = mode === 'live' ? 'read-write' : 'read-only'
  const projectOf = projectsFor(where, folders, caches)
  const commitsOf = commitStamps(trustsOf(where))
  const now = Date.now() * 1000
  const activityOf = activitiesFor(where, policy.expiry, now)
  const searches = pastSearches(where)
  const gateKnows = gateKnowsNothing()
  // One folder alone is in memory anyway.
  const kept = keepSome(folders.length === 1 ? Number.POSITIVE_INFINITY : MOST_KEPT)
  const sketches = new Map<string, readonly Sketch[]>()
  const sketched = folders.length > 1
  let read: Snapshot | undefined

  return {
    lastRead: () => read,

    beside: ({ root }) => ({ sketches: sketches.get(root) ?? [], decisions: decisionsOf(where, root) }),

    /** Where nothing changed since the last run, the plan of that run is the plan. */
    plan(found) {
      const project = projectOf(found)
      const cache = keptBy<CachedRun>('plan', where, caches, rootId(found.root))
      const stamp = folderStamp(found.root)
      const decisions = decisionsOf(where, found.root)
      const superseded = supersededOf(where, found.root)
      const modelOpinions = modelOpinionsOf(where, found.root)
      const activity = activityOf(found, project)
      const key = digest([
        // What was touched lately is judged otherwise than what was not.
        Math.floor(now / DAY_US),
        policy,
        // The reasons in a plan are sentences.
        languageSpoken(),
        [stamp?.line, commitsOf(found.root), found.root, found.label, found.title, where.layout],
        [project.documentStamp(), sketched, activityStamp(activity, policy.expiry, now)],
        resources && [...resources],
        decisions.map(({ id, answer }) => `${id} ${answer}`),
        superseded,
        modelOpinions,
      ])
      const last = stamp === undefined ? undefined : cache.load(key)
      read = undefined
      if (last !== undefined && wouldPassAgain(last, searches) && isAsThen(where, found, project, last)) {
        sketches.set(found.root, last.sketches)
        return last.plan
      }

      const options = { ...layoutOf(where), now, project }
      const work = keptBy<ParseCache>('parsed', where, caches, rootId(found.root))
      const { snapshot, keepKnown } = readKnowing(found, options, work, kept.take(found.root))
      read = snapshot
      const count = snapshot.folder.memories.length
      request.progress?.({ what: say().places.folders.checking(count, showText(found.label)) })
      const signs = {
        ...(activity && { activity }),
        ...(resources && { evidence: { ...snapshot.evidence, resources } }),
      }
      const { past, asked: askedOfPast, own: ownPast } = folderPast(where, snapshot.folder)
      const own = sketched ? sketchesOf(snapshot.folder.memories, sketches.get(found.root)) : []
      sketches.set(found.root, own)
      const plan = planThroughGate(
        { ...snapshot, ...signs, decisions, superseded, modelOpinions, past },
        policy,
        searches,
        gateKnows,
      )
      if (plan.actions.length > 0) kept.keep(snapshot)
      if (caches === 'read-only') return plan
      keepKnown()
      const findings = { plan, searches, sketches: own, askedOfPast, ownPast: JSON.stringify(ownPast) }
      const run = stamp && runToKeep(snapshot, stamp, project, findings)
      if (run !== undefined) cache.store(run, key)
      return plan
    },
  }
}

/** Of folders that are about to change and be read again: so many memories are held, the rest is parsed once more. */
const MOST_KEPT = 20_000

function keepSome(most: number) {
  const kept = new Map<string, Snapshot>()
  let count = 0
  return {
    keep(snapshot: Snapshot): void {
      const { root, memories } = snapshot.folder
      if (count + memories.length > most) return
      kept.set(root, snapshot)
      count += memories.length
    },
    take(root: string): Snapshot | undefined {
      const snapshot = kept.get(root)
      kept.delete(root)
      count -= snapshot?.folder.memories.length ?? 0
      return snapshot
    },
  }
}

/** What people searched for since changes a plan only where the gate had something to say. */
function wouldPassAgain({ plan, searches }: CachedRun, now: readonly string[]): boolean {
  return plan.recall === undefined || JSON.stringify(searches) === JSON.stringify(now)
}

function isAsThen(where: Where, found: FoundFolder, project: Project, last: CachedRun): boolean {
  if (JSON.stringify(ownPast(where, found.root, last.askedOfPast)) !== last.ownPast) return false
  if (!holdBytes(found.root, last.bytes)) return false
  const sameWords = last.wordStamp !== undefined && last.wordStamp === project.wordStamp()
  const evidence = gatherEvidence(project, sameWords ? { ...last.asked, words: [] } : last.asked)
  return answersOf(evidence) === last.answers && (sameWords || wordAnswersOf(evidence) === last.wordAnswers)
}

/** The hashes that stand in for times of files that changed just now; nothing where one of them could not be read. */
export function bytesOf(
  { folder }: Snapshot,
  { unsettled }: FolderStamp,
): Record<string, string> | undefined {
  const hashes = new Map<string, string>(folder.memories.map(memory => [memory.file, memory.hash]))
  if (folder.index?.editable) hashes.set(INDEX_FILE, folder.index.hash)
  const bytes: Record<string, string> = Object.create(null)
  for (const name of unsettled.filter(each => each.endsWith('.md'))) {
    const hash = hashes.get(name)
    if (hash === undefined) return undefined
    bytes[name] = hash
  }
  return bytes
}

/**
 * What the last run found in a folder: where neither the folder nor any answer of the project changed since, its plan is
 * the plan. A plan is a pure function of exactly these things, so nothing is taken on trust but file times.
 */
interface CachedRun {
  readonly asked: Asked
  /** Hashes of files that had changed too lately for their times to prove anything. */
  readonly bytes: Readonly<Record<string, string>>
  /** Digests of what the project answered, words apart. */
  readonly answers: string
  readonly wordAnswers: string
  /** What the words were found in; with the same nobody has to look for them. */
  readonly wordStamp?: string
  /** What the index wanted to know of the folder's past, and what Dream's own history said to it. */
  readonly askedOfPast: AskedOfPast
  readonly ownPast: string
  readonly plan: FolderPlan
  /** What the recall gate asked beside its own questions. */
  readonly searches: readonly string[]
  /** What tells its memories from those of other folders; empty where no other was looked at. */
  readonly sketches: readonly Sketch[]
}

const DAY_US = 86_400_000_000

/** Nothing where a file that changed just now could not be read. */
function runToKeep(
  snapshot: Snapshot,
  stamp: FolderStamp,
  project: Project,
  findings: Omit<CachedRun, 'asked' | 'bytes' | 'answers' | 'wordAnswers' | 'wordStamp'>,
): CachedRun | undefined {
  const bytes = bytesOf(snapshot, stamp)
  if (bytes === undefined) return undefined
  const { evidence, folder } = snapshot
  const asked = askedOf(folder)
  const wordStamp = asked.words.length > 0 ? project.wordStamp() : undefined
  const answers = { answers: answersOf(evidence), wordAnswers: wordAnswersOf(evidence) }
  return { asked, bytes, ...answers, ...(wordStamp !== undefined && { wordStamp }), ...findings }
}

function answersOf({ project, paths, committed, removedModules }: Evidence): string {
  // A commit that changes nothing memories ask about changes no plan.
  const about = project.kind === 'git' ? { ...project, head: undefined } : project
  return digest([
    about,
    [...paths].sort(byName),
    [...(committed ?? [])].sort(),
    [...(removedModules ?? [])].sort(byName),
  ])
}

function wordAnswersOf({ words, lostWords = new Set() }: Evidence): string {
  return digest([[...words].sort(byName), [...lostWords].sort()])
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

function digest(value: unknown): string {
  return sha256(JSON.stringify(value))
}

/**
 * What reading and comparing a folder took long to find out. All of it follows from the texts alone and is looked up by
 * their hashes, so that a run costs what changed; thrown away, it is simply found out again.
 */
interface ParseCache {
  readonly parsed: readonly ParsedMemory[]
  readonly checked: CheckCache
}

/** Reads a folder with what is known of it; `keepKnown`, once it is planned for, holds on to what is known then. */
function readKnowing(
  found: FoundFolder,
  options: SnapshotOptions,
  work: Kept<ParseCache>,
  inMemory: Snapshot | undefined,
): { readonly snapshot: Snapshot; readonly keepKnown: () => void } {
  const before = inMemory === undefined ? work.load() : undefined
  const parsed = inMemory?.folder.memories ?? before?.parsed ?? []
  const snapshot = readSnapshot(found, { ...options, known: parsed })
  const { memories } = snapshot.folder
  const documents = options.project.documentStamp()
  const known = inMemory?.known ?? knownBefore(before?.checked, memories, documents)
  const keepKnown = () => {
    const parsed = memories.flatMap(memory => parsedPart(memory) ?? [])
    work.store({ parsed, checked: checkCacheOf(known, memories, documents) })
  }
  return { snapshot: { ...snapshot, known }, keepKnown }
}
