import { createHash } from 'node:crypto'
import { type BigIntStats, lstatSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CacheFile } from '../../state/index.ts'
import { VERSION } from '../../version.ts'
import type { WordIndex } from '../symbols.ts'

/** What was listed, and how old a file had to be when that began for its times to be trusted. */
export interface Listing {
  readonly stamp: string
  readonly settled: bigint
  /** The index file as it was then; nothing where there is none. */
  readonly index: string | undefined
}

/** The times of git's index: a filter that was switched on since rewrites files that are the same to git. */
export function indexTimes(root: string): string | undefined {
  try {
    return timesOf(lstatSync(`${gitFolder(root)}/index`, { bigint: true }))
  } catch {
    return undefined
  }
}

/** In a linked work tree `.git` is a file that says where it lies. */
function gitFolder(root: string): string {
  const git = `${root}/.git`
  if (lstatSync(git).isDirectory()) return git
  const [, folder = ''] = readFileSync(git, 'utf8').split(/^gitdir: |\r?\n$/)
  return resolve(root, folder)
}

const timesOf = ({ size, mtimeNs, ctimeNs, ino }: BigIntStats): string =>
  `${size} ${mtimeNs} ${ctimeNs} ${ino}`

/**
 * Stands for the bytes of a work tree without a look at each file: git's list for those it vouches for, times for the
 * others. Nothing where one of the others changed just now or cannot be looked at.
 */
export function workTreeStamp(
  root: string,
  listing: Listing,
  others: readonly string[],
  about: readonly string[],
): string | undefined {
  if (listing.index === undefined) return undefined
  const sum = createHash('sha256').update(JSON.stringify([VERSION, about, listing.stamp, listing.index]))
  try {
    for (const path of others) {
      const stat = lstatSync(`${root}/${path}`, { bigint: true })
      if (stat.ctimeNs >= listing.settled) return undefined
      sum.update(`\0${path}\0${timesOf(stat)}`)
    }
  } catch {
    return undefined
  }
  return sum.digest('hex')
}

/** The stamp of the words in a work tree, as it was found for the same tree before; else by a look at each file. */
export function wordStampOf(
  tree: string | undefined,
  settled: bigint,
  cache: CacheFile | undefined,
  look: () => WordIndex,
): string {
  const known = cache?.load()?.toString('utf8').split('\n')
  if (tree !== undefined && known?.[0] === tree) return known[1] ?? ''
  const { stamp, newest } = look()
  // What changed after the list was made was read with other bytes than it tells of.
  const isOfTree = newest !== undefined && newest < settled
  if (tree !== undefined && isOfTree) cache?.store(Buffer.from(`${tree}\n${stamp}`))
  return stamp
}
