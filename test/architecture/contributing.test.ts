import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blocksOf, type Extended, withExamples } from './worked-examples.ts'

let extended: Extended
beforeAll(async () => {
  extended = await withExamples()
})
afterAll(() => extended.remove())

describe('docs/contributing.md, followed to the letter', () => {
  it('a command is one file and one line', () => {
    const { code, stdout } = extended.dream(['greet', 'Ada', '--loud', '--json'], extended.top)
    expect(JSON.parse(stdout)).toEqual({ format: 'dream-greeting', version: 1, words: 'HELLO ADA' })
    expect(code).toBe(0)
    expect(extended.dream(['greet', 'Ada'], extended.top).stdout).toBe('Hello Ada\n')
    expect(extended.dream(['--help'], extended.top).stdout).toMatch(/^ {2}dream greet +say hello$/m)
    expect(extended.dream(['greet', '--help'], extended.top).stdout).toContain('--loud')
    expect(extended.dream(['completion', 'bash'], extended.top).stdout).toContain('greet')
    expect(extended.dream(['greet'], extended.top)).toMatchObject({ code: 2 })
  })
})

it('only blocks that name a file of src are taken', () => {
  expect(blocksOf('```ts src/a.ts\nx\n```\n```ts\ny\n```\n')).toEqual([
    { kind: 'ts', path: 'src/a.ts', text: 'x\n' },
  ])
})
