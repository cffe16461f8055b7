import type { Where } from '../app/index.ts'
import type { AskedOfPast } from '../checks/index.ts'
import { sha256 } from '../disk/index.ts'
import type { Evidence, FolderPlan, Policy } from '../model/index.ts'
import type { Asked } from '../project/index.ts'
import { type CacheFile, cacheFile, cacheHome, FOLDER_CACHE, summed } from '../state/index.ts'
import { rootId } from '../store/index.ts'
import type { Sketch } from '../text/index.ts'
import { VERSION } from '../version.ts'

/**
 * What the last run found in a folder: where neither the folder nor any answer of the project changed since, its plan is
 * the plan. A plan is a pure function of exactly these things, so nothing is taken on trust but file times.
 */
export interface CachedRun {
  /** Folder, policy, day, version: all that goes into a plan beside the answers. */
  readonly key: string
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

export function cachedRunFile(where: Where, root: string, mode: 'read-only' | 'read-write'): CacheFile {
  return summed(cacheFile(`${cacheHome(where.env, where.home)}/${rootId(root)}/${FOLDER_CACHE.run}`, mode))
}

const DAY_US = 86_400_000_000
/** Another number whenever plans look different, also between two releases. */
const FORMAT = 2

/** `day`, because what was touched lately is judged otherwise than what was not. */
export function keyOf(parts: readonly (string | undefined)[], policy: Policy, now: number): string {
  const day = Math.floor(now / DAY_US)
  return digest([VERSION, FORMAT, day, policy, parts])
}

export function answersOf({ project, paths }: Evidence): string {
  // A commit that changes nothing memories ask about changes no plan.
  const about = project.kind === 'git' ? { ...project, head: undefined } : project
  return digest([about, [...paths].sort(byName)])
}

export function wordAnswersOf({ words }: Evidence): string {
  return digest([...words].sort(byName))
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

function digest(value: unknown): string {
  return sha256(JSON.stringify(value))
}

export function loadCachedRun(file: CacheFile): CachedRun | undefined {
  const kept = file.load()
  return kept === undefined ? undefined : (JSON.parse(kept.toString('utf8')) as CachedRun)
}

export function storeCachedRun(file: CacheFile, run: CachedRun): void {
  file.store(Buffer.from(JSON.stringify(run)))
}
