import { lstatSync, readlinkSync, type Stats } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { showText } from '../text/index.ts'
import { isInside } from './place.ts'
import { readSmallText } from './regular-file.ts'

/** Something in a project that leads out of it: a setting, a link, a pointer of git. It may have come with a clone. */
export interface Lead {
  /** The file or link in the project, absolute. */
  readonly file: string
  /** Where it leads, as it is spelled there. */
  readonly to: string
}

/** Whether the user vouched for it (`dream trust`). */
export type Trusts = (lead: Lead) => boolean

export const trustsNothing: Trusts = () => false

/** What is trusted: that this file leads there. Whatever else stands in it may change. */
export const leadText = ({ to }: Lead): string => `leads to ${to}`

/** One line for a report: what was not followed, and how to have it followed. */
export function notFollowed({ file, to }: Lead, project: string): string {
  const name = isInside(file, project) ? relative(project, file) : file
  return `${showText(name)} leads to ${showText(to)}, outside the project: not followed. If it should be, run dream trust in ${showText(project)}, or name the folder on the command line.`
}

/** Where it leads, by its spelling alone. */
export const targetOf = ({ file, to }: Lead): string => resolve(dirname(file), to)

type Way =
  | { readonly at: 'inside'; readonly path: string }
  | { readonly at: 'outside'; readonly lead: Lead }
  | { readonly at: 'nowhere' }

const MOST_LINKS = 40

/**
 * Where a path below a folder leads, its links resolved one by one. Nothing outside of the folder is looked at: a path
 * there may be another project's, or a file system that answers over the network. `folder` has no link in it.
 */
export function wayWithin(folder: string, path: string): Way {
  const open = partsOf(relative(folder, path))
  let at = folder
  let via: Lead = { file: folder, to: path }
  for (let links = 0; open.length > 0; ) {
    const part = open.shift() as string
    const next = part === '..' ? dirname(at) : join(at, part)
    if (!isInside(next, folder)) return { at: 'outside', lead: via }
    const stat = statOf(next)
    if (stat === undefined) return { at: 'nowhere' }
    if (!stat.isSymbolicLink()) {
      at = next
      continue
    }
    if (++links > MOST_LINKS) return { at: 'nowhere' }
    const to = readlinkSync(next)
    via = { file: next, to }
    if (isAbsolute(to) && !`${to}/`.startsWith(`${folder}/`)) return { at: 'outside', lead: via }
    if (isAbsolute(to)) at = folder
    open.unshift(...partsOf(isAbsolute(to) ? to.slice(folder.length) : to))
  }
  return { at: 'inside', path: at }
}

/** A small file of a project, also through links, as long as they stay in the project or are trusted. */
export function readProjectText(
  project: string,
  path: string,
  trusts: Trusts = trustsNothing,
  limit?: number,
): string | undefined {
  const way = wayWithin(project, path)
  if (way.at === 'inside') return readSmallText(way.path, limit)
  return way.at === 'outside' && trusts(way.lead) ? readSmallText(path, limit) : undefined
}

const partsOf = (path: string): string[] => path.split('/').filter(part => part !== '' && part !== '.')

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
