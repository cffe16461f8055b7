import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { buildStage, clearStage, type Stage } from '../../src/cli/demo/stage.ts'
import { parse } from '../../src/cli/parse.ts'
import type { Command } from '../../src/commands/index.ts'
import { builtCommand } from '../built.ts'
import { allCommands } from '../cli/all-commands.ts'
import { type Block, blocksOf, notSaid, PAGES, stepsOf } from './blocks.ts'

const checkout = join(import.meta.dirname, '../..')
const BLOCKS = PAGES.flatMap(blocksOf)
const of = (kind: string) => BLOCKS.filter(block => block.kind === kind)

const stages: Stage[] = []
afterAll(() => stages.forEach(clearStage))

/** The shop of the demo with `dream` on the PATH, in the language of the page. */
function stageFor(page: string): Stage {
  const stage = buildStage(process.env)
  stages.push(stage)
  const bin = join(stage.top, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'dream'), `#!/bin/sh\nexec "${process.execPath}" "${builtCommand()}" "$@"\n`)
  chmodSync(join(bin, 'dream'), 0o755)
  mkdirSync(join(stage.project, 'node_modules'))
  symlinkSync(checkout, join(stage.project, 'node_modules', 'dream'))
  const lang = page.includes('.zh.') ? 'zh_CN.UTF-8' : 'en_US.UTF-8'
  const { FORCE_COLOR: _, ...own } = stage.env
  const env = { ...own, PATH: `${bin}:${process.env['PATH']}`, NO_COLOR: '1', LANG: lang }
  return { ...stage, env }
}

const run = ({ project, env }: Stage, command: string, args: readonly string[]) =>
  spawnSync(command, args, { cwd: project, env, encoding: 'utf8', input: '' })

describe('examples in the documents', () => {
  const sessions = PAGES.filter(page => blocksOf(page).some(({ kind }) => kind === 'console'))

  it.each(sessions)('%s shows what the commands print', page => {
    const stage = stageFor(page)
    for (const block of blocksOf(page).filter(({ kind }) => kind === 'console'))
      for (const { line, command, shown } of stepsOf(block)) {
        const { stdout, stderr } = run(stage, 'sh', ['-c', command])
        const missing = notSaid(shown, stderr + stdout)
        expect(missing, `${page}:${line} $ ${command}\n${stderr}${stdout}`).toBeUndefined()
      }
  })

  it('name commands and options that exist', async () => {
    const commands = await allCommands()
    const lines = of('sh').flatMap(block => commandLines(block))
    expect(lines.length).toBeGreaterThan(10)
    for (const { where, words } of lines) expect(() => parsed(commands, words), where).not.toThrow()
  })

  it.each(of('js').map(block => [`${block.page}:${block.line}`, block] as const))('%s runs', (_, block) => {
    const stage = stageFor(block.page)
    writeFileSync(join(stage.project, 'example.mjs'), block.lines.join('\n'))
    const { status, stderr } = run(stage, process.execPath, ['example.mjs'])
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })

  it.each(of('json config').map(block => [`${block.page}:${block.line}`, block] as const))(
    '%s is a configuration that Dream takes',
    (_, block) => {
      const stage = stageFor(block.page)
      const folder = join(stage.env['HOME']!, '.config/dream')
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'config.json'), block.lines.join('\n'))
      const { status, stdout, stderr } = run(stage, 'dream', ['config'])
      expect(status, stdout + stderr).toBe(0)
    },
  )

  it('JSON is JSON', () => {
    for (const { page, line, lines } of of('json'))
      expect(() => JSON.parse(lines.join('\n')), `${page}:${line}`).not.toThrow()
  })
})

/** `dream …` as it is typed, without comments, pipes and what is redirected. */
function commandLines({ page, line, lines }: Block) {
  return lines.flatMap((text, at) =>
    text
      .replace(/\s#.*$/, '')
      .split(/&&|\||;/)
      .map(part => part.replace(/[<>].*$/, '').trim())
      .filter(part => /^(?:npx )?dream(?: |$)/.test(part))
      .map(part => ({
        where: `${page}:${line + at + 1} ${part}`,
        words: part
          .replace(/^npx /, '')
          .split(/\s+(?=(?:[^"']*["'][^"']*["'])*[^"']*$)/)
          .slice(1),
      })),
  )
}

/** The longest name that fits: `journal review` before `journal`. */
function parsed(commands: readonly Command[], words: readonly string[]): unknown {
  const fits = commands
    .filter(({ name }) => name === words.slice(0, name.split(' ').length).join(' '))
    .sort((a, b) => b.name.length - a.name.length)[0]
  const command = fits ?? commands.find(({ name }) => name === 'run')!
  return parse(command, fits === undefined ? words : words.slice(command.name.split(' ').length), () => {})
}
