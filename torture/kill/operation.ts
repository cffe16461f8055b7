import type { GroundKind } from './fixtures.ts'
import type { Image } from './image.ts'
import type { Line, Stage } from './stage.ts'

/** Something that Dream does. */
export interface Operation {
  readonly name: string
  readonly ground: GroundKind
  readonly line: Line | ((stage: Stage) => Line)
  /** Where it begins. */
  begins(stage: Stage): Promise<Image>
  /** The folder afterwards: `restored` is exact to the microsecond, `finished` was begun by someone who died. */
  readonly leaves: 'changed' | 'restored' | 'same' | 'finished'
  /** Whether bytes are erased on purpose. */
  readonly erases?: true
  /** Whether it adds something each time: asked for again after it was cut off, it is done once all the same. */
  readonly adds?: true
  /** Commands of which one may come next in place of `dream doctor --fix`. */
  readonly followers?: readonly Line[]
}

export function lineOf({ line }: Operation, stage: Stage): Line {
  return typeof line === 'function' ? line(stage) : line
}
