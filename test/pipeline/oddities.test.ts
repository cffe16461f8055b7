import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { ofKind } from '../../src/checks/index.ts'
import { exitCode } from '../../src/model/outcome.ts'
import type { Finding } from '../../src/model/plan.ts'
import { dream } from '../../src/pipeline/pipeline.ts'
import { renderMarkdown } from '../../src/report/markdown.ts'
import { NO_COLOR } from '../../src/report/page.ts'
import { renderTerminal } from '../../src/report/terminal.ts'
import { dreamAt } from '../dream-at.ts'
import { emptyPlace, type Place, policy, treeBelow } from './place.ts'

let open: Place[] = []
afterEach(() => {
  for (const each of open) each.remove()
  open = []
})

const note = (name: string, body: string) =>
  `---\nname: ${name}\ndescription: about ${name}\ntype: project\nkeep: "as it is" # and this\n---\n${body}`

/** One folder with everything that a real disk has. */
function oddPlace(): Place {
  const place = emptyPlace()
  open.push(place)
  const at = (name: string) => join(place.memory, name)
  mkdirSync(join(place.project, 'src'))
  writeFileSync(join(place.project, 'src/app.ts'), 'export const app = 1\n')
  writeFileSync(at('empty.md'), '')
  writeFileSync(at('bom.md'), `\ufeff${note('bom', 'Starts with a mark: `src/app.ts`.\n')}`)
  writeFileSync(at('crlf.md'), note('crlf', 'Two\nlines of its own kind.\n').replaceAll('\n', '\r\n'))
  writeFileSync(at('latin1.md'), Buffer.from('caf\xe9 \xff\xfe', 'latin1'))
  writeFileSync(at('nul.md'), note('nul', 'a\0b\n'))
  writeFileSync(at('no-final-newline.md'), note('tail', 'ends without one'))
  writeFileSync(at('two\nlines.md'), note('newline in the name', 'Odd but ours.\n'))
  writeFileSync(at('quote"\'`.md'), note('quotes', 'Quoted.\n'))
  writeFileSync(at('esc\u001b[31m\u202e.md'), note('escape', 'Colourful.\n'))
  writeFileSync(at('bad-yaml.md'), '---\n: : [\n---\nbody\n')
  writeFileSync(at('huge.md'), 'x')
  truncateSync(at('huge.md'), 100_000_000)
  symlinkSync('loop-b.md', at('loop-a.md'))
  symlinkSync('loop-a.md', at('loop-b.md'))
  symlinkSync(join(place.project, 'src/app.ts'), at('outside.md'))
  mkdirSync(at('folder.md'))
  mkdirSync(at('team'))
  writeFileSync(at('team/inner.md'), 'not tended\n')
  spawnSync('mkfifo', [at('pipe.md')])
  const month = Date.now() / 1000 - 40 * 86_400
  for (const [n, name] of ['empty.md', 'bom.md', 'crlf.md', 'huge.md'].entries())
    utimesSync(at(name), month, month + n * 60)
  return place
}

const odd = (findings: readonly Finding[]) =>
  new Map(ofKind(findings, 'oddity').map(({ name, oddity }) => [name, oddity] as const))

it('D2 D25 whatever a real disk has is reported, and nothing of it is touched or makes it stop', async () => {
  const place = oddPlace()
  const before = treeBelow(place.project)
  const report = await dream({ where: place.where, policy: policy(), mode: 'live' })
  const folder = report.plan.folders[0]!
  const oddities = odd(folder.findings)
  expect(Object.fromEntries(oddities)).toMatchObject({
    'latin1.md': 'not-utf8',
    'huge.md': 'too-large',
    'loop-a.md': 'symlink',
    'loop-b.md': 'symlink',
    'outside.md': 'symlink',
    'folder.md': 'not-a-file',
    'pipe.md': 'not-a-file',
    'bad-yaml.md': 'frontmatter-unreadable',
  })
  expect(folder.subfolders).toContain('team')
  expect(folder.verdicts.map(verdict => verdict.file)).toEqual(
    expect.arrayContaining(['empty.md', 'bom.md', 'crlf.md', 'nul.md', 'two\nlines.md', 'quote"\'`.md']),
  )
  expect(exitCode(report)).toBe(0)
  const after = treeBelow(place.project)
  delete after['.claude/agent-memory/foo/MEMORY.md']
  expect(after).toEqual(before)
})

it('D21 D23 an index made for odd names leads to every file, and a second run changes nothing', async () => {
  const place = oddPlace()
  await dream({ where: place.where, policy: policy({ rules: 'seed' }), mode: 'live' })
  const before = treeBelow(place.project)
  const second = await dream({ where: place.where, policy: policy({ rules: 'seed' }), mode: 'live' })
  expect(second.plan.folders[0]!.actions).toEqual([])
  expect(treeBelow(place.project)).toEqual(before)
  await dreamAt(place.where).undo()
  expect(treeBelow(place.project)).not.toHaveProperty('.claude/agent-memory/foo/MEMORY.md')
})

it('I1 no control character of a file name reaches a terminal or a table', async () => {
  const place = oddPlace()
  const report = await dream({ where: place.where, policy: policy(), mode: 'dry-run' })
  for (const text of [
    renderMarkdown(report),
    renderTerminal(report, { color: NO_COLOR, width: 100, verbose: true } as never),
  ]) {
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
  }
})

it('D25 an empty folder and a missing one are told in the words of the first design', async () => {
  const place = emptyPlace()
  open.push(place)
  writeFileSync(join(place.memory, 'MEMORY.md'), '# foo Memory\n')
  const empty = await dream({ where: place.where, policy: policy(), mode: 'live' })
  expect(renderMarkdown(empty)).toContain('Directory empty, nothing to consolidate')
  rmSync(join(place.project, '.claude'), { recursive: true })
  const none = await dream({ where: place.where, policy: policy(), mode: 'live' })
  expect(renderMarkdown(none)).toContain('No memory directories found')
  expect(exitCode(none)).toBe(0)
  const wrong = await dream({ where: { ...place.where, paths: ['nowhere'] }, policy: policy(), mode: 'live' })
  expect(exitCode(wrong)).toBe(2)
})

it('D34 a journal workspace is left alone, and an unclear one asks', async () => {
  const place = emptyPlace()
  open.push(place)
  mkdirSync(join(place.top, 'space/memory'), { recursive: true })
  writeFileSync(join(place.top, 'space/MEMORY.md'), '## Current State\n\n- building\n')
  writeFileSync(join(place.top, 'space/memory/2026-10-01.md'), '- did things\n')
  writeFileSync(join(place.top, 'space/notes.md'), 'a note\n')
  const where = { ...place.where, paths: [join(place.top, 'space')] }
  const before = treeBelow(join(place.top, 'space'), 'all')
  const journal = await dream({ where, policy: policy({ rules: 'seed' }), mode: 'live' })
  expect(journal.plan.folders[0]).toMatchObject({ layout: 'journal', actions: [] })
  rmSync(join(place.top, 'space/memory'), { recursive: true })
  const unclear = await dream({ where, policy: policy({ rules: 'seed' }), mode: 'live' })
  expect(unclear.plan.folders[0]).toMatchObject({ layout: 'unclear', actions: [] })
  expect(renderMarkdown(unclear)).toContain('--layout')
  const after = treeBelow(join(place.top, 'space'))
  expect(after['MEMORY.md']).toEqual(before['MEMORY.md'])
})
