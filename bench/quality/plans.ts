import { relative } from 'node:path'
import type { Clocks } from '../../src/model/evidence.ts'
import type { FileName } from '../../src/model/file-name.ts'
import type { Snapshot } from '../../src/model/folder.ts'
import { DEFAULT_POLICY, type FolderPlan, type Policy } from '../../src/model/plan.ts'

import { planFolder } from '../../src/plan/plan-folder.ts'
import { withCopiesElsewhere } from '../../src/plan/proposals.ts'
import { askedBy, gatherEvidence } from '../../src/project/open-project.ts'
import type { FoundFolder } from '../../src/sources/folder.ts'
import { readFolder } from '../../src/sources/folder.ts'
import { sketchesOf } from '../../src/text/words.ts'
import type { Case } from './case.ts'

export interface Planned {
  readonly plan: FolderPlan
  readonly snapshot: Snapshot
}

/** With the breaker for too much at once lifted: what is proven is counted even where a run would ask first. */
const POLICY: Policy = { ...DEFAULT_POLICY, large: 'allow' }

/** The real planner on every folder of a case. Nothing is written. */
export function planCase(one: Case, policy: Policy = POLICY): Planned[] {
  const snapshots = one.folders.map(found => readCase(one, found))
  const plans = withCopiesElsewhere(
    snapshots.map(snapshot => ({
      plan: planFolder(snapshot, policy),
      sketches: sketchesOf(snapshot.folder.memories),
      decisions: [],
    })),
  )
  return snapshots.map((snapshot, at) => ({ snapshot, plan: plans[at]! }))
}

/** As `readSnapshot` does it, with the recorded times in place of those that copying made. */
function readCase({ root, times, world, now }: Case, found: FoundFolder): Snapshot {
  const read = readFolder(found, {})
  const timed = read.memories.map(memory => ({
    memory,
    time: times.get(relative(root, `${found.root}/${memory.file}`)),
  }))
  const memories = timed.map(({ memory, time }) =>
    time === undefined ? memory : { ...memory, modified: time },
  )
  const clocks = new Map<FileName, Clocks>(
    timed.map(({ memory: { file, dated }, time }) => [
      file,
      {
        ...(dated === undefined ? {} : { frontmatter: dated }),
        ...(time === undefined ? {} : { git: time }),
      },
    ]),
  )
  const evidence = { ...gatherEvidence(world, askedBy(memories)), documents: world.documents() }
  return { folder: { ...read, memories }, evidence, clocks, now }
}
