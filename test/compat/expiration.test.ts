import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { explain } from '../../src/commands/explain.ts'
import { ExpirationHandler, type Finding, type Policy } from '../../src/index.ts'
import type { Activity } from '../../src/model/folder.ts'
import { dream } from '../../src/pipeline/pipeline.ts'
import { NO_COLOR } from '../../src/report/page.ts'
import { renderTerminal } from '../../src/report/terminal.ts'
import { runDream } from '../cli/run-dream.ts'
import { dreamAt, shown } from '../dream-at.ts'
import { emptyPlace, type Place, policy } from '../pipeline/place.ts'
import { queueAt } from '../review/open.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const OLD = Date.UTC(2020, 0, 1) / 1000
const SEED = policy({ rules: 'seed' })

const note = (type: string, body: string): string =>
  `---\nname: about ${type}\ndescription: what there is to say about ${type}\ntype: ${type}\n---\n${body}\n`

const NOTES = {
  'plan.md': note('project', 'The checkout is rewritten page by page, and the basket comes first.'),
  'tabs.md': note('feedback', 'Indentation is a matter of tabs, whatever the editor thinks.'),
  'who.md': note('user', 'Ann is a database person and likes short answers.'),
  'MEMORY.md':
    '- [about project](plan.md) — what there is to say about project\n- [about feedback](tabs.md) — what there is to say about feedback\n- [about user](who.md) — what there is to say about user\n',
}

/** A repository that nobody touched since 2020, with a memory of every type. */
function sleeping(notes: Readonly<Record<string, string>> = NOTES): Place {
  const place = emptyPlace()
  closing.push(() => place.remove())
  write(join(place.project, 'src/checkout.ts'), 'export const checkout = 1\n')
  for (const [name, text] of Object.entries(notes)) write(join(place.memory, name), text)
  git(place, 'init', '-q', '-b', 'main')
  commit(place, '2020-03-01T12:00:00Z')
  age(place.project)
  return place
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function age(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== '.git') age(path)
    else if (entry.isFile()) utimesSync(path, OLD, OLD)
  }
}

function git(place: Place, ...args: string[]): void {
  const who = ['-c', 'user.name=A Person', '-c', 'user.email=person@example.org']
  execFileSync('git', [...who, '-C', place.project, ...args], { stdio: 'pipe' })
}

function commit(place: Place, date: string): void {
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
  const who = ['-c', 'user.name=A Person', '-c', 'user.email=person@example.org']
  execFileSync('git', [...who, '-C', place.project, 'add', 'src'], { stdio: 'pipe' })
  execFileSync('git', [...who, '-C', place.project, 'commit', '-q', '--allow-empty', '-m', 'x'], {
    env,
    stdio: 'pipe',
  })
}

const night = (place: Place, rules: Policy, mode: 'live' | 'dry-run' = 'live') =>
  dream({ where: place.where, policy: rules, mode })
const kinds = (findings: readonly Finding[] = []) => findings.map(({ kind }) => kind)
const is = (place: Place, name: string) => existsSync(join(place.memory, name))
const what: Activity['what'] = 'commit'

describe('M10 a project that sleeps', () => {
  it('M10 under careful nothing goes: a question that can be explained, accepted and undone', async () => {
    const place = sleeping()
    const report = await night(place, policy())
    expect(is(place, 'plan.md')).toBe(true)
    const text = renderTerminal(report, { color: NO_COLOR, width: 100, place: '' })
    expect(text).toContain('is about a project without commit, session or edit since 2020-03-01')
    expect(text).toContain('needs review: only you know whether the project is over')

    const [explained] = (await dreamAt(place.where).explain({ memory: 'plan.md' })).explanations
    expect(explained?.findings).toMatchObject([{ kind: 'project-inactive', last: '2020-03-01', what }])
    expect(explained?.wouldChange.join(' ')).toContain('expiry.project.inactiveDays')

    const review = queueAt(place.where, policy())
    const [waiting] = await review.list('open')
    const done = (await review.accept(waiting!.id)).outcome!
    expect(is(place, 'plan.md')).toBe(false)
    await dreamAt(place.where).undo({ run: done.run! })
    expect(is(place, 'plan.md')).toBe(true)
  })

  it('M10 under seed it is archived as project-inactive, the night after changes nothing, and undo brings it back', async () => {
    const place = sleeping()
    const report = await night(place, SEED)
    expect(report.results[0]?.outcomes.map(({ action }) => [action.file, action.reason.why])).toEqual([
      ['plan.md', 'project-inactive'],
      ['MEMORY.md', 'index'],
    ])
    expect([is(place, 'plan.md'), is(place, 'tabs.md'), is(place, 'who.md')]).toEqual([false, true, true])
    const again = await night(place, SEED)
    expect(again.plan.folders[0]?.actions).toEqual([])
    await dreamAt(place.where).undo({ run: report.results[0]!.run! })
    expect(is(place, 'plan.md')).toBe(true)
  })

  it('M10 a commit wakes it up, also where the plan of the last night was kept', async () => {
    const place = sleeping()
    const before = await night(place, policy())
    expect(kinds(before.plan.folders[0]?.findings)).toContain('project-inactive')
    const kept = await night(place, policy())
    expect(kept.since?.[0]?.skipped).toBe(3)
    expect(kinds(kept.plan.folders[0]?.findings)).toContain('project-inactive')
    commit(place, new Date().toISOString())
    const after = await night(place, policy())
    expect(kinds(after.plan.folders[0]?.findings)).not.toContain('project-inactive')
  })

  it('M10 a memory that Dream archived was edited when it was: that it went puts nobody to sleep', async () => {
    const stale = note('user', 'She wrote `src/gone.ts` and `src/lost.ts` herself.')
    const place = sleeping({ ...NOTES, 'stale.md': stale })
    const lately = Date.now() / 1000 - 20 * 86_400
    utimesSync(join(place.memory, 'stale.md'), lately, lately)
    await night(place, SEED)
    expect([is(place, 'stale.md'), is(place, 'plan.md')]).toEqual([false, true])
    const after = await night(place, SEED)
    expect(kinds(after.plan.folders[0]?.findings)).not.toContain('project-inactive')
    expect(is(place, 'plan.md')).toBe(true)
  })

  it('M10 can be switched off in the configuration, and a stranger may switch it off but not on', async () => {
    const place = sleeping()
    const world = {
      cwd: place.project,
      home: place.where.home,
      env: place.where.env as Record<string, string>,
    }
    const shown = async () => (await runDream(['--dry-run', '--json'], world)).stdout
    expect(await shown()).toContain('project-inactive')
    const own = join(place.project, 'dream.config.json')
    writeFileSync(own, '{"expiry":{"project":{"enabled":false}}}')
    utimesSync(own, OLD, OLD)
    expect(await shown()).not.toContain('project-inactive')
    writeFileSync(own, '{"expiry":{"project":{"inactiveDays":1},"reference":{"checkLinks":true}}}')
    const { stderr } = await runDream(['--dry-run'], world)
    expect(stderr).toContain('expiry.project.inactiveDays, expiry.reference.checkLinks')
    expect(stderr).toContain('is ignored until you run dream config trust')
  })
})

describe('M10 links', () => {
  /** Answers 404 to everything, and counts. */
  async function server() {
    let asked = 0
    const made = createServer((_, response) => {
      asked++
      response.writeHead(404).end()
    })
    await new Promise<void>(done => made.listen(0, '127.0.0.1', done))
    closing.push(() => new Promise(done => made.close(done)))
    return { url: `http://127.0.0.1:${(made.address() as AddressInfo).port}/runbook`, asked: () => asked }
  }

  const withLinks = (url: string): Place =>
    sleeping({
      'runbook.md': note('reference', `The runbook is ${url}.`),
      'other.md': note('user', `Not ${url}.`),
    })

  it('M10 are asked only when wanted; a reference that is gone is marked, and stays', async () => {
    const { url, asked } = await server()
    const place = withLinks(url)
    const mayAsk = (address: string) => address === '127.0.0.1'
    const unasked = await dream({ where: place.where, policy: policy(), mode: 'dry-run', mayAsk })
    expect([asked(), kinds(unasked.plan.folders[0]?.findings).includes('unreachable-resource')]).toEqual([
      0,
      false,
    ])

    const { expiry } = policy()
    const wanted = policy({ expiry: { ...expiry, reference: { checkLinks: true, timeoutMs: 5000 } } })
    const report = await dream({ where: place.where, policy: wanted, mode: 'live', mayAsk })
    expect(asked()).toBe(2)
    expect(is(place, 'runbook.md')).toBe(true)
    expect(report.notes).toContain('1 link checked: 0 reachable, 1 gone, 0 unknown')
    const text = renderTerminal(report, { color: NO_COLOR, width: 200, place: '' })
    expect(text).toContain(`broken: line 6 links to ${url}, which is gone (404)`)

    // The plan of that night is kept by what was answered then: without a question nothing is said.
    const later = await dream({ where: place.where, policy: wanted, mode: 'dry-run', mayAsk: () => false })
    expect(kinds(later.plan.folders[0]?.findings)).not.toContain('unreachable-resource')
  })

  it('M10 --check-links asks no machine that is not public', async () => {
    const { url, asked } = await server()
    const place = withLinks(url)
    const world = {
      cwd: place.project,
      home: place.where.home,
      env: place.where.env as Record<string, string>,
    }
    const { code, stdout } = await runDream(['--dry-run', '--check-links', '--json'], world)
    expect(code).toBe(0)
    expect(JSON.parse(stdout).notes).toEqual([
      '1 link checked: 0 reachable, 0 gone, 1 unknown',
      '1 link not judged: it leads into a network that is not public',
    ])
    expect(asked()).toBe(0)
  })
})

describe('M10 ExpirationHandler', () => {
  it('M10 looks at every memory by its type and says what became of it', async () => {
    const place = sleeping()
    const options = { ...place.where }
    const waits = await new ExpirationHandler(place.memory, options).checkExpiration()
    expect(waits.expired).toEqual([
      {
        kind: 'project-inactive',
        file: 'plan.md',
        last: '2020-03-01',
        what,
        became: 'waits',
        because: 'only you know whether the project is over',
      },
    ])
    expect(waits.run).toBeUndefined()
    expect(waits.weights).toMatchObject([{ file: 'tabs.md' }])
    expect(waits.weights[0]!.weight).toBeLessThan(0.1)

    const seed = { ...options, policy: { rules: 'seed' as const } }
    const dry = await new ExpirationHandler(place.memory, { ...seed, mode: 'dry-run' }).checkExpiration()
    expect([dry.expired[0]?.became, is(place, 'plan.md')]).toEqual(['would-be-archived', true])
    const live = await new ExpirationHandler(place.memory, seed).checkExpiration()
    expect([live.expired[0]?.became, is(place, 'plan.md')]).toEqual(['archived', false])
    await dreamAt(place.where).undo({ run: live.run! })
    expect(is(place, 'plan.md')).toBe(true)
  })

  it('M10 tends expiry alone: a stale memory is left to the dream', async () => {
    const place = sleeping({ ...NOTES, 'copy.md': NOTES['who.md'] })
    const seed = { ...place.where, policy: { rules: 'seed' as const } }
    await new ExpirationHandler(place.memory, seed).checkExpiration()
    expect([is(place, 'plan.md'), is(place, 'copy.md'), is(place, 'who.md')]).toEqual([false, true, true])
  })

  it('M10 feedback tells its weight where it is explained, and in every line of --verbose', async () => {
    const place = sleeping()
    const month = Date.now() / 1000 - 61 * 86_400
    utimesSync(join(place.memory, 'tabs.md'), month, month)
    const [explained] = (await dreamAt(place.where).explain({ memory: 'tabs.md' })).explanations
    expect(explained?.verdict.weight).toBeCloseTo(0.9025)
    expect(shown(explain, { explanations: [explained!] }, 100)).toContain('; weight 0.9\n')
    const report = await night(place, policy(), 'dry-run')
    const text = renderTerminal(report, { color: NO_COLOR, width: 100, place: '', verbose: true })
    expect(text).toMatch(/tabs\.md[^\n]*\n?[^\n]*weight 0\.9\n/)
  })
})
