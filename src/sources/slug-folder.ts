import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { jsonObject, readSmallText } from '../disk/index.ts'
import { type Environment, projectListFiles, projectSlug } from './claude-code.ts'

const CHUNK = 65_536
const TRANSCRIPTS_TRIED = 5

/**
 * The path of the project that a folder below `projects/` belongs to: the working directory that its newest transcript
 * names, else a project of the agent's list whose slug is this name. Whether it is still there is not asked.
 */
export function projectOfSlugFolder(folder: string, home: string, env: Environment): string | undefined {
  return projectOfTranscripts(folder) ?? projectOfList(basename(folder), home, env)
}

/** As the transcripts beside `memory/` say. */
export function projectOfTranscripts(folder: string): string | undefined {
  for (const file of newestTranscripts(folder).slice(0, TRANSCRIPTS_TRIED)) {
    const seen = workingDirectories(file)
    const cwd = seen.find(path => projectSlug(path) === basename(folder)) ?? seen[0]
    if (cwd !== undefined) return cwd
  }
  return undefined
}

function newestTranscripts(folder: string): string[] {
  try {
    const files = readdirSync(folder, { withFileTypes: true })
      .filter(entry => entry.isFile() && entry.name.endsWith('.jsonl'))
      .map(entry => join(folder, entry.name))
      .map(path => ({ path, time: statSync(path).mtimeMs }))
    files.sort((a, b) => b.time - a.time || (a.path < b.path ? -1 : 1))
    return files.map(file => file.path)
  } catch {
    return []
  }
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

function endsOf(file: string): string {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const { size } = fstatSync(descriptor)
    const head = chunkAt(descriptor, 0)
    return size <= CHUNK ? head : `${head}\n${chunkAt(descriptor, Math.max(CHUNK, size - CHUNK))}`
  } catch {
    return ''
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

function chunkAt(descriptor: number, position: number): string {
  const buffer = Buffer.alloc(CHUNK)
  return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, CHUNK, position))
}

function projectOfList(slug: string, home: string, env: Environment): string | undefined {
  for (const file of projectListFiles(home, env)) {
    const projects = jsonObject(readSmallText(file, 50_000_000))?.['projects']
    if (typeof projects !== 'object' || projects === null) continue
    const path = Object.keys(projects).find(key => key.startsWith('/') && projectSlug(key) === slug)
    if (path !== undefined) return path
  }
  return undefined
}
