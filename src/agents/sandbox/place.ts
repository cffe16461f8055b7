import { showText } from '../../text/index.ts'
import { Refused } from './refused.ts'

/** A folder that tools may look into, under the name by which the model knows it. */
export interface MountName {
  /** Absolute, links resolved. */
  readonly shown: string
}

/** Where a path leads: below one of the roots, segment by segment. Every tool goes through this and nothing else. */
export interface Place<Mount extends MountName> {
  readonly mount: Mount
  readonly segments: readonly string[]
}

const LONGEST_PATH = 4096
const LONGEST_SEGMENT = 255
const DEEPEST = 32

/**
 * The place that a path names. It is compared, never resolved: `..` is refused wherever it stands, `~` and `$` mean
 * nothing, an absolute path has to begin with a root and a slash. Relative ones begin at the first root.
 */
export function placeOf<Mount extends MountName>(
  text: string,
  mounts: readonly [Mount, ...Mount[]],
): Place<Mount> {
  if (text.length > LONGEST_PATH) throw new Refused('the path is too long')
  if (text === '') throw new Refused('the path is empty; . is the memory folder')
  if (showText(text) !== text) throw new Refused('the path holds characters that cannot be shown')
  if (text.startsWith('~')) throw new Refused('~ is not expanded; write the path out')
  const mount = text.startsWith('/') ? mountOf(text, mounts) : mounts[0]
  const rest = text.startsWith('/') ? text.slice(mount.shown.length) : text
  const segments = rest.split('/').filter(segment => segment !== '' && segment !== '.')
  if (segments.includes('..')) throw new Refused('.. is not allowed in a path')
  if (segments.length > DEEPEST) throw new Refused('the path is too deep')
  if (segments.some(segment => Buffer.byteLength(segment) > LONGEST_SEGMENT))
    throw new Refused('a part of the path is too long')
  return { mount, segments }
}

/** The longest root that the path begins with: `/root-evil` does not begin with `/root`. */
function mountOf<Mount extends MountName>(text: string, mounts: readonly Mount[]): Mount {
  const hits = mounts.filter(({ shown }) => text === shown || text.startsWith(`${shown}/`))
  const longest = hits.toSorted((a, b) => b.shown.length - a.shown.length)[0]
  if (longest !== undefined) return longest
  const roots = mounts.map(({ shown }) => showText(shown)).join(' and ')
  throw new Refused(`${text} lies outside; only ${roots} can be looked at`)
}

/** As the model knows it. */
export function showPlace({ mount, segments }: Place<MountName>): string {
  return [mount.shown, ...segments].join('/')
}
