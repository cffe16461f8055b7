import { execFileSync } from 'node:child_process'
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AgentBox, openAgentBox } from '../../../src/agents/dream-agent-box.ts'
import type { FileName } from '../../../src/model/file-name.ts'

/** Stands in every file that no tool may show. */
export const CANARY = 'canary-7f3a: nobody may read this'

export interface Ground {
  readonly top: string
  readonly memory: string
  readonly transcripts: string
  readonly outside: string
  readonly home: string
  readonly files: readonly FileName[]
  remove(): void
}

const note = (name: string, type: string, body: string) =>
  `---\nname: ${name}\ndescription: about ${name}\ntype: ${type}\n---\n${body}\n`

export const NOTES: Readonly<Record<string, string>> = {
  'MEMORY.md':
    '# Shop Memory\n\n- [Deploy](deploy.md) — how to deploy\n- [Ann](ann.md) — who Ann is\n- [Tests](tests.md) — how to test\n',
  'deploy.md': note(
    'Deploy',
    'project',
    'Deploys go through the blue pipeline.\nThey take ten minutes on most days.\n',
  ),
  'ann.md': note('Ann', 'user', 'Ann is the owner of the shop.\nShe works from Lisbon.\n'),
  'tests.md': note('Tests', 'feedback', 'Run the tests with npm test.\nThe slow ones are in torture.\n'),
  'cache.md': note('Cache', 'project', 'The cache is kept in redis for an hour.\nKeys begin with shop.\n'),
  'search.md': note('Search', 'reference', 'Search uses the index of last night.\nIt is rebuilt at three.\n'),
  'style.md': note('Style', 'feedback', 'Two spaces and single quotes.\nNo semicolons at all.\n'),
  'queue.md': note('Queue', 'project', 'Orders wait in a queue named inbox.\nIt is drained every minute.\n'),
  'mail.md': note('Mail', 'reference', 'Mail goes out through the relay.\nBounces come back at night.\n'),
}

/** A memory folder, transcripts beside it with traps among them, and a world outside that must stay as it is. */
export function makeGround(): Ground {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-box-')))
  const slug = join(top, 'home/.claude/projects/-shop')
  const memory = join(slug, 'memory')
  const outside = join(top, 'outside')
  const home = join(top, 'home')
  for (const folder of [
    memory,
    outside,
    `${memory}-evil`,
    `${slug}-evil`,
    join(slug, 'deep/deeper'),
    join(slug, '.git'),
  ])
    mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(NOTES)) {
    writeFileSync(join(memory, name), text)
    utimesSync(join(memory, name), 1_780_000_000, 1_780_000_000)
  }
  for (const place of [
    `${memory}-evil/secret.md`,
    `${slug}-evil/secret.jsonl`,
    join(outside, 'secret.md'),
    join(outside, 'secret.jsonl'),
  ])
    writeFileSync(place, `${CANARY}\n`)
  writeFileSync(join(home, '.bashrc'), CANARY)
  writeFileSync(join(slug, '.git/config.jsonl'), CANARY)
  writeFileSync(join(slug, 'secrets.env'), CANARY)
  writeFileSync(
    join(slug, 's1.jsonl'),
    '{"type":"user","text":"we deploy on Friday"}\n{"type":"tool","text":"ok"}\n',
  )
  writeFileSync(join(slug, 'deep/deeper/s2.jsonl'), '{"type":"user","text":"the queue is named inbox"}\n')
  symlinkSync(join(outside, 'secret.jsonl'), join(slug, 'link.jsonl'))
  symlinkSync('link.jsonl', join(slug, 'chain.jsonl'))
  symlinkSync(outside, join(slug, 'linked'))
  symlinkSync('/', join(slug, 'rootlink'))
  symlinkSync('/proc/self/environ', join(slug, 'environ.jsonl'))
  linkSync(join(outside, 'secret.jsonl'), join(slug, 'hard.jsonl'))
  execFileSync('mkfifo', [join(slug, 'pipe.jsonl')])
  symlinkSync(join(outside, 'secret.md'), join(memory, 'leak.md'))
  const files = Object.keys(NOTES) as FileName[]
  return {
    top,
    memory,
    transcripts: slug,
    outside,
    home,
    files,
    remove: () => rmSync(top, { recursive: true, force: true }),
  }
}

export function boxOn({ memory, transcripts, files }: Ground): AgentBox {
  return openAgentBox({ root: memory, files, transcripts, now: () => 1_790_000_000_000 })
}

/** Every byte, link, kind, mode and time below a folder, as one text. */
export function imageOf(folder: string): string {
  return readdirSync(folder)
    .sort()
    .map(name => {
      const path = join(folder, name)
      const stat = lstatSync(path)
      if (stat.isDirectory()) return `${path}/ ${stat.mode}\n${imageOf(path)}`
      const holds = stat.isFile()
        ? readFileSync(path, 'latin1')
        : stat.isSymbolicLink()
          ? readlinkSync(path)
          : ''
      return `${path} ${stat.mode} ${stat.mtimeMs} ${stat.nlink} ${holds}`
    })
    .join('\n')
}
