import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Where } from '../../src/app/app.ts'
import type { MagmaSettings } from '../../src/config/in-force.ts'
import { DEFAULTS } from '../../src/config/settings.ts'

/** A memory folder, a vault and a home of their own, in a temporary place. */
export interface MagmaTestPlace {
  readonly top: string
  readonly root: string
  readonly vault: string
  readonly home: string
  readonly where: Where
  readonly settings: MagmaSettings
  /** Writes a file of the memory folder, as old as that many days. */
  put(name: string, text: string, days?: number): void
  read(name: string): string
  notes(): string[]
  note(name: string): string
  putNote(name: string, text: string, days?: number): void
  remove(): void
}

export function magmaPlace(
  memories: Record<string, string> = {},
  env: Record<string, string> = {},
): MagmaTestPlace {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-magma-')))
  const [root, vault, home] = ['memory', 'vault', 'home'].map(name => join(top, name)) as [
    string,
    string,
    string,
  ]
  for (const folder of [root, vault, home]) mkdirSync(folder)
  const write = (path: string, text: string, days = 0) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    const at = Date.now() / 1000 - days * 86_400
    utimesSync(path, at, at)
  }
  const put = (name: string, text: string, days = 0) => write(join(root, name), text, days)
  for (const [name, text] of Object.entries(memories)) put(name, text, 40)
  const where: Where = {
    cwd: top,
    home,
    env: { TZ: 'UTC', PATH: '', ...env },
    paths: [root],
    allProjects: false,
  }
  return {
    top,
    root,
    vault,
    home,
    where,
    settings: { magma: DEFAULTS.magma, rules: 'careful', obsidian: { ...DEFAULTS.obsidian, vault } },
    put,
    read: name => readFileSync(join(root, name), 'utf8'),
    notes: () => readdirSync(join(vault, 'magma')).sort(),
    note: name => readFileSync(join(vault, 'magma', name), 'utf8'),
    putNote: (name, text, days = 0) => write(join(vault, 'magma', name), text, days),
    remove: () => rmSync(top, { recursive: true, force: true }),
  }
}

/** A memory file with its front matter. */
export function memoryText(name: string, type: string, body: string, description = ''): string {
  return `---\nname: ${name}\ndescription: ${description || name}\ntype: ${type}\n---\n\n${body}\n`
}
