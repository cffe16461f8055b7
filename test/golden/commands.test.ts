import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { maskedText } from './mask.ts'
import { expectRecord } from './record.ts'
import { type Heard, runCommand, runTools } from './run-command.ts'
import { SESSIONS, TOOLS } from './sessions.ts'
import { shapeOf } from './shape.ts'
import { WORKSPACES, type Workspace, type WorkspaceName } from './workspaces.ts'

// Every command in six workspaces: exit code, shape of the answer, files that changed. `-u` records anew.

let workspace: Workspace | undefined
afterEach(() => workspace?.remove())

/** What a machine has installed decides what `dream doctor` finds. */
const LOOSE = /^doctor/

async function session({ words, top, setting, put }: Workspace, lines: readonly string[]): Promise<object[]> {
  const known: Record<string, string> = { ...words }
  const records: object[] = []
  let before = filesOf(top)
  for (const line of lines) {
    const [, path, text] = /^put (\S+) (.*)$/.exec(line) ?? []
    if (path !== undefined && text !== undefined) {
      put(path, text)
      before = filesOf(top)
      continue
    }
    const argv = line
      .split(' ')
      .map(word => word.replace(/\{(\w+)\}/g, (_, name) => known[name] ?? `no-${name}`))
    const heard = await runCommand(argv, setting)
    if (line.startsWith('queue --json')) known['id'] = JSON.parse(heard.stdout).items[0]?.id ?? 'no-id'
    const after = filesOf(top)
    records.push({ line, ...told(heard, top, line), files: changes(before, after) })
    before = after
  }
  return records
}

function told({ code, stdout, stderr }: Heard, top: string, line: string): object {
  const isJson = stdout.startsWith('{')
  const shape = isJson ? shapeOf(JSON.parse(stdout), top) : stdout === '' ? undefined : '<text>'
  return {
    exit: code,
    answer: LOOSE.test(line) ? Object.keys(shape as object).sort() : shape,
    complains: stderr === '' ? undefined : '<words>',
  }
}

const NOT_LOOKED_AT = /^(?:state|cache|bin)(?:\/|$)|\/\.git(?:\/|$)/

/** The bytes of every file but Dream's own, by path. */
function filesOf(top: string): Map<string, string> {
  const files = new Map<string, string>()
  for (const entry of readdirSync(top, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(top, path)
    if (!entry.isFile() || NOT_LOOKED_AT.test(name)) continue
    // A unit of systemd names the program by its path on this machine.
    const text = name.startsWith('config/') ? '' : maskedText(readFileSync(path, 'latin1'), top)
    files.set(name, createHash('sha256').update(text).digest('hex').slice(0, 8))
  }
  return files
}

function changes(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): object | undefined {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort()
  const changed = names.filter(name => before.get(name) !== after.get(name))
  if (changed.length === 0) return undefined
  return Object.fromEntries(changed.map(name => [name, after.get(name) ?? 'gone']))
}

describe('golden: every command', () => {
  it.each(Object.keys(SESSIONS) as WorkspaceName[])('in the workspace %s', async name => {
    workspace = WORKSPACES[name]()
    await expectRecord(`commands/${name}`, await session(workspace, SESSIONS[name]))
  })

  it('of dream-tools', async () => {
    workspace = WORKSPACES['journal-english']()
    await runCommand(['init', '--yes'], workspace.setting)
    const records: object[] = []
    for (const argv of TOOLS) {
      const { code, stdout } = await runTools(argv, workspace.setting)
      records.push({ argv, exit: code, says: maskedText(stdout, workspace.top) })
    }
    await expectRecord('commands/dream-tools', records)
  })

  it('that the help names is asked at least once', async () => {
    workspace = WORKSPACES.empty()
    const { stdout } = await runCommand(['--help'], workspace.setting)
    const named = [...stdout.matchAll(/^ {2}dream ([a-z]+)\b.* {2}/gm)].map(([, name]) => name)
    const asked = new Set(Object.values(SESSIONS).flatMap(lines => lines.map(line => line.split(' ')[0])))
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter(name => !asked.has(name))).toEqual([])
  })
})
