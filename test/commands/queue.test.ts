import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runDream } from '../cli/run-dream.ts'
import { type SampleWorld, sampleWorld } from '../cli/sample-project.ts'

const note = (name: string, body: string) =>
  `---\nname: ${name}\ndescription: ${name}\ntype: project\n---\n\n${body}\n`

/** Two that say the same but for a value, two that contradict each other with no clock to tell, one with a moved path. */
const NOTES = {
  'ports.md': note(
    'service ports',
    'The checkout service listens on port 8080 behind the proxy in staging and in production.',
  ),
  'ports-again.md': note(
    'service ports',
    'The checkout service listens on port 9090 behind the proxy in staging and in production.',
  ),
}

let world: SampleWorld
const dream = (argv: readonly string[], answers?: readonly string[]) =>
  runDream(argv, { ...world, ...(answers && { answers }) })
const items = async (...flags: string[]) =>
  JSON.parse((await dream(['queue', '--json', ...flags])).stdout).items as {
    id: string
    finding: { kind: string; file: string }
    decision?: { at: string }
    texts: { file: string }[]
  }[]
const changedValue = async (...flags: string[]) =>
  (await items(...flags)).find(({ finding }) => finding.kind === 'value-changed')
const tree = () =>
  Object.fromEntries(
    readdirSync(world.memory).map(name => [name, readFileSync(join(world.memory, name), 'utf8')]),
  )

beforeEach(async () => {
  world = sampleWorld()
  await dream(['--yes'])
  for (const [name, text] of Object.entries(NOTES)) world.write(name, text, name === 'ports.md' ? 50 : 40)
  await dream(['--yes'])
})
afterEach(() => world.remove())

describe('dream queue', () => {
  it('lists what waits with both texts, and changes nothing', async () => {
    const before = tree()
    const found = await changedValue()
    expect(found?.texts.map(({ file }) => file)).toEqual(['ports.md', 'ports-again.md'])
    const listed = await dream(['queue'])
    expect(listed.stdout).toContain(`id ${found?.id}`)
    expect(listed.stdout).toContain('ports.md')
    expect(tree()).toEqual(before)
  })

  it('shows the difference, and accepting archives the one and takes its line out of the index', async () => {
    const before = tree()
    const heard = await dream(['queue'], ['a', 'q'])
    expect(heard.stderr).toMatch(/- .*8080/)
    expect(heard.stderr).toMatch(/\+ .*9090/)
    expect(Object.keys(tree())).not.toContain('ports.md')
    expect(tree()['MEMORY.md']).not.toContain('(ports.md)')
    expect(tree()['ports-again.md']).toBe(NOTES['ports-again.md'])
    await dream(['undo'])
    expect(tree()).toEqual(before)
  })

  it('a rejected one is not asked again, holds against rules that would act alone, and is asked again after a change', async () => {
    await dream(['queue'], ['r', 'q'])
    expect(await changedValue()).toBeUndefined()
    expect((await changedValue('--answered'))?.decision?.at).toMatch(/^\d{4}-/)
    await dream(['--yes', '--rules', 'seed'])
    expect(Object.keys(tree())).toContain('ports.md')

    world.write('ports.md', NOTES['ports.md'].replace('behind', 'just behind'), 50)
    const again = await dream(['queue'], ['q'])
    expect(again.stderr).toContain('you rejected it on')
    expect(again.stderr).toContain('it has changed since')
  })

  it('never means never, also after a change, until it is reopened', async () => {
    const found = await changedValue()
    await dream(['queue', '--never', found!.id.slice(0, 6)])
    world.write('ports.md', NOTES['ports.md'].replace('behind', 'just behind'), 50)
    expect(await changedValue()).toBeUndefined()
    const answered = await changedValue('--answered')
    await dream(['queue', '--reopen', answered!.id])
    expect(await changedValue()).toBeDefined()
  })

  it('an edit is written through the same door', async () => {
    const heard = await dream(['queue'], ['e', 'In staging only.\n', 'q'])
    expect(heard.stderr).toContain('ports.md  written')
    expect(tree()['ports.md']).toBe(`${NOTES['ports.md']}In staging only.\n`)
    await dream(['undo'])
    expect(tree()['ports.md']).toBe(NOTES['ports.md'])
  })

  it('what changed while the person was thinking is left alone', async () => {
    const found = await changedValue()
    world.write('ports.md', `${NOTES['ports.md']}More.\n`, 50)
    const heard = await dream(['queue', '--accept', found!.id])
    expect(heard.code).toBe(2)
    expect(heard.stderr).toContain('no item')
    expect(Object.keys(tree())).toContain('ports.md')
  })

  it('of two that contradict each other the person picks the one that stays', async () => {
    world.write(
      'tabs.md',
      note('indentation style', 'Always use tabs for indentation in every file of the shop.'),
      45,
    )
    world.write(
      'no-tabs.md',
      note('indentation style', 'Never use tabs for indentation in any file of the shop.'),
      45,
    )
    const found = (await items()).find(({ finding }) => finding.kind === 'contradiction')
    expect(found?.texts).toHaveLength(2)
    const refused = await dream(['queue', '--accept', found!.id])
    expect(refused.code).toBe(2)
    const heard = await dream(['queue', '--accept', found!.id, '--goes', found!.texts[1]!.file])
    expect(heard.code).toBe(0)
    expect(Object.keys(tree())).not.toContain(found!.texts[1]!.file)
    expect(Object.keys(tree())).toContain(found!.texts[0]!.file)
  })

  describe('D29 a merge', () => {
    const rule = (name: string, body: string) => `---\nname: ${name}\ntype: feedback\n---\n\n${body}\n`
    const parts = ['colors', 'labels', 'arrows']
    const others = ['commits', 'naming', 'reviews', 'naps', 'tabs']
    const cluster = async () => {
      for (const part of parts)
        world.write(
          `mermaid_${part}.md`,
          rule(part, `Mermaid ${part}. In mermaid keep it so. Shared by all.`),
          45,
        )
      for (const other of others) world.write(`${other}.md`, rule(other, `Team ${other} are as agreed.`), 45)
      world.write(
        'MEMORY.md',
        `${tree()['MEMORY.md']}${parts.map(part => `- [${part}](mermaid_${part}.md) — ${part} stay short\n`).join('')}`,
      )
      const found = (await items()).find(({ finding }) => finding.kind === 'topic-cluster')
      return found!.id
    }

    it('is shown with its draft and its index lines before the question', async () => {
      const id = await cluster()
      const before = tree()
      const heard = await dream(['queue', '--accept', id], ['no'])
      expect(heard.stderr).toContain('mermaid.md')
      expect(heard.stderr).toMatch(/\+ Mermaid colors\. In mermaid keep it so/)
      expect(heard.stderr).toContain('+ - [colors](mermaid.md) — colors stay short')
      expect(heard.stdout).toBe('Nothing was changed.\n')
      expect(tree()).toEqual(before)
      const asked = await dream(['queue'], ['s', 's', 's', 's'])
      expect(asked.stderr).toMatch(/\+ Mermaid colors\. In mermaid keep it so/)
      expect(tree()).toEqual(before)
    })

    it('keeps each precise line of the index, and a script is told the difference', async () => {
      const id = await cluster()
      const heard = await dream(['queue', '--accept', id])
      expect(heard.code).toBe(0)
      expect(heard.stdout).toContain('+ - [arrows](mermaid.md) — arrows stay short')
      for (const part of parts) {
        expect(tree()['MEMORY.md']).toContain(`- [${part}](mermaid.md) — ${part} stay short\n`)
        expect(tree()[`mermaid_${part}.md`]).toBeUndefined()
      }
    })
  })

  it('says so where nothing waits', async () => {
    const found = await changedValue()
    await dream(['queue', '--never', found!.id])
    expect((await dream(['queue'])).stdout).toContain('Nothing waits for you.')
  })
})
