import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { lay } from '../sources/sandbox.ts'
import { filesOfExample, sourcesWith } from './examples.ts'

const NOTE = '---\nname: Deploys\ndescription: when we deploy\ntype: project\n---\n\nDeploys are on Friday.\n'
const SAID = [
  { type: 'quill', by: 'person', words: 'Always run the linter before you commit, please.' },
  { type: 'quill', by: 'quill', words: 'I will.' },
]

it('a new source is one folder and one line, as docs/contributing.md has it', async () => {
  const files = filesOfExample('Add a source')
  expect([...files.keys()]).toEqual(['src/sources/quill/index.ts', 'src/sources/registry.ts'])
  const top = mkdtempSync(join(tmpdir(), 'dream-source-'))
  const changed = sourcesWith(files)
  onTestFinished(() => {
    changed.remove()
    rmSync(top, { recursive: true, force: true })
  })
  mkdirSync(join(top, 'shop/.git'), { recursive: true })
  lay(top, {
    'shop/.quill/notes/MEMORY.md': '- [Deploys](deploys.md): when we deploy\n',
    'shop/.quill/notes/deploys.md': NOTE,
    'sessions/shop/one.jsonl': SAID.map(line => `${JSON.stringify(line)}\n`).join(''),
  })

  expect(changed.faults).toEqual([])
  const { status, report, extracted, sessions, units } = await changed.run(`
    import { schedulerFor } from './src/automation/schedulers.ts'
    import { openDream } from './src/index.ts'
    import { sessionsSince } from './src/sources/index.ts'
    const top = ${JSON.stringify(top)}
    const [cwd, home, env] = [top + '/shop', top + '/home', { QUILL_HOME: top + '/sessions' }]
    const dream = openDream({ cwd, home, env })
    export const status = await dream.status({})
    export const report = await dream.run({ dryRun: true })
    export const extracted = await dream.extract({ dryRun: true })
    const place = { project: cwd, spellings: [], roots: [], home, env, noted: '', own: '' }
    export const sessions = sessionsSince({ ...place, since: 0, now: Date.now(), current: '' }).count
    const request = { home, env, program: ['dream'], scanMinutes: 10, environment: undefined }
    export const units = schedulerFor('linux').files(request)
  `)
  expect(status).toMatchObject({ folders: [{ label: '.quill/notes', layout: 'index', memories: 1 }] })
  expect(report).toMatchObject({ report: { plan: { folders: [{ label: '.quill/notes' }] } } })
  expect(extracted).toMatchObject({
    transcripts: [{ did: 'read', turns: 2, odd: 0 }],
    drafts: [{ origin: 'user', quote: SAID[0]!.words }],
  })
  expect(sessions).toBe(1)
  expect(JSON.stringify(units)).toContain(`QUILL_HOME=${top}/sessions`)
})
