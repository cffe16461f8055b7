import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runDream, type World } from '../cli/run-dream.ts'
import { dataPath, describeData } from '../golden/data.ts'
import { ready } from '../journal/workspace.ts'
import { commandLine } from './host-agent.ts'

const EN = `# 2026-02-01: Project Heron

**Workers:**
- Tried a pool of 8, then of 12
- Every worker was SIGKILL'd after 30s; 12 stays

## Decisions
- The shop goes to PostgreSQL 16.2 (port 5433)
  - backups at 2 AM and 9PM, kept for 30 days
  - subagents report, nobody polls
- Anna (our new accountant) gets the invoices on the 5th
- Files above 1,500,000 bytes are refused

| job | when | who |
| --- | --- | --- |
| digest | Mon 9:00 | Bilal |

User: no deploys on Fridays, except for hotfixes
Next release:
- due tomorrow, screens of 1280x720
`

const ZH = `# 2026-02-02 苍鹭项目

**网关**
- 先试 8080，后改为 9090
- 李娜负责上海仓库，每章 16,000+ 字、1,500+ 行代码

## 决定
- 用户要求：周五不发版
- 数据库用 PostgreSQL 16，备份保留三十天（30 天）
  - 客户王磊每周一收报告
- 共发现 10 个可改进项
`

/** What a careful reader would write: other words, and every value, name and role from what is cited. */
const RIGHT: readonly (readonly [text: string, ...sources: string[]])[] = [
  ['Workers: the pool has 12; SIGKILLs came after 30 s', '2026-02-01:5'],
  ['Heron runs its workers in a pool of twelve', '2026-02-01:5'],
  ['Heron: the shop is on Postgres 16.2, port 5433', '2026-02-01:8'],
  ["The shop's backups run at 2 AM and 9 PM", '2026-02-01:9'],
  ['PostgreSQL backups are kept 30 days', '2026-02-01:9'],
  ['Sub-agents report by themselves; no polling', '2026-02-01:10'],
  ['Accountant: Anna, who gets invoices on the 5th', '2026-02-01:11'],
  ['Uploads are limited to 1.5 million bytes', '2026-02-01:12'],
  ['Limit for files: 1500000 bytes', '2026-02-01:12'],
  ['Who sends the digest: Bilal, on Mondays at 9', '2026-02-01:16'],
  ['User: never deploy on Fridays, hotfixes excepted', '2026-02-01:18'],
  ['The next release is due 2026-02-02', '2026-02-01:19-20'],
  ['Release due on February 2 (seen on 2026-02-01)', '2026-02-01:20'],
  ['网关端口：9090（原为 8080）', '2026-02-02:4'],
  ['上海仓库由李娜负责', '2026-02-02:5'],
  ['苍鹭：每章至少 1.6 万字、1500 行代码', '2026-02-02:5'],
  ['用户规定：星期五不要发布', '2026-02-02:8'],
  ['数据库为 Postgres 16，备份留 30 天', '2026-02-02:9'],
  ['王磊是客户，周一要报告', '2026-02-02:10'],
  ['首次检查发现问题 10 处', '2026-02-02:11'],
  ['Bilal 每周一 9 点发送 digest', '2026-02-01:16'],
]

/** Each differs from a right one in one thing. */
const WRONG: readonly (readonly [text: string, ...sources: string[]])[] = [
  ['Workers: the pool has 12; SIGKILLs came after 40 s', '2026-02-01:5'],
  ['Screens are 80 wide', '2026-02-01:20'],
  ['Accountant: Bilal', '2026-02-01:11'],
  ['Anna is the lawyer who gets invoices on the 5th', '2026-02-01:11'],
  ['The next release is due 2026-02-03', '2026-02-01:20'],
  ['Uploads are limited to 1.5 billion bytes', '2026-02-01:12'],
  ['网关端口：7070', '2026-02-02:4'],
  ['北京仓库由李娜负责', '2026-02-02:5'],
  ['上海仓库由王磊负责', '2026-02-02:5'],
  ['另一位用户规定周五不发版', '2026-02-02:8'],
  ['王磊是律师，周一要报告', '2026-02-02:10'],
  ['王磊每周一 9 点发送 digest', '2026-02-01:16'],
  ['深圳的 Bilal 每周一 9 点发送 digest', '2026-02-01:16'],
]

const added = ([text, ...sources]: readonly string[]) => ({
  op: 'add',
  section: 'stable',
  text,
  sources,
  reason: 'r',
})

const SUMMARY =
  '# Memory\n\n## Current state\n\n## Stable knowledge\n\n## Relations and background\n\n## Dream\n'

async function refusedOf(files: Record<string, string>, answers: readonly (readonly string[])[]) {
  const at = await ready({ 'MEMORY.md': SUMMARY, ...files })
  const door = commandLine({ cwd: at.root, home: at.home, env: at.where.env as Record<string, string> })
  const { id } = await door.brief('journal')
  const { results } = await door.submit({ brief: id, operations: answers.map(added) })
  return answers.flatMap(([text], place) => (results[place]!.result === 'refused' ? [text] : []))
}

describe('I8 J24 the gate lets right answers in and wrong ones not', () => {
  const files = { 'memory/2026-02-01.md': EN, 'memory/2026-02-02.md': ZH }

  it('other words, endings, forms of numbers, labels and items above a line, another language', async () => {
    expect(await refusedOf(files, RIGHT)).toEqual([])
  })

  it('one value, name, role or day that its source does not have', async () => {
    expect(await refusedOf(files, WRONG)).toEqual(WRONG.map(([text]) => text))
  })

  it('an answer in a language of which the workspace has no word cannot be compared', async () => {
    const english = { 'memory/2026-02-01.md': EN }
    const said = ['工人池里有 12 个', '2026-02-01:5']
    expect(await refusedOf(english, [said])).toEqual([said[0]])
    expect(await refusedOf(files, [said])).toEqual([])
  })
})

const WORKSPACES = [
  'j33bs+clawd',
  'Gaijin-01+starknet-agentic',
  'AQzzzQA+superclaw',
  'LuckyZ10+kas-llm-learning',
]

interface Labelled {
  readonly workspace: string
  readonly journal?: string
  readonly line: number
  readonly fact?: string
  readonly say?: string
}

describeData('I8 labelled facts of recorded journals as answers', 'journals', () => {
  it('each with its line and what stands around it: at most one in eight is refused', async () => {
    const labelled = ['owners-facts', 'needed'].flatMap(file =>
      readFileSync(dataPath(`journals/${file}.jsonl`), 'utf8')
        .trim()
        .split('\n')
        .map(line => JSON.parse(line) as Labelled),
    )
    let [asked, refused] = [0, 0]
    for (const name of WORKSPACES) {
      const top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-right-')))
      onTestFinished(() => rmSync(top, { recursive: true, force: true }))
      const world: World = { cwd: join(top, 'workspace'), home: join(top, 'home'), env: { TZ: 'UTC' } }
      cpSync(dataPath(`journals/${name}/memory`), join(world.cwd, 'memory'), { recursive: true })
      await runDream(['journal', 'init'], world)
      const answers = labelled.flatMap(({ workspace, journal = '', line, fact, say = fact }) => {
        const day = /^memory\/(\d{4}-\d\d-\d\d)\.md$/.exec(journal)?.[1]
        if (workspace !== name || day === undefined || say === undefined) return []
        const length = readFileSync(join(world.cwd, journal), 'utf8').trimEnd().split('\n').length
        return [[say, `${day}:${Math.max(1, line - 8)}-${Math.min(line + 16, length)}`]]
      })
      const door = commandLine(world)
      const { id } = await door.brief('journal')
      const { results } = await door.submit({ brief: id, operations: answers.map(added) })
      asked += results.length
      refused += results.filter(({ result }) => result === 'refused').length
    }
    expect(asked).toBeGreaterThan(190)
    expect(refused).toBeLessThanOrEqual(asked / 8)
  })
})
