import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { filesOfExample, sourcesWith } from './examples.ts'

const CHECK = 'src/checks/guesses.ts'
const FIXTURE = 'test/fixtures/guesses/uncertain/memory/old-deploy.md'

it('a new check is one file, one line and one folder of fixtures, as docs/contributing.md has it', async () => {
  const files = filesOfExample('Add a check')
  expect([...files.keys()]).toEqual([CHECK, 'src/checks/registry.ts', FIXTURE])
  const memory = mkdtempSync(join(tmpdir(), 'dream-check-'))
  const changed = sourcesWith(files)
  onTestFinished(() => {
    changed.remove()
    rmSync(memory, { recursive: true, force: true })
  })
  mkdirSync(join(memory, 'home'))
  writeFileSync(join(memory, basename(FIXTURE)), files.get(FIXTURE)!)
  writeFileSync(join(memory, 'MEMORY.md'), '- [Deploying by hand](old-deploy.md) — how it was\n')

  expect(changed.faults).toEqual([])
  const found = await changed.run(`
    import { checkManuals } from './scripts/check-manuals.ts'
    import { DEFAULT_POLICY } from './src/model/index.ts'
    import { dream } from './src/pipeline/index.ts'
    import { planSchema } from './src/plan/schema.ts'
    import { NO_COLOR, reasonWords, renderMarkdown, renderTerminal } from './src/report/index.ts'
    const memory = ${JSON.stringify(memory)}
    const where = { cwd: memory, home: memory + '/home', env: {}, paths: [memory], allProjects: false }
    const report = await dream({ where, policy: DEFAULT_POLICY, mode: 'dry-run' })
    const [folder] = report.plan.folders
    const [proposal] = folder.proposals
    export const findings = folder.findings
    export const offered = proposal.actions
    export const reasons = proposal.actions.map(action => reasonWords(action.reason))
    export const read = planSchema.safeParse(JSON.parse(JSON.stringify(report.plan))).success
    export const terminal = renderTerminal(report, { color: NO_COLOR, width: 100 })
    export const markdown = renderMarkdown(report)
    export const manual = checkManuals(new URL('..', import.meta.url).pathname)
  `)
  const { findings, offered, reasons, read, terminal, markdown, manual } = found
  const [{ id }] = findings as [{ id: string }]
  expect(findings).toMatchObject([{ kind: 'guess', source: 'observed', quote: 'This note is a guess.' }])
  expect(offered).toMatchObject([{ kind: 'archive', finding: id, reason: { why: 'guess' } }])
  expect(reasons).toEqual(['Guess'])
  expect(read).toBe(true)
  expect(terminal).toMatch(/old-deploy\.md {2}says that it is a guess\n\s+here: "This note is a guess\."/)
  expect(markdown).toContain('old-deploy.md: says that it is a guess')
  expect(manual).toContain('## Guesses\n\nFinds memories that say of themselves')
})
