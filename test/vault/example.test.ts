import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtCommand } from '../built.ts'

const dist = dirname(builtCommand())
const example = join(dist, '../examples/magma.mjs')

describe('examples/magma.mjs', () => {
  it('M13 works as it reads', () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [example], { encoding: 'utf8' })
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    expect(stdout).toContain('Found 1 memory files')
    expect(stdout).toMatch(
      /Best answer: The payment API answers within 350 ms\. \(words: payment.*near in meaning/,
    )
    expect(stdout).toContain('api.md: content-mismatch, high: magma-wins')
  })

  it('M13 nothing loads LanceDB before MAGMA is asked', () => {
    const files = readdirSync(dist, { recursive: true })
      .map(String)
      .filter(name => name.endsWith('.js'))
    const texts = files.map(name => readFileSync(join(dist, name), 'utf8'))
    expect(texts.some(text => /import\("@lancedb\/lancedb"\)/.test(text))).toBe(true)
    for (const text of texts) expect(text).not.toMatch(/^import .*["'](?:@lancedb|apache-arrow)/m)
  })
})
