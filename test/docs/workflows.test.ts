import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { runDream } from '../cli/run-dream.ts'
import { type SampleWorld, sampleWorld } from '../cli/sample-project.ts'

interface Workflow {
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly uses?: string; readonly run?: string }[] }>
  >
}

const stepsIn = (file: string) =>
  Object.values((parse(readFileSync(file, 'utf8')) as Workflow).jobs).flatMap(({ steps }) => steps)

describe('the workflow to copy', () => {
  let world: SampleWorld
  beforeEach(() => {
    world = sampleWorld()
  })
  afterEach(() => world.remove())

  it('I12 calls dream as dream is called', async () => {
    const lines = stepsIn('examples/github-actions/memory.yml').flatMap(({ run = '' }) => run.split('\n'))
    const calls = lines.flatMap(line => /^\s*dream ([^|]*)/.exec(line)?.[1]?.trim() ?? [])
    expect(calls).toHaveLength(2)
    for (const call of calls) expect((await runDream(call.split(' '), world)).code).toBe(3)
  })

  it('I12 has the whole history, without which no reference is dead', () => {
    const [checkout] = stepsIn('examples/github-actions/memory.yml')
    expect(checkout).toMatchObject({ with: { 'fetch-depth': 0 } })
  })
})
