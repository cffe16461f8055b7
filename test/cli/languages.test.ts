import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { englishIn, HAN } from './one-language.ts'
import { runDream } from './run-dream.ts'
import { type SampleWorld, sampleWorld } from './sample-project.ts'

let world: SampleWorld
beforeEach(() => {
  world = sampleWorld()
})
afterEach(() => world.remove())

/** Commands that look, on a folder with something of everything; then one that writes, and its undo. */
const LOOKS = [
  '--dry-run',
  '--dry-run --verbose',
  '--dry-run --markdown',
  'plan',
  'explain upload.md',
  'queue',
]
const READS = [
  'status',
  'history',
  'search zzzz',
  'config',
  'fsck',
  'doctor',
  '--help',
  'undo --help',
  'queue --help',
]
const WRITES = ['--yes', 'undo']

describe('I9 one language at a time', () => {
  it.each([...LOOKS, ...READS])('I9 dream %s speaks Chinese alone, and English alone', async argv => {
    const words = argv.split(' ')
    const chinese = await runDream([...words, '--lang', 'zh'], world)
    expect(englishIn(chinese.stdout + chinese.stderr)).toEqual([])
    expect(chinese.stdout + chinese.stderr).toMatch(HAN)
    const english = await runDream([...words, '--lang', 'en'], world)
    expect(english.stdout + english.stderr).not.toMatch(HAN)
    expect(english.code).toBe(chinese.code)
  })

  it('I9 a plan that was kept from an English run is told in Chinese', async () => {
    for (const name of readdirSync(world.memory)) rmSync(join(world.memory, name))
    world.write('MEMORY.md', '- [up](feedback_up.md) — release\n')
    world.write('feedback_up.md', '---\nname: up\ntype: feedback\n---\nUse `scripts/upload.sh` to release.\n')
    expect((await runDream(['look', '--lang', 'en'], world)).stdout).toContain('feedback_up.md')
    const { stdout } = await runDream(['run', '--lang', 'zh'], world)
    expect(stdout).toContain('需要你判断：')
    expect(englishIn(stdout)).toEqual([])
  })

  it('I9 a run and its undo too', async () => {
    for (const argv of WRITES) {
      const said = await runDream([...argv.split(' '), '--lang', 'zh'], world)
      expect(englishIn(said.stdout + said.stderr)).toEqual([])
      expect(said.stdout).toMatch(HAN)
    }
  })

  it('I9 under the rules of the seed the tables of the Markdown report stay English', async () => {
    const { stdout } = await runDream(['--dry-run', '--markdown', '--rules', 'seed', '--lang', 'zh'], world)
    expect(stdout).toContain('| Metric | Count |')
    expect(stdout).toContain('| WOULD BE DELETED |')
  })
})

describe('I9 the language is chosen by flag, setting, journals, locale, in this order', () => {
  const CHINESE = { LANG: 'zh_CN.UTF-8' }
  const setting = (language: string) => {
    const folder = join(world.home, '.config/dream')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ language }))
  }
  const speaks = async (argv: string, env: Record<string, string> = {}) =>
    HAN.test((await runDream(argv.split(' '), { ...world, env: { ...world.env, ...env } })).stdout)
      ? 'zh'
      : 'en'

  it('I9 the locale, where nothing else says', async () => {
    expect(await speaks('plan')).toBe('en')
    expect(await speaks('plan', CHINESE)).toBe('zh')
  })

  it('I9 the setting before the locale', async () => {
    setting('en')
    expect(await speaks('plan', CHINESE)).toBe('en')
    setting('zh')
    expect(await speaks('plan')).toBe('zh')
  })

  it('I9 the flag before the setting', async () => {
    setting('zh')
    expect(await speaks('plan --lang en', CHINESE)).toBe('en')
  })

  it('I9 J25 the language of the journals before the locale, and after the setting', async () => {
    const workspace = join(world.home, 'journals')
    mkdirSync(join(workspace, 'memory'), { recursive: true })
    writeFileSync(join(workspace, 'MEMORY.md'), '# 记忆\n\n## 当前状态\n\n- 正在迁移数据库\n')
    writeFileSync(
      join(workspace, 'memory/2026-03-01.md'),
      '# 2026-03-01\n\n- 用户：以后部署前先跑测试。\n- 决定使用 Postgres。\n',
    )
    const forget = `forget nothing-of-this --dry-run --folder ${workspace}`
    await speaks(`init --folder ${workspace}`)
    expect(await speaks(forget)).toBe('zh')
    setting('en')
    expect(await speaks(forget)).toBe('en')
  })
})
