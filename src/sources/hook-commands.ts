import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { jsonObject, readProjectText, readSmallText } from '../disk/index.ts'
import { configDirectory, type Environment, expandHome } from './claude-code.ts'

/** A hook of the agent that calls Dream. */
export interface HookCommand {
  readonly file: string
  readonly event: string
  readonly command: string
  /** What it would start and cannot: a program that is not on the PATH, a script that is not there. */
  readonly missing?: string
}

/** The hooks that call Dream in the settings of the user and of a project. */
export function dreamHooks(project: string, home: string, env: Environment): HookCommand[] {
  const user = join(configDirectory(home, env), 'settings.json')
  const own = ['settings.json', 'settings.local.json'].map(name => join(project, '.claude', name))
  const texts = new Map(own.map(file => [file, readProjectText(project, file)]))
  texts.set(user, readSmallText(user))
  return [...new Set([user, ...own])].flatMap(file => hooksIn(file, texts.get(file), home, env))
}

function hooksIn(file: string, text: string | undefined, home: string, env: Environment): HookCommand[] {
  const events = jsonObject(text)?.['hooks']
  if (typeof events !== 'object' || events === null) return []
  return Object.entries(events).flatMap(([event, groups]) =>
    listOf(groups).flatMap(group => {
      const words = listOf((group as { hooks?: unknown } | null)?.hooks).map(wordsOf)
      return words.filter(isDreams).map(each => {
        const missing = missingOf(each, home, env)
        return { file, event, command: each.join(' '), ...(missing !== undefined && { missing }) }
      })
    }),
  )
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Both forms: a line for a shell, or a program and its arguments. */
function wordsOf(hook: unknown): string[] {
  const { command, args } = (hook ?? {}) as { command?: unknown; args?: unknown }
  if (typeof command !== 'string') return []
  const given = listOf(args).filter(word => typeof word === 'string')
  if (given.length > 0) return [command, ...given]
  return command
    .slice(0, 4096)
    .split(/\s+/)
    .map(word => word.replace(/^["']|["']$/g, ''))
    .filter(word => word !== '')
}

const isDreams = (words: readonly string[]): boolean =>
  words.some(word => /(?:^|\/)(?:dream|dream\.js)$/.test(word)) ||
  (words.some(word => /(?:^|\/)bin\.js$/.test(word)) &&
    words.some(word => word === 'auto' || word === 'session'))

function missingOf(
  [program = '', script]: readonly string[],
  home: string,
  env: Environment,
): string | undefined {
  // What the agent fills in is not ours to know.
  if (program.includes('$')) return undefined
  const path = expandHome(program, home)
  const places = path.includes('/')
    ? [path]
    : (env['PATH'] ?? '').split(delimiter).map(folder => join(folder, path))
  if (!places.some(canRun)) return program
  const isNode = /(?:^|\/)node$/.test(program)
  return isNode && script !== undefined && isAbsolute(script) && !isThere(script) ? script : undefined
}

const canRun = (path: string): boolean => can(path, constants.X_OK)
const isThere = (path: string): boolean => can(path, constants.F_OK)

function can(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}
