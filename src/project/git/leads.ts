import { readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import {
  canonicalRoot,
  isInside,
  type Lead,
  readSmallText,
  realPath,
  type Trusts,
  trustsNothing,
  wayWithin,
} from '../../disk/index.ts'
import { showText } from '../../text/index.ts'
import { GitFailed } from './git.ts'

/**
 * Git follows what stands in `.git` wherever it leads, and `.git` comes along with a copied folder. So it is asked only
 * where its data lies in the project, in the repository that has it as a work tree or a submodule, or where the user
 * trusts the way there.
 */
export function refuseGitOutside(topLevel: string, trusts: Trusts = trustsNothing): void {
  const lead = gitLeads(topLevel).find(each => !trusts(each))
  if (lead === undefined) return
  const { file, to } = lead
  throw new GitFailed(
    `${showText(file)} leads to ${showText(to)}, outside the project; if git should follow it, run dream trust there`,
  )
}

/** What takes git out of a project. */
export function gitLeads(topLevel: string): Lead[] {
  const dotGit = join(topLevel, '.git')
  const way = wayWithin(topLevel, dotGit)
  if (way.at === 'outside') return [way.lead]
  if (way.at === 'nowhere') return []
  const pointer = readSmallText(way.path, 4096)
  if (pointer === undefined) return leadsIn(way.path, topLevel)
  const to = pointer.replace(/^gitdir:\s*/, '').trim()
  const gitDirectory = resolve(dirname(way.path), to)
  if (isInside(gitDirectory, topLevel)) return leadsIn(gitDirectory, topLevel)
  const repository = canonicalRoot(topLevel)
  if (repository !== topLevel) return repositoryLeads(repository)
  return namesInReturn(gitDirectory, topLevel) ? leadsIn(gitDirectory, gitDirectory) : [{ file: dotGit, to }]
}

function repositoryLeads(repository: string): Lead[] {
  const isBare = wayWithin(repository, join(repository, '.git')).at === 'nowhere'
  return isBare ? leadsIn(repository, repository) : gitLeads(repository)
}

/** A submodule's data lies in the repository around it, with `core.worktree` back to it. */
function namesInReturn(gitDirectory: string, topLevel: string): boolean {
  const [worktree] = valuesOf(readSmallText(join(gitDirectory, 'config')) ?? '', ['worktree'])
  const real = worktree === undefined ? undefined : realPath(resolve(gitDirectory, worktree))
  return real !== undefined && real === realPath(topLevel)
}

const FILES = ['HEAD', 'config', 'config.worktree', 'index', 'packed-refs', 'info/exclude', 'info/attributes']
/** Whatever lies in these is looked at, too. */
const FOLDERS = ['info', 'logs', 'objects', 'objects/info', 'objects/pack', 'refs', 'refs/heads']

function leadsIn(gitDirectory: string, folder: string): Lead[] {
  const linked = (part: string): Lead[] => {
    const way = wayWithin(folder, join(gitDirectory, part))
    return way.at === 'outside' ? [way.lead] : []
  }
  const links = new Map([...FILES, ...FOLDERS].flatMap(linked).map(lead => [lead.file, lead]))
  // Below a link that leads out nothing is listed.
  if (links.size > 0) return [...links.values()]
  const below = FOLDERS.flatMap(part => linksIn(join(gitDirectory, part)).map(name => join(part, name)))
  const named = [
    ...pathsIn(join(gitDirectory, 'commondir'), gitDirectory),
    ...pathsIn(join(gitDirectory, 'objects', 'info', 'alternates'), join(gitDirectory, 'objects')),
  ].filter(({ paths }) =>
    paths.some(path => !isInside(path, folder) || wayWithin(folder, path).at === 'outside'),
  )
  const configs = ['config', 'config.worktree'].flatMap(name => configLeads(join(gitDirectory, name)))
  return [...below.flatMap(linked), ...named.map(({ lead }) => lead), ...configs]
}

function linksIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.filter(entry => entry.isSymbolicLink()).map(entry => entry.name)
  } catch {
    return []
  }
}

/** A file of git's with a path on each line. */
function pathsIn(file: string, base: string): { readonly paths: readonly string[]; readonly lead: Lead }[] {
  const lines = (readSmallText(file) ?? '').split('\n').map(line => line.trim())
  const named = lines.filter(line => line !== '' && !line.startsWith('#'))
  return [{ paths: named.map(path => resolve(base, path)), lead: { file, to: named.join(', ') } }]
}

/** Other files that the configuration has git read. Its quoting is git's own, so that none of them is called harmless. */
function configLeads(file: string): Lead[] {
  const text = readSmallText(file) ?? ''
  const lists = valuesOf(text, ['excludesfile', 'attributesfile'])
  const included = /\[\s*include/i.test(text) ? [valuesOf(text, ['path']).join(', ') || 'another file'] : []
  const to = [...lists, ...included].join(', ')
  return to === '' ? [] : [{ file, to }]
}

/** What stands behind these keys, in whatever section. */
function valuesOf(text: string, keys: readonly string[]): string[] {
  const found = text.matchAll(new RegExp(`\\b(?:${keys.join('|')})[ \\t]*=[ \\t]*([^\\n]{1,4096})`, 'gi'))
  return Array.from(found, ([, value = '']) => value.trim().replace(/^"(.*)"$/, '$1'))
}
