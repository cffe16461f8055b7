import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256 } from '../../src/disk/sys.ts'
import type { World } from '../cli/run-dream.ts'

export interface Machine extends World {
  readonly top: string
  remove(): void
}

/** Another machine: another home, the same project at another place, and no state of Dream. */
export function otherMachine(project = 'work/shop'): Machine {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-other-')))
  const home = join(top, 'home')
  const cwd = join(top, project)
  for (const folder of [home, cwd]) mkdirSync(folder, { recursive: true })
  execFileSync('git', ['init', '--quiet', cwd])
  return {
    top,
    home,
    cwd,
    env: { XDG_STATE_HOME: join(top, 'state') },
    remove: () => rmSync(top, { recursive: true, force: true }),
  }
}

type Line = Readonly<Record<string, unknown>> | object

/** The same export with other lines in it, and a checksum that is right for them. */
export function forged(text: string, change: (lines: Line[]) => Line[]): string {
  const lines = text.trimEnd().split('\n')
  const body = change(lines.slice(0, -1).map(line => JSON.parse(line) as Line)).map(
    line => `${JSON.stringify(line)}\n`,
  )
  const end = { end: { lines: body.length, sha256: sha256(body.join('')) } }
  return `${body.join('')}${JSON.stringify(end)}\n`
}

/** Every file below a folder, by its path there. */
export const contentsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => lstatSync(join(folder, name)).isFile() && !/(?:^|\/)lock\//.test(name))
      .sort()
      .map(name => [name, readFileSync(join(folder, name), 'latin1')]),
  )
