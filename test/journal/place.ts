import { createHash } from 'node:crypto'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Where } from '../../src/app/app.ts'

/** A workspace, a vault and a home of their own, in a temporary place. */
export interface JournalPlace {
  readonly top: string
  readonly root: string
  readonly vault: string
  readonly home: string
  readonly where: Where
  put(name: string, text: string | Buffer): void
  read(name: string): string
  vaultFile(name: string): string
  remove(): void
}

export function journalPlace(
  files: Record<string, string> = {},
  env: Record<string, string> = {},
): JournalPlace {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-journal-')))
  const [root, vault, home] = ['workspace', 'vault', 'home'].map(name => join(top, name)) as [
    string,
    string,
    string,
  ]
  for (const folder of [root, home, join(root, 'memory')]) mkdirSync(folder)
  const put = (name: string, text: string | Buffer) => {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  for (const [name, text] of Object.entries(files)) put(name, text)
  const where: Where = {
    cwd: root,
    home,
    env: { DREAM_VAULT_PATH: vault, TZ: 'UTC', PATH: '', ...env },
    paths: [root],
    allProjects: false,
  }
  return {
    top,
    root,
    vault,
    home,
    where,
    put,
    read: name => readFileSync(join(root, name), 'utf8'),
    vaultFile: name => readFileSync(join(vault, name), 'utf8'),
    remove: () => rmSync(top, { recursive: true, force: true }),
  }
}

/** Every file below a folder with its bytes, time (in microseconds) and mode. */
export function deepTree(root: string, prefix = ''): Record<string, string> {
  const tree: Record<string, string> = {}
  for (const name of readdirSync(join(root, prefix)).sort()) {
    const path = join(root, prefix, name)
    const stat = lstatSync(path, { bigint: true })
    if (stat.isDirectory()) Object.assign(tree, deepTree(root, join(prefix, name)))
    else tree[join(prefix, name)] = `${sha(readFileSync(path))} ${stat.mtimeNs / 1000n} ${stat.mode}`
  }
  return tree
}

function sha(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Half past three of a day, in UTC. */
export function nightOf(day: string): number {
  return Date.parse(`${day}T03:30:00Z`)
}
