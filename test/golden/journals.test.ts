import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { filesBelow } from './place.ts'
import { expectRecord } from './record.ts'
import { runCommand } from './run-command.ts'
import { journals, type Workspace } from './workspaces.ts'

// Summary file, ledger and meta after reviews of our own journals, whole. `-u` records anew.

let workspace: Workspace | undefined
afterEach(() => workspace?.remove())

/** What a person says between two nights, on the day that it stands under. */
const SAID: Readonly<Record<string, readonly (readonly string[])[]>> = {
  '2026-02-03': [['remember', '{remember}']],
  '2026-02-08': [['forget', '{forget}']],
  '2026-02-11': [['index', '--title', 'Bees', '--topic', 'bees', 'https://example.org/bees'], ['undo']],
}

const at = (day: string, time: string): number => Date.parse(`${day}T${time}:00Z`)
const NEXT = 86_400_000

/** The journals come one by one; a review follows in the night after each. */
async function nights({ top, setting, words }: Workspace): Promise<object> {
  const [here, later] = [join(top, 'workspace/memory'), join(top, 'later')]
  renameSync(here, later)
  mkdirSync(here)
  const names = readdirSync(later)
  const told: Record<string, object> = {}
  const run = async (argv: readonly string[], now: number) => {
    const heard = await runCommand([...argv, '--json'], { ...setting, now })
    expect([argv.join(' '), heard.code, heard.stderr]).toEqual([argv.join(' '), 0, ''])
    return heard
  }
  await run(['init', '--yes'], at('2026-02-01', '08:00'))
  for (const day of [...new Set(names.map(name => name.slice(0, 10)))].sort()) {
    for (const name of names.filter(each => each.startsWith(day)))
      renameSync(join(later, name), join(here, name))
    for (const argv of SAID[day] ?? [])
      await run(
        argv.map(word => word.replace(/\{(\w+)\}/g, (_, key) => words[key]!)),
        at(day, '21:00'),
      )
    await run(['review'], at(day, '03:30') + NEXT)
    told[day] = textOf(join(top, 'workspace/MEMORY.md'))
  }
  const vault = join(top, 'vault')
  return {
    summaries: told,
    vault: Object.fromEntries(filesBelow(vault).map(name => [name, textOf(join(vault, name))])),
  }
}

/** The bytes, line by line. When the disk wrote a journal is no choice of ours. */
const textOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .replaceAll(/"modified": \d+/g, '"modified": <time>')
    .split('\n')

describe('golden: reviews of our own journals', () => {
  it.each(['english', 'chinese'] as const)('%s', async language => {
    workspace = journals(language)
    await expectRecord(`journals/${language}`, await nights(workspace))
  })
})
