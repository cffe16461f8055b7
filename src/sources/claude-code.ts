import { join, resolve } from 'node:path'
import { asFileName } from '../model/index.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const LONGEST_SLUG = 200

/** The name of a project's folder below `projects/`. It loses what it replaces, so it is compared and never decoded. */
export function projectSlug(path: string): string {
  const slug = path.replace(/[^a-zA-Z0-9]/g, '-')
  if (slug.length <= LONGEST_SLUG) return slug
  return `${slug.slice(0, LONGEST_SLUG)}-${Math.abs(stringHash(path)).toString(36)}`
}

function stringHash(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return hash
}

/** Where the agent keeps what belongs to the user: `CLAUDE_CONFIG_DIR`, else `~/.claude`. */
export function configDirectory(home: string, env: Environment): string {
  const moved = env['CLAUDE_CONFIG_DIR']
  return moved ? resolve(expandHome(moved, home)) : join(home, '.claude')
}

/** Names that the folder of any of these paths may have below `projects/`, the configured one first. */
export function projectFolderNames(paths: readonly string[], env: Environment): string[] {
  const named = env['CLAUDE_CONFIG_DIR'] ? asFileName(env['CLAUDE_CODE_PROJECT_DIR_NAME'] ?? '') : undefined
  return [...new Set([...(named === undefined ? [] : [named]), ...paths.map(projectSlug)])]
}

/** The file in which the agent lists the projects it has seen. */
export function projectListFiles(home: string, env: Environment): string[] {
  return [join(configDirectory(home, env), '.claude.json'), join(home, '.claude.json')]
}

export function expandHome(path: string, home: string): string {
  if (path === '~') return home
  return path.startsWith('~/') ? join(home, path.slice(2)) : path
}
