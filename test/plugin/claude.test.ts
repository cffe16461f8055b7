import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectSlug } from '../../src/sources/claude-code/places.ts'
import { deepTree } from '../journal/place.ts'
import { checkout, freshMachine } from './claude.ts'
import { scriptedModel, type Turn } from './scripted-model.ts'

let machine: ReturnType<typeof freshMachine>
beforeAll(() => {
  machine = freshMachine()
})
afterAll(() => machine.remove())

describe('I3 the real claude, offline, on a fresh home', () => {
  it('finds nothing wrong with marketplace and plugin', () => {
    for (const path of [checkout, join(checkout, 'plugin')]) {
      const { status, said } = machine.claude(['plugin', 'validate', '--strict', path])
      expect([status, said]).toEqual([0, expect.stringContaining('Validation passed')])
    }
  })

  it('installs it with two commands', () => {
    expect(machine.claude(['plugin', 'marketplace', 'add', checkout])).toMatchObject({
      status: 0,
      said: expect.stringContaining('added marketplace: dream'),
    })
    expect(machine.claude(['plugin', 'install', 'dream@dream'])).toMatchObject({
      status: 0,
      said: expect.stringContaining('installed plugin: dream@dream'),
    })
    const commands = ['marketplace add OWNER/dream', 'install dream@dream'].map(
      words => `claude plugin ${words}`,
    )
    expect(shown('commands')).toEqual(commands)
    expect(shown('installed')).toHaveLength(2)
    const settings = JSON.parse(readFileSync(join(machine.home, '.claude/settings.json'), 'utf8'))
    expect(settings.enabledPlugins).toEqual({ 'dream@dream': true })
  })

  it('takes under 100 tokens of every conversation', () => {
    const { said } = machine.claude(['plugin', 'details', 'dream'])
    expect(said).toContain('consolidate, look, queue, undo')
    expect(said).toContain('SessionStart, SessionEnd')
    expect(said).toMatch(/MCP servers \(1\)\s+dream/)
    const [, tokens] = /Always-on:\s+~(\d+) tok/.exec(said)!
    expect(Number(tokens)).toBeGreaterThan(0)
    expect(Number(tokens)).toBeLessThan(100)
  })
})

const note = (name: string, body: string) =>
  `---\nname: ${name}\ndescription: ${name}\ntype: project\n---\n\n${body}\n`
const SAME =
  'Releases of the warehouse service are tagged on the main branch, built by the nightly pipeline, checked by the smoke suite and'
const NOTES = {
  'MEMORY.md': '- [Release](release.md) — how we release\n- [Release steps](release-steps.md) — steps\n',
  'release.md': note('Release', `${SAME} published to the internal registry on Tuesdays.`),
  'release-steps.md': note(
    'Release steps',
    `${SAME} announced in the channel of the warehouse team on Tuesdays.`,
  ),
}
const page = readFileSync(join(checkout, 'docs/claude-code.md'), 'utf8')
/** What the page shows. */
const shown = (title: string): string[] =>
  page.split(`\`\`\`text ${title}\n`)[1]!.split('\n```')[0]!.split('\n')
const expectShown = (title: string, said: string): void => {
  for (const line of shown(title).filter(line => !line.startsWith('/dream:'))) expect(said).toContain(line)
}

const tool = (name: string) => `mcp__plugin_dream_dream__memory_${name}`

describe('I3 I8 a conversation with the plugin', () => {
  let memory: string
  /** What the model was asked last. */
  async function asked(question: string, ...turns: readonly Turn[]): Promise<string> {
    const model = await scriptedModel(...turns)
    try {
      await machine.ask(question, model.env)
      if (model.fault !== undefined) throw model.fault
      return model.heard.at(-1)!
    } finally {
      await model.close()
    }
  }
  beforeAll(() => {
    memory = join(machine.home, '.claude/projects', projectSlug(machine.cwd), 'memory')
    mkdirSync(memory, { recursive: true })
    for (const [name, text] of Object.entries(NOTES)) writeFileSync(join(memory, name), text)
    mkdirSync(join(machine.cwd, 'src'))
    writeFileSync(join(machine.cwd, 'src/server.ts'), 'export const PORT = 9090\n')
  })

  it('look, brief, submit, queue; the user accepts and undoes: every byte is back', async () => {
    const before = deepTree(memory)
    expectShown('look', await asked('/dream:look'))
    const heard = await asked(
      '/dream:consolidate',
      () => ({ tool: tool('brief'), input: { kind: 'notes' } }),
      heard => ({
        tool: tool('submit'),
        input: {
          answer: {
            brief: /Brief id: ([\w-]+)/.exec(heard)![1],
            verdicts: [
              {
                verdict: 'merge',
                question: /(q[0-9a-f]{6}) /.exec(heard)![1],
                note: 'release-steps.md',
                into: 'release.md',
                sources: ['release-steps.md:7', 'release.md:7'],
                reason: 'the same steps',
              },
            ],
          },
        },
      }),
      () => ({ tool: tool('queue'), input: {} }),
    )
    // Reading and answering needed nobody's leave, and changed nothing.
    expect(deepTree(memory)).toEqual(before)
    // Claude Code gives its model the data of a tool, not the text.
    const [, id] = /"id":"(\w+)","folder":"[^"]*","subject":"release-steps\.md"/.exec(heard)!
    expectShown('queue', await asked(`/dream:queue --accept ${id}`))
    expect(Object.keys(deepTree(memory))).not.toEqual(Object.keys(before))
    expectShown('undo', await asked('/dream:undo'))
    expect(deepTree(memory)).toEqual(before)
  })

  it('begins with one line where something vanished, and with none where nothing did', async () => {
    const line = /Dream: [^\n]*vanished \(\/dream:look\)/
    const twice = [() => ({ tool: tool('status'), input: {} }), () => 'done'] as const
    expect(await asked('/dream:look', ...twice)).not.toMatch(line)
    rmSync(join(memory, 'release.md'))
    expect(await asked('/dream:look', ...twice)).toMatch(line)
  })
})
