import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'tsdown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
// Below node_modules, so that the bundle finds the packages it leaves outside.
const cache = join(root, 'node_modules/.cache')
let folder: string

beforeAll(async () => {
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'dream-example-'))
  await build({
    entry: { magma: join(root, 'examples/magma.mjs') },
    alias: { dream: join(root, 'src/index.ts') },
    outDir: folder,
    config: false,
    dts: false,
    logLevel: 'silent',
    platform: 'node',
    fixedExtension: false,
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('examples/magma.mjs', () => {
  it('M13 works as it reads', () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [join(folder, 'magma.js')], {
      encoding: 'utf8',
    })
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    expect(stdout).toContain('Found 1 memory files')
    expect(stdout).toMatch(/Best answer: The payment API answers within 350 ms\. \(near in meaning/)
    expect(stdout).toContain('api.md: content-mismatch, high: magma-wins')
  })

  it('M13 nothing loads LanceDB before MAGMA is asked', () => {
    const files = readdirSync(folder, { recursive: true })
      .map(String)
      .filter(name => name.endsWith('.js'))
    const texts = files.map(name => readFileSync(join(folder, name), 'utf8'))
    expect(texts.some(text => /import\("@lancedb\/lancedb"\)/.test(text))).toBe(true)
    for (const text of texts) expect(text).not.toMatch(/^import .*["'](?:@lancedb|apache-arrow)/m)
  })
})
