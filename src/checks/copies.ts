import type { FileName } from '../model/index.ts'
import { likeness, type Sketch, showText } from '../text/index.ts'
import { type FindingOf, kind } from './check.ts'
import { percent } from './words.ts'

/** The same memory in another folder; found by `copyFinder`, because a check sees one folder alone. */
export const copyElsewhere = kind({
  kind: 'copy-elsewhere',
  title: 'Copy in another folder',
  meaning: 'The same memory stands in the folder of another agent or project.',
  whatNow: 'Keep the one that is read where it is needed, and forget the other.',
  wouldChange: 'A text of its own; or only one of the two folders in a run.',
  fields: ({ z, fileName, path, share }) => ({
    file: fileName,
    /** The other folder as the report names it, and the file there. */
    folder: path,
    other: fileName,
    how: z.enum(['identical', 'near']),
    share,
  }),
  about: ['file', 'folder', 'other'],
  key: ({ kind, file, folder, other }) => [kind, file, folder, other].join('\0'),
  say: ({ folder, other }) => `stands in ${showText(folder)} too, as ${showText(other)}`,
  evidence: ({ how, share }) => [
    how === 'identical' ? 'the same text' : `${percent(share)} of it, word for word`,
  ],
  reasons: {
    copied: {
      say: ({ other = '', folder = '' }) => `The same as ${showText(other)} in ${showText(folder)}`,
    },
  },
})

export type CopyElsewhereFinding = FindingOf<typeof copyElsewhere>

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

export interface Copy {
  readonly finding: CopyElsewhereFinding
  readonly hashes: readonly [own: string, other: string]
}

/** Found in the later folder, so that nobody is asked to remove both. */
export function copyFinder(): (
  label: string,
  sketches: readonly Sketch[],
  isLeaving: (file: FileName) => boolean,
) => Copy[] {
  const holders = new Map<number, Holder[]>()
  return (label, sketches, isLeaving) => {
    const staying = sketches.filter(({ file, size }) => size >= FEWEST_RUNS && !isLeaving(file))
    const found = staying.flatMap(sketch => nearest(sketch, holders))
    for (const sketch of staying) enter(holders, { label, sketch })
    return found
  }
}

function enter(holders: Map<number, Holder[]>, holder: Holder): void {
  for (const run of holder.sketch.runs) {
    const own = holders.get(run)
    if (own === undefined) holders.set(run, [holder])
    else if (own.length < MOST_HOLDERS) own.push(holder)
  }
}

function nearest(sketch: Sketch, holders: ReadonlyMap<number, readonly Holder[]>): Copy[] {
  const met = new Set(sketch.runs.slice(0, 8).flatMap(run => holders.get(run) ?? []))
  let best: { readonly holder: Holder; readonly share: number } | undefined
  for (const holder of met) {
    const share = likeness(sketch, holder.sketch)
    if (share >= NEAR && share > (best?.share ?? 0)) best = { holder, share }
  }
  if (best === undefined) return []
  const { label, sketch: other } = best.holder
  const how = sketch.body === other.body ? 'identical' : 'near'
  const copy = { file: sketch.file, folder: label, other: other.file, how, share: best.share } as const
  const finding: CopyElsewhereFinding = { source: 'observed', kind: 'copy-elsewhere', ...copy }
  return [{ finding, hashes: [sketch.hash, other.hash] }]
}
