import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SampleWorld, sampleWorld } from '../cli/sample-project.ts'
import { environmentOf } from './served.ts'

const checkout = join(import.meta.dirname, '../..')
const printed = (...args: readonly string[]): string =>
  execFileSync(process.execPath, args, {
    cwd: checkout,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()

let world: SampleWorld
let inspector: { readonly node: string; readonly program: string }
beforeAll(() => {
  world = sampleWorld()
  const binary = "import('./scripts/node-binary.mjs').then(all => console.log(all.binaryOf('22.23.2')))"
  // What cannot be had fails the test.
  inspector = { node: printed('--eval', binary), program: printed('scripts/outside-tool.mjs', 'inspector') }
})
afterAll(() => world.remove())

/** The inspector of the protocol's makers, at the server that the plugin starts. */
function inspected(...args: readonly string[]) {
  const server = [process.execPath, join(checkout, 'plugin/dream.js'), 'mcp']
  const { status, stdout, stderr } = spawnSync(
    inspector.node,
    [inspector.program, '--cli', ...server, ...args],
    { cwd: world.cwd, env: environmentOf(world), encoding: 'utf8' },
  )
  expect(status, stderr).toBe(0)
  return JSON.parse(stdout)
}

it('I2 the inspector lists tools, resources and the prompt, and calls a tool', () => {
  const { tools } = inspected('--method', 'tools/list')
  expect(tools).toHaveLength(9)
  const { structuredContent } = inspected('--method', 'tools/call', '--tool-name', 'memory_status')
  expect(structuredContent.folders[0]).toMatchObject({ notes: 5 })
  const page = readFileSync(join(checkout, 'docs/mcp.md'), 'utf8')
  const shown = page.split('```text inspector\n')[1]!.split('\n```')[0]!
  const printedStatus = JSON.stringify({ structuredContent }, null, 2)
  for (const line of shown.split('\n')) expect(printedStatus).toContain(line)
  const { resources } = inspected('--method', 'resources/list')
  expect(resources).toHaveLength(6)
  const read = inspected('--method', 'resources/read', '--uri', resources[0].uri)
  expect(read.contents[0].text).toContain('# Shop')
  const { prompts } = inspected('--method', 'prompts/list')
  expect(prompts.map(({ name }: { name: string }) => name)).toEqual(['dream'])
})
