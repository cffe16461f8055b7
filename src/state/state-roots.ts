import { accessSync, constants, lstatSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'
import { appendLine, jsonObject, namesIn, readSmallText } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { DreamError, type Report } from '../model/index.ts'
import { FOLDER_STATE, STATE } from './names.ts'

type Env = Readonly<Record<string, string | undefined>>

/** `$XDG_STATE_HOME/dream`, else `~/.local/state/dream`. */
export function stateHome(env: Env, home: string): string {
  const xdg = env['XDG_STATE_HOME']
  return xdg?.startsWith('/') ? `${xdg}/dream` : `${home}/.local/state/dream`
}

/** The same, refused where somebody else could write to it. */
export function stateHomeOf({ env, home }: { readonly env: Env; readonly home: string }): string {
  const path = stateHome(env, home)
  refuseForeignState(path)
  return path
}

/** The memory folders that Dream keeps state for, as `root.json` names them. */
export function stateRoots(stateHome: string): { readonly root: string; readonly folder: string }[] {
  return namesIn(stateHome).flatMap(name => {
    const folder = join(stateHome, name)
    const root = jsonObject(readSmallText(join(folder, FOLDER_STATE.root)))?.['root']
    return typeof root === 'string' ? [{ root, folder }] : []
  })
}

/** State directories that do not say whose they are, with the draft of that word in them. */
export function halfMadeStates(stateHome: string): string[] {
  return namesIn(stateHome)
    .map(name => join(stateHome, name))
    .filter(folder => {
      const names = namesIn(folder)
      return names.includes(FOLDER_STATE.rootDraft) && !names.includes(FOLDER_STATE.root)
    })
}

/** The first folder upward that is there, where it cannot be written. */
export function unwritable(path: string): string | undefined {
  for (let folder = path; ; folder = dirname(folder)) {
    try {
      accessSync(folder, constants.F_OK)
    } catch {
      if (folder !== dirname(folder)) continue
    }
    try {
      accessSync(folder, constants.W_OK | constants.X_OK)
      return undefined
    } catch {
      return folder
    }
  }
}

const BY_OTHERS = 0o022

/**
 * What is trusted, archived and waiting lies in the state directory: whoever else can write there could make Dream change
 * any file of the user. Where it is not there yet, Dream makes it.
 */
export function refuseForeignState(stateHome: string): void {
  const why = whyStrange(stateHome)
  if (why !== undefined) throw new DreamError(say().places.state.refused(stateHome, why), 2)
}

/** Why a state directory is not used, in words that follow its path; nothing where it is, or is not there yet. */
export function whyStrange(stateHome: string): string | undefined {
  return strangeness(statOf(stateHome))
}

/** Where it cannot be looked at it is not there, and whoever writes to it is told why. */
function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch {
    return undefined
  }
}

function strangeness(stat: Stats | undefined): string | undefined {
  if (stat === undefined) return undefined
  if (stat.isSymbolicLink()) return say().places.state.isLink
  if (!stat.isDirectory()) return say().places.state.notFolder
  const own = process.getuid?.()
  if (own !== undefined && stat.uid !== own) return say().places.state.foreign(stat.uid, own)
  if ((stat.mode & BY_OTHERS) !== 0) return say().places.state.writable((stat.mode & 0o777).toString(8))
  return undefined
}

const MOST_BYTES = 1_000_000

/**
 * A line about a run in `metrics.jsonl`: when, how long, how much was found and done. No text of a memory, and it goes
 * nowhere. At most a megabyte, and the one before it.
 */
export function noteMetrics(stateHome: string, report: Report, command: string, now: number): void {
  const findings: Record<string, number> = {}
  for (const { kind } of report.plan.folders.flatMap(folder => folder.findings))
    findings[kind] = (findings[kind] ?? 0) + 1
  const outcomes = report.results.flatMap(result => result.outcomes)
  const done = outcomes.filter(outcome => outcome.result === 'done').length
  const line = {
    at: new Date(now).toISOString(),
    command,
    mode: report.mode,
    folders: report.plan.folders.length,
    memories: report.plan.folders.reduce((sum, folder) => sum + folder.verdicts.length, 0),
    findings,
    done,
    notDone: outcomes.length - done,
    failed: report.results.filter(result => result.failure !== undefined).length,
    seconds: Math.round(report.seconds * 1000) / 1000,
  }
  try {
    appendLine(`${stateHome}/${STATE.metrics}`, JSON.stringify(line), MOST_BYTES)
  } catch {
    // Figures about a run are no reason to call the run failed.
  }
}
