import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import {
  canonicalRoot,
  errorCode,
  isInside,
  type Lead,
  readSmallText,
  realPath,
  type Trusts,
  trustsNothing,
  wayWithin,
} from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { debug } from '../model/index.ts'
import { showText } from '../text/index.ts'

type GitAnswer = { readonly out: Buffer } | { readonly failed: string }

const TIME_LIMIT_MS = 30_000
const OUTPUT_LIMIT = 256_000_000

/**
 * A repository's own configuration is untrusted: nothing of it may start a program. No file-system monitor, no hooks, no
 * external diff, no signature check; and no fetching of what a partial clone left out, because transports are programs too.
 */
const HARMLESS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.quotepath=off',
  'diff.external=',
  'log.showSignature=false',
  'diff.renameLimit=1000',
].flatMap(setting => ['-c', setting])

/** What the user may have set to make git work at all; every other `GIT_` variable could point it elsewhere. */
const KEPT_VARIABLES = ['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM', 'GIT_EXEC_PATH']

/** Runs git in `root`, without a shell. Reads alone: no command that is given here takes a lock or writes. */
function git(root: string, args: readonly string[], input = '', limitMs = TIME_LIMIT_MS): GitAnswer {
  const began = performance.now()
  const run = spawnSync('git', ['--no-pager', ...literal(args), ...HARMLESS, '-C', root, ...args], {
    env: gitEnvironment(),
    input,
    timeout: limitMs,
    killSignal: 'SIGKILL',
    maxBuffer: OUTPUT_LIMIT,
    windowsHide: true,
  })
  debug('git', () => ({
    root,
    args: args.slice(0, 6),
    exit: run.status,
    tookMs: Math.round(performance.now() - began),
  }))
  if (run.error !== undefined) return { failed: notRun(run.error) }
  const words = run.stderr.toString('utf8')
  if (run.status !== 0 && !isPlainNo(run.status, words)) return { failed: errorMessage(words) }
  return { out: run.stdout }
}

/** What git says within a time, or nothing at all. */
export function gitOutputWithin(limitMs: number, root: string, args: readonly string[]): Buffer | undefined {
  const answer = git(root, args, '', limitMs)
  return 'failed' in answer ? undefined : answer.out
}

/** Paths are names, not patterns. `check-ignore` is the one command that does not know the switch. */
function literal([command]: readonly string[]): string[] {
  return command === 'check-ignore' ? [] : ['--literal-pathspecs']
}

/** `1` and not a word: "no such ref", "none of them is ignored". */
function isPlainNo(status: number | null, words: string): boolean {
  return status === 1 && words.trim() === ''
}

/** Git could not answer; the message says why. Whatever was asked stays unknown. */
export class GitFailed extends Error {}

/** A file in one commit: `commit` is what was asked about it; `from` differs from `to` where it was renamed. */
interface LoggedChange {
  readonly commit: string
  readonly status: string
  readonly from: string
  readonly to: string
}

/**
 * The changes of a log, newest first. Its fields are `\x01<commit>`, then the status, alone or as the last word of a raw
 * line, and one path, or two for a rename.
 */
export function* gitLog(root: string, about: string, args: readonly string[]): Generator<LoggedChange> {
  const how = ['-z', '--no-ext-diff', '--no-textconv', `--format=%x01${about}`]
  const fields = gitFields(root, ['log', ...how, ...args])
  let commit = ''
  for (let at = 0; at < fields.length; ) {
    const field = (fields[at++] as string).trimStart()
    if (field.startsWith('\u0001')) {
      commit = field.slice(1)
      continue
    }
    const status = field.slice(field.lastIndexOf(' ') + 1)
    const from = fields[at++] as string
    const to = /^[RC]/.test(status) ? (fields[at++] as string) : from
    yield { commit, status, from, to }
  }
}

/** The fields of a `-z` answer. */
export function gitFields(root: string, args: readonly string[], input?: string): string[] {
  return splitFields(gitOutput(root, args, input))
}

/** The first line of an answer; empty where git says no. */
export function gitLine(root: string, args: readonly string[]): string {
  return gitOutput(root, args).toString('utf8').replace(/\n$/, '')
}

export function gitOutput(root: string, args: readonly string[], input?: string): Buffer {
  const answer = git(root, args, input)
  if ('failed' in answer) throw new GitFailed(answer.failed)
  return answer.out
}

export function splitFields(out: Buffer): string[] {
  const parts = out.toString('utf8').split('\0')
  if (parts.at(-1) === '') parts.pop()
  return parts
}

function gitEnvironment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {}
  for (const [name, value] of Object.entries(process.env))
    if (!name.startsWith('GIT_') || KEPT_VARIABLES.includes(name)) env[name] = value
  return {
    ...env,
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
  }
}

function notRun(error: Error): string {
  const code = errorCode(error)
  if (code === 'ENOENT') return say().places.git.notInstalled
  if (code === 'ETIMEDOUT') return say().places.git.noAnswer(TIME_LIMIT_MS / 1000)
  if (code === 'ENOBUFS') return say().places.git.tooMuch
  return say().places.git.notStarted(code ?? error.message)
}

function errorMessage(stderr: string): string {
  if (stderr.includes('dubious ownership')) return say().places.git.dubious
  const line = stderr.split('\n').find(text => text.trim() !== '') ?? say().places.git.silent
  return showText(line.slice(0, 300))
}

/**
 * Git follows what stands in `.git` wherever it leads, and `.git` comes along with a copied folder. So it is asked only
 * where its data lies in the project, in the repository that has it as a work tree or a submodule, or where the user
 * trusts the way there.
 */
export function refuseGitOutside(topLevel: string, trusts: Trusts = trustsNothing): void {
  const lead = gitLeads(topLevel).find(each => !trusts(each))
  if (lead === undefined) return
  const { file, to } = lead
  throw new GitFailed(say().places.git.leadsOut(showText(file), showText(to)))
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
