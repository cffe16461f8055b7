import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { namesIn } from '../disk/index.ts'
import type { Environment } from './claude-code.ts'
import type { Workspace } from './openclaw/workspace.ts'

const QUIET_MS = 15 * 60_000
const ANSWER_MS = 5000

/** Whether somebody is at work: OpenClaw says so, or a transcript or journal was touched a moment ago. */
export function idleOrBusy(workspace: Workspace, env: Environment, now: number): 'idle' | 'busy' {
  const said = openclaw(env, ['agent', 'status'])
  if (said !== undefined) {
    if (/\bidle\b/i.test(said)) return 'idle'
    if (/\b(?:busy|running|active|working|streaming)\b/i.test(said)) return 'busy'
  }
  return touchedSince(workspace, now - QUIET_MS) ? 'busy' : 'idle'
}

/** What `openclaw …` answers; nothing where it is not installed, fails or takes too long. */
export function openclaw(env: Environment, args: readonly string[]): string | undefined {
  if (!isOnPath('openclaw', env)) return undefined
  try {
    return execFileSync('openclaw', [...args], {
      env: { ...env } as NodeJS.ProcessEnv,
      encoding: 'utf8',
      timeout: ANSWER_MS,
      maxBuffer: 1_000_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return undefined
  }
}

function isOnPath(name: string, env: Environment): boolean {
  return (env['PATH'] ?? '').split(delimiter).some(folder => folder !== '' && existsSync(join(folder, name)))
}

function touchedSince({ root, openclaw: { home } }: Workspace, since: number): boolean {
  const agents = namesIn(join(home, 'agents')).map(agent => join(home, 'agents', agent, 'sessions'))
  const transcripts = agents.flatMap(folder =>
    namesIn(folder)
      .filter(name => name.endsWith('.jsonl') && !/\.(?:reset|deleted)\./.test(name))
      .map(name => join(folder, name)),
  )
  const journals = namesIn(join(root, 'memory'))
    .filter(name => /^\d{4}-\d{2}-\d{2}\.md$/.test(name))
    .map(name => join(root, 'memory', name))
  return [...transcripts, ...journals].some(path => modified(path) > since)
}

/** Signs that OpenClaw dreams in this workspace too. */
export function nativeDreaming({ root }: Pick<Workspace, 'root'>): string[] {
  return ['memory/.dreams', 'memory/dreaming', 'DREAMS.md'].filter(name => existsSync(join(root, name)))
}

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
