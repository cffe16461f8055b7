import { execFile } from 'node:child_process'
import { say } from '../languages/index.ts'

/** How Obsidian's own command is called. */
export interface ObsidianCli {
  /** The vault's name as Obsidian knows it: the name of its folder. */
  readonly vault: string
  readonly timeoutMs: number
  /** Tries after the first. */
  readonly retries: number
  readonly env: Readonly<Record<string, string | undefined>>
}

export type CliResult =
  | { readonly outcome: 'told' }
  | { readonly outcome: 'failed' | 'absent'; readonly why: string }

/** Longer texts do not fit into an argument of a command. */
const LONGEST = 100_000

/** Asks Obsidian to write a note, so that its own caches, sync and plug-ins notice it. Never waits longer than it may. */
export async function tellObsidian(cli: ObsidianCli, path: string, text: string): Promise<CliResult> {
  if (text.length > LONGEST) return { outcome: 'failed', why: say().vault.obsidian.tooLong }
  const content = text.replaceAll('\n', '\\n').replaceAll('\t', '\\t')
  return tryAgain(cli, [
    `vault=${cli.vault}`,
    'create',
    `path=${path}`,
    `content=${content}`,
    'overwrite',
    'silent',
  ])
}

/** Whether there is such a command, and it answers. */
export function askObsidian(cli: ObsidianCli): Promise<CliResult> {
  return tryAgain(cli, ['version'])
}

async function tryAgain(cli: ObsidianCli, words: readonly string[]): Promise<CliResult> {
  let last: CliResult = { outcome: 'failed', why: say().vault.obsidian.notTried }
  for (let tries = 0; tries <= cli.retries; tries++) {
    last = await call(cli, words)
    if (last.outcome !== 'failed') return last
  }
  return last
}

function call({ timeoutMs, env }: ObsidianCli, words: readonly string[]): Promise<CliResult> {
  return new Promise(resolve => {
    const options = {
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      env: { ...env },
      maxBuffer: 1_000_000,
    } as const
    const child = execFile('obsidian', [...words], options, error => {
      if (error === null) return resolve({ outcome: 'told' })
      if (error.code === 'ENOENT') return resolve({ outcome: 'absent', why: say().vault.obsidian.absent })
      const why =
        error.killed === true
          ? say().vault.obsidian.late(timeoutMs)
          : say().vault.obsidian.failed(String(error.code))
      resolve({ outcome: 'failed', why })
    })
    child.stdin?.end()
  })
}
