import { basename, dirname, join, resolve } from 'node:path'
import { canonicalRoot, isInside, jsonObject, namesIn, readSmallText, realPath } from '../../disk/index.ts'
import { asFileName } from '../../model/index.ts'
import { entriesIn, filesIn, isTranscriptName } from '../listing.ts'
import { type Environment, expandHome, type SessionFolder, type SessionPlace } from '../source.ts'
import { openText } from '../transcripts/file.ts'

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

/** The files in which the user's hooks and servers stand. */
export function claudeConfiguration({ home, env }: { readonly home: string; readonly env: Environment }) {
  const folder = configDirectory(home, env)
  const state = join(env['CLAUDE_CONFIG_DIR'] ? folder : home, '.claude.json')
  return { folder, settings: join(folder, 'settings.json'), state }
}

/** Names that the folder of any of these paths may have below `projects/`, the configured one first. */
export function projectFolderNames(paths: readonly string[], env: Environment): string[] {
  const named = env['CLAUDE_CONFIG_DIR'] ? asFileName(env['CLAUDE_CODE_PROJECT_DIR_NAME'] ?? '') : undefined
  return [...new Set([...(named === undefined ? [] : [named]), ...paths.map(projectSlug)])]
}

/** Where the agent keeps the memory of a project. */
export const slugMemoryOf = (project: string, home: string, env: Environment): string =>
  join(configDirectory(home, env), 'projects', projectFolderNames([project], env)[0]!, 'memory')

/** `projects/<slug>` where the path is `projects/<slug>/memory`. */
export function slugFolderOf(memory: string): string | undefined {
  const slugFolder = dirname(memory)
  return basename(memory) === 'memory' && basename(dirname(slugFolder)) === 'projects'
    ? slugFolder
    : undefined
}

/**
 * The path of the project that a folder below `projects/` belongs to: the working directory that its newest transcript
 * names, else a project of the agent's list whose slug is this name. Whether it is still there is not asked.
 */
export function projectOfSlugFolder(folder: string, home: string, env: Environment): string | undefined {
  const slug = basename(folder)
  return projectOfTranscripts(folder) ?? listedProjects(home, env).find(path => projectSlug(path) === slug)
}

const TRANSCRIPTS_TRIED = 5

/** As the transcripts beside `memory/` say. */
export function projectOfTranscripts(folder: string): string | undefined {
  const newest = filesIn(folder, isTranscriptName).sort((a, b) => b.time - a.time)
  for (const { path } of newest.slice(0, TRANSCRIPTS_TRIED)) {
    const seen = workingDirectories(path)
    const cwd = seen.find(each => projectSlug(each) === basename(folder)) ?? seen[0]
    if (cwd !== undefined) return cwd
  }
  return undefined
}

/** The absolute `cwd`s that the transcript's first and last part name, in order. A session may have moved about. */
function workingDirectories(file: string): string[] {
  const found: string[] = []
  for (const line of endsOf(file).split('\n')) {
    if (!line.includes('"cwd"')) continue
    const cwd = jsonObject(line)?.['cwd'] ?? cutLineCwd(line)
    if (typeof cwd === 'string' && cwd.startsWith('/') && !cwd.includes('\0')) found.push(cwd)
  }
  return found
}

/** From a line that the chunk cut in two. Quotes inside strings are escaped there, so this is a real key. */
function cutLineCwd(line: string): string | undefined {
  return /"cwd":"([^"\\]{1,4096})"/.exec(line)?.[1]
}

const CHUNK = 65_536

function endsOf(path: string): string {
  const file = openText(path, 'refuse')
  if (file === undefined) return ''
  try {
    const head = file.bytes(0, CHUNK).toString('utf8')
    if (file.size <= CHUNK) return head
    return `${head}\n${file.bytes(Math.max(CHUNK, file.size - CHUNK), CHUNK).toString('utf8')}`
  } catch {
    return ''
  } finally {
    file.close()
  }
}

/** The projects that the agent has seen. */
export function listedProjects(home: string, env: Environment): string[] {
  return [join(configDirectory(home, env), '.claude.json'), join(home, '.claude.json')].flatMap(file => {
    const projects = jsonObject(readSmallText(file, 50_000_000))?.['projects']
    return Object.keys(projects ?? {}).filter(path => path.startsWith('/'))
  })
}

/**
 * One memory, many transcript folders: each is named after the working directory of its sessions. The repository's own,
 * those of its work trees, and of every folder below them, which their transcripts tell, for a slug cannot be read back.
 */
export function sessionFolders({ project, spellings, home, env, since }: SessionPlace): SessionFolder[] {
  const projects = join(configDirectory(home, env), 'projects')
  const places = [...new Set([project, ...spellings, ...workTrees(project)])]
  const named = new Set(projectFolderNames(places, env))
  const starts = [...named].map(name => `${name}-`)
  return entriesIn(projects)
    .filter(
      entry =>
        entry.isDirectory() &&
        (named.has(entry.name) ||
          (starts.some(start => entry.name.startsWith(start)) &&
            wasUsedBelow(join(projects, entry.name), places, since))),
    )
    .map(({ name }) => ({ folder: join(projects, name), idOf: sessionOf }))
}

const sessionOf = (name: string): string | undefined =>
  isTranscriptName(name) ? name.slice(0, -'.jsonl'.length) : undefined

/** `shop-api` begins like `shop` and is another project: only a session inside counts. Old folders are not opened. */
function wasUsedBelow(folder: string, places: readonly string[], since: number): boolean {
  if (!filesIn(folder, isTranscriptName).some(({ time }) => time > since)) return false
  const cwd = projectOfTranscripts(folder)
  return cwd !== undefined && places.some(place => isInside(realPath(cwd) ?? cwd, place))
}

/** The folders that git has checked this repository out to. */
function workTrees(repository: string): string[] {
  // The second is where a bare repository keeps them.
  return [join(repository, '.git', 'worktrees'), join(repository, 'worktrees')].flatMap(kept =>
    namesIn(kept).flatMap(name => {
      const link = readSmallText(join(kept, name, 'gitdir'), 4096)?.trim()
      const tree = link?.startsWith('/') ? dirname(link) : undefined
      // The list may have come with the repository: a work tree is one that says so itself.
      return tree !== undefined && canonicalRoot(tree) === repository ? [tree] : []
    }),
  )
}
