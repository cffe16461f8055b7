import { type Dirent, readdirSync } from 'node:fs'
import ignore, { type Ignore } from 'ignore'
import { errorWords, readProjectText, trustsNothing } from '../disk/index.ts'
import type { Unknown } from './project.ts'

const MOST_FILES = 500_000

const VENDORED = 'node_modules bower_components vendor .venv venv __pycache__ Pods'
const MADE =
  '.tox .mypy_cache .pytest_cache .ruff_cache target build dist .next .nuxt .svelte-kit .turbo .cache .gradle'

/** Without git nothing tells what a build made or a package manager fetched, except the names that tools give it. */
const SKIPPED: ReadonlySet<string> = new Set(`.git .hg .svn ${VENDORED} ${MADE}`.split(' '))
const VENDORED_FOLDERS: ReadonlySet<string> = new Set(VENDORED.split(' '))

/** Other people's code: a symbol that occurs there alone is not the project's. */
export function isVendored(path: string): boolean {
  return path.split('/').some((segment, at, all) => at < all.length - 1 && VENDORED_FOLDERS.has(segment))
}

interface Rules {
  /** Where its patterns start: `''` or `src/`. */
  readonly base: string
  readonly matcher: Ignore
}

/** Every file below `root`, for projects without git. Honours `.gitignore` files; never follows a link to a folder. */
export function walkTree(root: string, mostFiles = MOST_FILES): readonly string[] | Unknown {
  const files: string[] = []
  const open: { folder: string; rules: readonly Rules[] }[] = [{ folder: '', rules: [] }]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    let entries: Dirent[]
    try {
      entries = readdirSync(`${root}/${at.folder}`, { withFileTypes: true })
    } catch (error) {
      return { unknown: `${at.folder || root} could not be listed: ${errorWords(error)}` }
    }
    const rules = withOwnRules(root, at.folder, entries, at.rules)
    for (const entry of entries) {
      const path = at.folder + entry.name
      const kind = entry.isDirectory() ? 'folder' : 'file'
      if (kind === 'folder' && SKIPPED.has(entry.name)) continue
      if (isIgnored(path, kind, rules)) continue
      if (kind === 'folder') open.push({ folder: `${path}/`, rules })
      else if (files.push(path) > mostFiles) return { unknown: `there are more than ${mostFiles} files` }
    }
  }
  return files.sort()
}

function withOwnRules(
  root: string,
  folder: string,
  entries: readonly Dirent[],
  rules: readonly Rules[],
): readonly Rules[] {
  if (!entries.some(entry => entry.name === '.gitignore')) return rules
  const text = readProjectText(root, `${root}/${folder}.gitignore`, trustsNothing, 200_000)
  if (text === undefined) return rules
  return [...rules, { base: folder, matcher: ignore().add(text.split('\n').filter(isBounded)) }]
}

/** Patterns become regular expressions, and one with many stars can run for ages; such a line is passed over. */
function isBounded(pattern: string): boolean {
  return pattern.length <= 200 && (pattern.match(/\*+/g)?.length ?? 0) <= 3
}

/** The innermost file that says anything about a path decides. */
function isIgnored(path: string, kind: 'file' | 'folder', rules: readonly Rules[]): boolean {
  for (let at = rules.length - 1; at >= 0; at--) {
    const { base, matcher } = rules[at] as Rules
    const verdict = matcher.test(path.slice(base.length) + (kind === 'folder' ? '/' : ''))
    if (verdict.ignored) return true
    if (verdict.unignored) return false
  }
  return false
}
