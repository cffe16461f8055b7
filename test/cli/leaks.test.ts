import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCommands } from './all-commands.ts'
import { englishIn, HAN } from './one-language.ts'
import { type Heard, runDream, type World } from './run-dream.ts'
import { type SampleWorld, sampleWorld } from './sample-project.ts'

/** In a folder of notes; what is wrong with a call stands beside what is right with one. */
const NOTES = `
run --yes
run --rules seed --dry-run
run --check
run --format github
run --format nonsense
run --frobnicate
frobnicate
run ./nowhere
run --layout sideways
look
look --all-projects -v
look ./nowhere
queue
queue --answered
queue --accept zzzz
queue --accept
explain totals.md
explain nosuch.md
explain
undo
undo nosuch
undo --dry-run
history
history totals.md
history nosuch.md
history totals.md --restore 99
history totals.md --diff 1 x
search zzzz
search
search zzzz --explain
search --limit none
status
status --all-projects
doctor
doctor --fix
plan
plan -o ./missing/plan.json
apply
apply nosuch.json
apply .claude/memory/totals.md
load
load --budget 0
remember
remember 以后部署前先跑测试
remember --as opinion 一句话
forget
forget nosuchthing
forget totals.md --dry-run
index https://example.org
adopt
adopt ./nowhere
brief notes
brief nonsense
brief journal
submit
submit nosuch.json
submit .claude/memory/totals.md
extract
extract nosuch.jsonl
extract --session zzz
agent
agent --steps none
prompt
auto
auto session
auto session --session a/b
auto daemon status
auto daemon install --print
auto daemon explode
config
config nosuch
config autoDream
config path
config set
config set policy.recentDays many
config set policy.recentDaze 3
config set policy.recentDays 7
config trust
config trust --list
config trust --revoke
magma
magma check
magma graph
magma graph nosuch.md
magma graph --relation nosuch
magma rebuild
magma consolidate
magma consolidate nosuch
export
export out.dream
export ./missing/out.dream
import
import nosuch.dream
import .claude/memory/totals.md
gc
gc --dry-run
purge
purge nosuch.md
purge --object zz
purge upload.md --dry-run
rollback totals.md
rollback totals.md 9
journal
journal status
journal review
journal wakeup
journal init --folder ./nowhere
journal revue
completion tcsh
mcp --nonsense
help nosuch
demo --nonsense
`

const EMPTY = `
run
run --check
look
queue
explain x.md
undo
history
search zzzz
status
doctor
plan
load
remember 以后先跑测试
forget zzzz
adopt
brief notes
extract
agent
prompt
auto
magma
magma check
magma graph
magma consolidate
export out.dream
gc
purge x.md
journal status
journal review
journal wakeup
index 一段文字
`

const JOURNALS = `
journal
journal status
journal wakeup
journal review --dry-run
journal review
journal review
journal init --yes
remember 以后都用中文回复
forget 不存在的内容
forget 迁移 --dry-run
forget 迁移
undo
search 数据库
search 不存在
index 一篇关于园艺的短文
index 一篇关于园艺的短文
status
brief journal
look
run
doctor
load
queue
remember 密码是hunter2hunter2
`

const lines = (text: string) => text.trim().split('\n')
const said = ({ stdout, stderr }: Heard) => stdout + stderr

/** What a program reads: a script, a diagram, a prompt for a model. */
const FOR_PROGRAMS =
  /^(?:prompt|brief|magma graph|auto daemon install|run --format github|run --rules seed|load)/

function talksIn(name: string, calls: string, make: () => World): void {
  describe(`I9 ${name}`, () => {
    let world: World
    beforeAll(() => {
      world = make()
    })
    it.each(lines(calls))('I9 dream %s', async call => {
      const argv = call.split(' ')
      // What an automatic run said of itself is kept in the language in which it was said.
      const isKept = /^(?:auto|status)/.test(call)
      const english = await runDream([...argv, '--lang', 'en'], isKept ? make() : world)
      const chinese = await runDream([...argv, '--lang', 'zh'], isKept ? make() : world)
      expect(said(english) + said(chinese)).not.toContain('src/cli/')
      if (FOR_PROGRAMS.test(call)) return
      expect(englishIn(said(chinese))).toEqual([])
      if (name !== 'a journal workspace')
        expect(said(english).replaceAll(/以后\S*|一\S*/g, '')).not.toMatch(HAN)
      if (said(english) !== '') expect(said(chinese)).toMatch(HAN)
    })
  })
}

const worlds: SampleWorld[] = []
const sample = (): SampleWorld => {
  const world = sampleWorld()
  worlds.push(world)
  return world
}
afterAll(() => {
  for (const world of worlds) world.remove()
})

talksIn('a folder of notes', NOTES, sample)

talksIn('a project without memory', EMPTY, () => {
  const world = sample()
  rmSync(join(world.cwd, '.claude'), { recursive: true })
  return world
})

talksIn('a journal workspace', JOURNALS, () => {
  const world = sample()
  const cwd = join(world.home, 'workspace')
  mkdirSync(join(cwd, 'memory'), { recursive: true })
  writeFileSync(join(cwd, 'MEMORY.md'), '# 记忆\n\n## 当前状态\n\n- 正在迁移数据库\n')
  writeFileSync(
    join(cwd, 'memory/2026-03-01.md'),
    '# 2026-03-01\n\n- 用户：以后部署前先跑测试。\n- 决定：数据库迁移到 Postgres。\n- 迁移今天完成了。\n',
  )
  return { ...world, cwd }
})

it('I9 the help of every command is in one language', async () => {
  const world = sample()
  for (const { name } of await allCommands()) {
    const help = async (lang: string) =>
      (await runDream([...name.split(' '), '--help', '--lang', lang], world)).stdout
    expect([name, englishIn(await help('zh'))]).toEqual([name, []])
    expect([name, await help('en')]).toEqual([name, expect.not.stringMatching(HAN)])
  }
})
