import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Where } from '../../src/app/app.ts'
import { CrossSystemInterop } from '../../src/compat/interop.ts'
import { type Config, DEFAULTS } from '../../src/config/settings.ts'
import type { Model } from '../../src/models/model.ts'
import { builtCommand } from '../built.ts'
import { runDream } from '../cli/run-dream.ts'
import { dreamAt } from '../dream-at.ts'

const ROOT = join(import.meta.dirname, '../..')
const settings: Config = { ...DEFAULTS, magma: { ...DEFAULTS.magma, enabled: false } }
let top: string
let where: Where

const memory = (name: string, type: string, text: string) =>
  `---\nname: ${name}\ndescription: About ${name}\ntype: ${type}\n---\n\n${text}\n`
const FILES: Record<string, string> = {
  'MEMORY.md': '# Memory\n',
  'editor.md': memory('Editor', 'user', 'The user prefers a dark theme.'),
  'queue_old.md': memory('Old queue', 'project', 'Jobs wait in Redis. Superseded by [[queue]].'),
  'queue.md': memory(
    'Queue',
    'project',
    'We left Redis for the job queue because it lost jobs when it was restarted.',
  ),
  'deploy.md': memory(
    'Deploy',
    'reference',
    `${'Nothing of note here.\n\n'.repeat(60)}## Fridays\n\nDeploys never happen on Fridays.`,
  ),
  'chinese.md': memory('数据库', 'project', '我们把数据库从 MySQL 迁移到了 Postgres，因为需要向量检索。'),
}

beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), 'dream-search-'))
  mkdirSync(join(top, 'notes'))
  for (const [file, text] of Object.entries(FILES)) writeFileSync(join(top, 'notes', file), text)
  where = {
    cwd: top,
    home: top,
    env: { DREAM_MAGMA__ENABLED: 'false' },
    paths: [join(top, 'notes')],
    allProjects: false,
  }
})
afterAll(() => rmSync(top, { recursive: true }))

const ask = (query: string, more: { readonly verify?: boolean } = {}, at = where) =>
  dreamAt(at).search({ words: [query], ...more })

describe('one question', () => {
  it('M4 M13 works as the first design reads: intent, route, stages, hits with provenance and reasons', async () => {
    const interop = new CrossSystemInterop(join(top, 'notes'), { cwd: top, home: top, env: {}, settings })
    await interop.initialize()
    const results = await interop.retrieve({
      query: 'user preferences',
      limit: 10,
      searchCCB: true,
      searchMAGMA: true,
    })
    expect(results.intent).toMatchObject({ kind: 'preference-recall', by: 'rules' })
    expect(results.route).toMatchObject({ engines: ['ccb'] })
    expect(results.hits[0]).toMatchObject({
      file: 'editor.md',
      source: 'notes/editor.md:7',
      type: 'user',
      engines: ['ccb'],
    })
    expect(results.hits[0]!.reasons.join()).toMatch(/words: .*prefer/)
    expect(results.tokens).toBeLessThanOrEqual(results.budget)
    const none = await interop.retrieve({ query: 'user preferences', searchCCB: false })
    expect(none).toMatchObject({ hits: [], notes: ['both engines are switched off'] })
  })

  it('M4 names the part of a long file, finds Chinese, labels what is superseded and does not hide it', async () => {
    const friday = (await ask('deploys on Fridays')).hits[0]!
    expect(friday.source).toBe(
      `notes/deploy.md:${FILES['deploy.md']!.split('\n').indexOf('Deploys never happen on Fridays.') + 1}`,
    )
    expect(friday.text).toContain('never happen on Fridays')
    expect((await ask('为什么迁移数据库')).hits[0]!.file).toBe('chinese.md')
    const queue = (await ask('redis jobs queue')).hits
    expect(queue.find(hit => hit.file === 'queue_old.md')).toMatchObject({ supersededBy: 'queue' })
  })

  it('M5 M7 a model may be asked about the hits: it moves them behind others and takes none away', async () => {
    const said: string[] = []
    const verificationModel: Model = {
      name: 'scripted',
      ask: async (question, shape) => {
        said.push(question.role)
        const spent = { calls: 1, inputTokens: 1, outputTokens: 1, cost: null }
        return { outcome: 'answered', value: shape.parse({ fits: [1] }), spent }
      },
      converse: async () => {
        throw new Error('nobody converses here')
      },
    }
    const config = { cwd: top, home: top, env: {}, settings, verificationModel }
    const interop = new CrossSystemInterop(join(top, 'notes'), config)
    const plain = await interop.retrieve({ query: 'redis jobs queue' })
    expect(said).toEqual([])
    const verified = await interop.retrieve({ query: 'redis jobs queue', verify: true })
    expect(said).toEqual(['verification'])
    expect(verified.hits[0]).toMatchObject({ id: plain.hits[1]!.id, verified: 'fits' })
    expect(verified.hits).toHaveLength(plain.hits.length)
    const unset = await ask('redis', { verify: true })
    expect(unset.notes).toContain('no model is set for llm.verification: the results were not verified')
  })

  it.each([
    ['nothing', ''],
    ['white space', ' \n\t '],
    ['100 KB', 'redis queue '.repeat(9000)],
    ['100 KB without a space', 'x'.repeat(100_000)],
    ['100 KB of Chinese', '数据库迁移'.repeat(20_000)],
    ['controls and half a character', '\u0000\u001b[31m\ud800 redis'],
    ['an expression', '(a+)+$ .* [[[ "'],
    ['names of prototypes', '__proto__ constructor hasOwnProperty'],
  ])('M6 bad input: %s', async (_, query) => {
    const { hits, notes } = await ask(query)
    expect(hits.length).toBeLessThanOrEqual(10)
    if (query.length > 10_000)
      expect(notes).toContain('the question is very long: only its first 10,000 characters were used')
    if (query.trim() === '') expect(notes).toContain('the question is empty')
    if (query.includes('redis')) expect(hits[0]!.file).toMatch(/queue/)
  })

  it('M6 a folder that is not there is a sentence', async () => {
    await expect(ask('x', {}, { ...where, paths: ['/nowhere/at/all'] })).rejects.toThrow(
      /no such file or folder/,
    )
    const nowhere = join(top, 'empty')
    mkdirSync(nowhere, { recursive: true })
    await expect(ask('x', {}, { ...where, cwd: nowhere, paths: [] })).rejects.toThrow(/no memory folder/)
  })
})

describe('dream search', () => {
  const dream = (...argv: string[]) =>
    runDream(argv, { cwd: top, home: top, env: { DREAM_MAGMA__ENABLED: 'false' } })

  it('I7 prints by source, and how it was found where that is asked', async () => {
    const { stdout, code } = await dream(
      'search',
      'why',
      'did',
      'we',
      'leave',
      'redis',
      '--folder',
      'notes',
      '--explain',
    )
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^🔍 "why did we leave redis":\n\n── notes ──\n· queue.md:7 {2}Queue\n {2}We left Redis/,
    )
    expect(stdout).toContain('superseded by queue')
    expect(stdout).toMatch(/why: words: .*redis/)
    expect(stdout).toContain('Question: causal-reasoning (0.85, by rules)')
    expect(stdout).toMatch(/ccb-fast: .*\n/)
  })

  it('I7 --json is one list; --limit and --engine are followed; nothing found is said', async () => {
    const { stdout } = await dream('search', 'redis', '--folder', 'notes', '--limit', '1', '--json')
    const json = JSON.parse(stdout) as { format: string; hits: { file: string }[] }
    expect(json.format).toBe('dream-search')
    expect(json.hits).toHaveLength(1)
    expect((await dream('search', 'zzzzqq', '--folder', 'notes', '--engine', 'ccb')).stdout).toContain(
      'Nothing found.',
    )
    expect(await dream('search', 'redis', '--folder', 'nowhere')).toMatchObject({ code: 2, stdout: '' })
  })
})

describe('what a question loads', () => {
  it('M4 nothing of MAGMA stands in the way of a question to the files', () => {
    expect(
      staticImports('src/compat/interop.ts').filter(file =>
        /src\/magma\/|tasks\/magma|src\/agents\/(?!model|timer)/.test(file),
      ),
    ).toEqual([])
    expect(staticImports('src/commands/search.ts').filter(file => file.includes('src/magma/'))).toEqual([])
  })

  it('M13 the example runs as it is written, and with MAGMA off no LanceDB is loaded', () => {
    const example = join(dirname(builtCommand()), '../examples/search.mjs')
    const report =
      'process.on("exit", () => process.stderr.write(String(process.report.getReport().sharedObjects.some(one => /lancedb/.test(one)))))'
    const watch = join(top, 'watch.cjs')
    writeFileSync(watch, report)
    const { stdout, stderr } = spawnSync(process.execPath, ['--require', watch, example], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('false')
    const lines = stdout.trimEnd().split('\n')
    expect(lines[0]).toMatch(/^memory\/editor\.md:6: The user prefers a dark theme/)
    expect(lines.slice(-4)).toEqual([
      'causal-reasoning: Queue',
      'causal-reasoning by both: CCB, then MAGMA; follows causal and temporal links',
      'temporal-analysis',
      'lost: editor.md',
    ])
  })
})

/** Every file that importing one file loads; types and what is imported when it is needed do not count. */
function staticImports(entry: string): string[] {
  const seen = new Set<string>()
  const visit = (path: string) => {
    if (seen.has(path)) return
    seen.add(path)
    const source = readFileSync(path, 'utf8')
    for (const [, clause, from] of source.matchAll(/^(?:import|export) ([^;'"]*? from )?'(\.[^']+)'/gms)) {
      if (clause?.startsWith('type ') === true) continue
      visit(resolve(dirname(path), from!))
    }
  }
  visit(join(ROOT, entry))
  return [...seen]
}
