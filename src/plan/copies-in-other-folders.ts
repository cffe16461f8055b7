import {
  type Action,
  type CopyElsewhereFinding,
  type Decision,
  type Finding,
  type FolderPlan,
  type Proposal,
  questionStateOf,
} from '../model/index.ts'
import { likeness, type Sketch } from '../text/index.ts'
import { fingerprint } from './fingerprint.ts'

/** A folder with its plan, and what tells its memories from those of others. */
export interface PlannedFolder {
  readonly plan: FolderPlan
  readonly sketches: readonly Sketch[]
  readonly decisions: readonly Decision[]
}

/** From here on two texts are near copies. */
const NEAR = 0.85
/** Shorter texts are alike by chance. */
const FEWEST_RUNS = 12
/** A run that so many memories have is a phrase of a template. */
const MOST_HOLDERS = 50

interface Holder {
  readonly label: string
  readonly sketch: Sketch
}

/**
 * D30: memories that stand in an earlier folder too. Told of the later one, so that nobody is asked to remove both; an
 * identical copy can be archived there, a near one is for a person to compare.
 */
export function withCopiesElsewhere(folders: readonly PlannedFolder[]): FolderPlan[] {
  const holders = new Map<number, Holder[]>()
  return folders.map(folder => {
    const { plan, sketches } = folder
    const leaving = new Set<string>(
      plan.actions.filter(({ kind }) => kind === 'archive').map(({ file }) => file),
    )
    const staying = sketches.filter(({ file, size }) => size >= FEWEST_RUNS && !leaving.has(file))
    const found = staying.flatMap(sketch => {
      const copy = nearest(sketch, holders)
      return copy === undefined ? [] : [asked(sketch, copy)]
    })
    for (const sketch of staying) enter(holders, { label: plan.label, sketch })
    return found.length === 0 ? plan : withProposals(folder, found)
  })
}

function enter(holders: Map<number, Holder[]>, holder: Holder): void {
  for (const run of holder.sketch.runs) {
    const own = holders.get(run)
    if (own === undefined) holders.set(run, [holder])
    else if (own.length < MOST_HOLDERS) own.push(holder)
  }
}

interface Copy {
  readonly holder: Holder
  readonly share: number
}

function nearest(sketch: Sketch, holders: ReadonlyMap<number, readonly Holder[]>): Copy | undefined {
  const met = new Set(sketch.runs.slice(0, 8).flatMap(run => holders.get(run) ?? []))
  let best: Copy | undefined
  for (const holder of met) {
    const share = likeness(sketch, holder.sketch)
    if (share >= NEAR && share > (best?.share ?? 0)) best = { holder, share }
  }
  return best
}

function asked(sketch: Sketch, { holder, share }: Copy): Proposal {
  const isIdentical = sketch.body === holder.sketch.body
  const finding: CopyElsewhereFinding = {
    kind: 'copy-elsewhere',
    file: sketch.file,
    folder: holder.label,
    other: holder.sketch.file,
    how: isIdentical ? 'identical' : 'near',
    share,
  }
  const key = fingerprint([finding.kind, finding.file, finding.folder, finding.other].join('\0'))
  return {
    key,
    id: fingerprint([key, sketch.hash, holder.sketch.hash].join('\0')),
    finding: { source: 'observed', ...finding },
    actions: isIdentical ? [archive(sketch, finding)] : [],
    because: 'which folder should keep it, only you know',
    ...(isIdentical && { confidence: 'likely' as const }),
  }
}

const archive = ({ file, hash }: Sketch, { folder, other }: CopyElsewhereFinding): Action => ({
  kind: 'archive',
  file,
  expect: hash,
  needs: [],
  reason: { why: 'copied', folder, other },
})

function withProposals({ plan, decisions }: PlannedFolder, found: readonly Proposal[]): FolderPlan {
  const questionState = found.map(proposal => ({
    proposal,
    questionState: questionStateOf(proposal, decisions),
  }))
  const open = questionState
    .filter(({ questionState: { state } }) => state === 'open')
    .map(({ proposal }) => proposal)
  const answered = questionState.flatMap(({ proposal, questionState: one }) =>
    one.state === 'answered' ? [{ ...proposal, decision: one.decision }] : [],
  )
  return {
    ...plan,
    proposals: [...plan.proposals, ...open],
    answered: [...plan.answered, ...answered],
    findings: [...plan.findings, ...found.map(({ finding }): Finding => finding)],
  }
}
