import type { FileName, Reason, RunRecord } from '../model/index.ts'
import type { Sighting } from '../store/index.ts'

/** M9: one state of a memory that it was in, by its number from 1. */
export interface Version {
  readonly version: number
  readonly hash: string
  /** ISO time: of the change where Dream made it, else of the file. */
  readonly at: string
}

/** One thing that happened to a memory. */
export interface ChangeEntry {
  readonly at: string
  /** `outside`: somebody else wrote it between two looks. */
  readonly by: 'outside' | 'dream'
  readonly run?: string
  readonly reason?: Reason
  /** The version that came of it; nothing where the file left. */
  readonly version?: number
}

export interface MemoryVersions {
  readonly id: string
  readonly file: FileName
  /** The newest, whether or not the file is still there. */
  readonly version: number
  readonly state: 'there' | 'gone'
  readonly createdAt: string
  readonly updatedAt: string
  /** All of them, oldest first; the last is the newest. */
  readonly versions: readonly Version[]
  readonly previousVersions: readonly Version[]
  readonly changeLog: readonly ChangeEntry[]
}

interface Happening {
  readonly at: string
  readonly hash: string | null
  readonly modified: number
  readonly by: ChangeEntry['by']
  readonly run?: string
  readonly reason?: Reason
}

/** The life of one memory, from what history and the looks between know of it; nothing where they know nothing. */
export function versionsOf(
  id: string,
  file: FileName,
  records: readonly RunRecord[],
  sightings: readonly Sighting[],
): MemoryVersions | undefined {
  const versions: Version[] = []
  const changeLog: ChangeEntry[] = []
  let now: string | null = null
  for (const happening of happeningsTo(file, records, sightings)) {
    if (happening.hash === now) continue
    now = happening.hash
    const { at, by, run, reason } = happening
    const said = { at, by, ...(run && { run }), ...(reason && { reason }) }
    if (now === null) {
      changeLog.push(said)
      continue
    }
    const version = versions.length + 1
    const when = by === 'dream' ? at : isoOf(happening.modified)
    versions.push({ version, hash: now, at: when })
    changeLog.push({ ...said, version })
  }
  const [first, last] = [versions[0], versions.at(-1)]
  if (first === undefined || last === undefined) return undefined
  return {
    id,
    file,
    version: last.version,
    state: now === null ? 'gone' : 'there',
    createdAt: first.at,
    updatedAt: last.at,
    versions,
    previousVersions: versions.slice(0, -1),
    changeLog,
  }
}

/** In the order of time; what a change found there comes before what it made. */
function happeningsTo(
  file: FileName,
  records: readonly RunRecord[],
  sightings: readonly Sighting[],
): Happening[] {
  const changes = records.flatMap(({ at, run, changes }) =>
    changes
      .filter(change => change.file === file && change.result === 'done')
      .flatMap(({ from, to, reason }): Happening[] => [
        { at, hash: from?.hash ?? null, modified: from?.modified ?? 0, by: 'outside' },
        { at, hash: to?.hash ?? null, modified: to?.modified ?? 0, by: 'dream', run, reason },
      ]),
  )
  const looks = sightings
    .filter(sighting => sighting.file === file)
    .map(({ at, hash, modified }): Happening => ({ at, hash, modified, by: 'outside' }))
  return [...looks, ...changes]
    .map((happening, number) => ({ happening, number }))
    .sort((a, b) => compare(a.happening.at, b.happening.at) || a.number - b.number)
    .map(({ happening }) => happening)
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

const isoOf = (microseconds: number): string => new Date(microseconds / 1000).toISOString()
