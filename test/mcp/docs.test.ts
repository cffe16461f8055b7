import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TOOLS } from '../../src/mcp/tools.ts'
import { type SampleWorld, sampleWorld } from '../cli/sample-project.ts'
import { served } from './served.ts'

const checkout = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(checkout, path), 'utf8')
const page = read('docs/mcp.md')
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text]) => text!)

/** The command lines by which the hosts of this page start it. */
const STARTED: readonly (readonly string[])[] = [
  ...blocks('json').map(text => {
    const { command, args } = JSON.parse(text).mcpServers.dream
    return [command, ...args]
  }),
  ...blocks('toml').map(text => [
    /^command = "(.*)"$/m.exec(text)![1]!,
    ...JSON.parse(/^args = (.*)$/m.exec(text)![1]!),
  ]),
  ...blocks('sh')
    .filter(text => text.startsWith('claude'))
    .map(text => text.trim().split(' -- ')[1]!.split(' ')),
]

let world: SampleWorld
beforeAll(() => {
  world = sampleWorld()
})
afterAll(() => world.remove())

describe('I2 docs/mcp.md', () => {
  it('has a way in for four hosts', () => expect(STARTED).toHaveLength(4))

  it.each(STARTED.map(line => [line.join(' '), line] as const))(
    '%s',
    async (_, [command, first, ...args]) => {
      expect([command, first]).toEqual(['dream', 'mcp'])
      const server = await served(world, {
        args: args.map(each => each.replace(/\$\{workspaceFolder\}/, world.cwd)),
      })
      expect((await server.call('memory_status')).data['folders'][0]).toMatchObject({ notes: 5 })
      await server.close()
    },
  )

  it('names every tool', () => {
    const rows = [...page.matchAll(/^\| `(memory_\w+)`/gm)].map(([, name]) => name)
    expect(rows).toEqual(TOOLS.map(({ name }) => name))
    expect(rows.length).toBeLessThanOrEqual(9)
  })
})

it('I2 server.json and package.json tell the same', () => {
  const { name, version, mcpName } = JSON.parse(read('package.json'))
  const server = JSON.parse(read('server.json'))
  expect(server).toMatchObject({ version, packages: [{ identifier: name, version }] })
  expect(server.description.length).toBeLessThanOrEqual(100)
  expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  if (mcpName !== undefined) expect(mcpName).toBe(server.name)
})
