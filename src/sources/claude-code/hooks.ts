import { accessSync, constants, fstatSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { jsonObject, readDescriptor, readProjectText, readSmallText } from '../../disk/index.ts'
import { commentedJson } from '../../text/index.ts'
import { type Environment, expandHome, type HookCommand } from '../source.ts'
import { configDirectory } from './places.ts'

/** The hooks that call Dream in the settings of the user and of a project. */
export function dreamHooks(project: string, home: string, env: Environment): HookCommand[] {
  const user = join(configDirectory(home, env), 'settings.json')
  const own = ['settings.json', 'settings.local.json'].map(name => join(project, '.claude', name))
  const texts = new Map(own.map(file => [file, readProjectText(project, file)]))
  texts.set(user, readSmallText(user))
  return [...new Set([user, ...own])].flatMap(file => hooksIn(file, texts.get(file), home, env))
}

function hooksIn(file: string, text: string | undefined, home: string, env: Environment): HookCommand[] {
  const events = commentedJson(text)?.['hooks']
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
  words.join(' ').includes(' auto --hook') ||
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
  if (!places.some(place => can(place, constants.X_OK))) return program
  const isNode = /(?:^|\/)node$/.test(program)
  const isGone = script !== undefined && isAbsolute(script) && !can(script, constants.F_OK)
  return isNode && isGone ? script : undefined
}

function can(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

/** What an agent tells its hooks on standard input. */
export interface HookInput {
  readonly session?: string
  readonly cwd?: string
  readonly event?: string
}

/** Nothing where standard input is a terminal, empty, or something else than a hook's JSON. */
export function readHookInput(descriptor = 0): HookInput {
  const data = jsonObject(readAll(descriptor))
  const text = (key: string) => (typeof data?.[key] === 'string' && data[key] !== '' ? data[key] : undefined)
  const session = text('session_id')
  const cwd = text('cwd')
  const event = text('hook_event_name')
  return {
    ...(session !== undefined && { session }),
    ...(cwd?.startsWith('/') && { cwd }),
    ...(event !== undefined && { event }),
  }
}

const LONGEST = 1_000_000
/** Half a second: a hook never waits for longer. */
const TRIES = 100

/** A closed or unready standard input says nothing; the hook goes on without it. */
function readAll(descriptor: number): string | undefined {
  try {
    return fstatSync(descriptor).isCharacterDevice() ? undefined : readDescriptor(descriptor, LONGEST, TRIES)
  } catch {
    return undefined
  }
}
