import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runDream, type World } from './run-dream.ts'
import { type SampleWorld, sampleWorld } from './sample-project.ts'

let world: SampleWorld
beforeEach(() => {
  world = sampleWorld()
})
afterEach(() => world.remove())

/** What differs from run to run gets a name in its place. */
function settled(text: string): string {
  return (
    text
      .replaceAll(world.top, '<tmp>')
      // How long that name is decides where a line breaks.
      .replaceAll(/(--folder <tmp>\S*)\n {2}(?=\S)/g, '$1  ')
      .replaceAll(/^in [\d.]+ s$/gm, 'in <n> s')
      .replaceAll(/\r\u001b\[K(?:[^\r\n…]*…)?/g, '')
      .replaceAll(/\d{8}T\d{6}-[0-9a-f]{6}/g, '<run>')
      .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, '<time>')
      .replaceAll(/"at": "[^"]+"/g, '"at": "<time>"')
      .replaceAll(/"seconds": [\d.e-]+/g, '"seconds": 0')
      .replaceAll(/"weight": [\d.e-]+/g, '"weight": <weight>')
      .replaceAll(/weighs [\d.]+/g, 'weighs <weight>')
      .replaceAll(/\bin [0-9a-f]{8} on\b/g, 'in <commit> on')
      .replaceAll(/[0-9a-f]{40,64}/g, '<hash>')
  )
}

/** Runs commands one after the other and writes down what a person would see. */
async function session(...lines: (readonly [argv: string, rest?: Partial<World>])[]): Promise<string> {
  const pages: string[] = []
  for (const [argv, rest] of lines) {
    const words = argv.split(' ').filter(word => word !== '')
    const { code, stdout, stderr, asked } = await runDream(words, { ...world, ...rest })
    const said = [
      stderr,
      asked.map((question, i) => `? ${question} ${rest?.answers?.[i] ?? '(ctrl-c)'}\n`).join(''),
      stdout,
    ]
    pages.push(`$ dream ${argv}\n${said.join('')}exit ${code}\n`)
  }
  return settled(pages.join('\n'))
}

function compare(name: string, text: string): void {
  const file = join(import.meta.dirname, 'sessions', `${name}.txt`)
  if (process.env['UPDATE_SESSIONS'] === '1') writeFileSync(file, text)
  expect(text).toBe(
    existsSync(file) ? readFileSync(file, 'utf8') : '(no such session yet: UPDATE_SESSIONS=1 writes it)',
  )
}

describe('sessions (UPDATE_SESSIONS=1 writes them anew)', () => {
  it('D17 D24 a dry run', async () => {
    compare('dry-run', await session(['--dry-run']))
  })

  it('D18 D20 D40 a run without a question, its history and its undo', async () => {
    compare(
      'run-and-undo',
      await session(['--yes'], ['status'], ['history'], ['undo'], ['history upload.md']),
    )
  })

  it('D40 without a terminal and without --yes the plan is shown and nothing is changed', async () => {
    compare('nobody-there', await session([''], ['--quiet'], ['--yes --quiet']))
  })

  it('D24 a report as Markdown and as JSON', async () => {
    compare('forms', await session(['--dry-run --markdown'], ['--check --json']))
  })

  it('on a terminal the plan is shown and the person decides', async () => {
    compare(
      'asked',
      await session(
        ['', { answers: ['not-now'] }],
        ['--quiet', { answers: [] }],
        ['', { answers: ['one-by-one', 'archive', 'keep', 'apply'] }],
        ['--verbose', { answers: ['apply'] }],
        ['', { answers: [] }],
      ),
    )
  })

  it('D19 plan and apply apart', async () => {
    compare(
      'plan-and-apply',
      await session(
        ['plan -o ../plan.json'],
        ['apply ../plan.json'],
        ['apply ../plan.json', { answers: ['not-now'] }],
        ['apply ../plan.json --yes'],
      ),
    )
  })

  it('explain, load and fsck', async () => {
    compare('looking', await session(['explain upload.md'], ['load'], ['--yes'], ['doctor --fix']))
  })

  it('purge asks, and needs --yes where nobody is there', async () => {
    compare(
      'purge',
      await session(
        ['--yes'],
        ['purge upload.md --dry-run'],
        ['purge upload.md'],
        ['purge upload.md', { answers: ['no'] }],
        ['purge upload.md', { answers: ['yes'] }],
        ['purge upload.md --yes'],
        ['purge'],
      ),
    )
  })

  it('D26 a given path that is not there, and a slip of the finger', async () => {
    compare(
      'not-there',
      await session(['./nowhere'], ['histroy'], ['explain nothing.md'], ['apply nothing.json']),
    )
  })
})
