import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { ConsolidationLock } from '../../src/compat/consolidation-lock.ts'
import { MemoryVersioning } from '../../src/compat/memory-versioning.ts'
import { DEFAULT_POLICY } from '../../src/model/plan.ts'
import { MagmaAdapter } from '../../src/vault/adapter.ts'
import { CCBReader } from '../../src/vault/ccb-reader.ts'
import { CCBConsolidator, CCBToMAGMARefiner, MAGMAConsolidator } from '../../src/vault/classes.ts'
import { ConflictArbiter, ConsistencyChecker } from '../../src/vault/consistency.ts'
import { maintainScheduled } from '../../src/vault/scheduled-run.ts'
import { runDream } from '../cli/run-dream.ts'
import { type MagmaTestPlace, magmaPlace, memoryText } from './place.ts'

const open: MagmaTestPlace[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.remove()
})

const API = memoryText('Payment API', 'reference', 'The payment API answers within 200 ms.')
const TONE = memoryText('Tone', 'feedback', 'Answers to Priya are short.')
const PLAN = memoryText('Launch plan', 'project', 'We decided to launch on 2026-03-01.')

/** Three settled memories that MAGMA has taken over. */
async function taken(): Promise<MagmaTestPlace> {
  const at = magmaPlace({
    'api.md': API,
    'tone.md': TONE,
    'plan.md': PLAN,
    'MEMORY.md': indexOf('api', 'tone', 'plan'),
  })
  open.push(at)
  expect((await dreamAt(at, 'magma', 'consolidate', 'refine')).code).toBe(0)
  return at
}

const indexOf = (...stems: string[]) =>
  `# Memory\n\n${stems.map(stem => `- [${stem}](${stem}.md)\n`).join('')}`

function dreamAt(at: MagmaTestPlace, ...argv: string[]) {
  const env = { DREAM_OBSIDIAN__VAULT: at.vault, DREAM_OBSIDIAN__MODE: 'direct', TZ: 'UTC' }
  return runDream([...argv, '--folder', at.root], { cwd: at.top, home: at.home, env })
}

const noteOf = (at: MagmaTestPlace, stem: string) => at.notes().find(name => name.startsWith(`${stem}-`))!

/** As a person would in Obsidian: another text in the body. */
function editNote(at: MagmaTestPlace, stem: string, from: string, to: string): void {
  const name = noteOf(at, stem)
  const text = at.note(name)
  const cut = text.lastIndexOf('---\n') + 4
  at.putNote(name, text.slice(0, cut) + text.slice(cut).replace(from, to))
}

/** Everything below both places, as text. */
function bytesOf(at: MagmaTestPlace): Record<string, string> {
  const files = [at.root, at.vault].flatMap(top =>
    readdirSync(top, { recursive: true }).map(name => join(top, String(name))),
  )
  const regular = files.filter(path => statSync(path).isFile())
  return Object.fromEntries(regular.map(path => [path, readFileSync(path, 'utf8')]))
}

const idIn = (text: string) => /--accept ([0-9a-f]{12})/.exec(text)![1]!

describe('dream magma consolidate', () => {
  it('M14 settled memories become records of the lasting layers, with a link back; undo takes it back', async () => {
    const at = await taken()
    expect(at.notes().map(name => name.replace(/-[0-9a-f]{6}\.md$/, ''))).toEqual(['api', 'plan', 'tone'])
    const note = at.note(noteOf(at, 'api'))
    expect(note).toContain('layer: L5')
    expect(note).toMatch(/source: .*memory\/api\.md/)
    expect(note).toContain('The payment API answers within 200 ms.')
    expect(at.note(noteOf(at, 'tone'))).toContain('layer: L4')
    const again = await dreamAt(at, 'magma', 'consolidate', 'refine')
    expect(again.stdout).toContain('nothing new to take over')
    expect((await dreamAt(at, 'undo')).code).toBe(0)
    expect(at.notes()).toEqual([])
  })

  it('M14 --dry-run writes nothing; all three run together and a second time change nothing', async () => {
    const at = magmaPlace({ 'api.md': API, 'MEMORY.md': indexOf('api') })
    open.push(at)
    const before = bytesOf(at)
    const dry = await dreamAt(at, 'magma', 'consolidate', '--dry-run')
    expect(dry.stdout).toContain('api.md  taken over as api-')
    expect(bytesOf(at)).toEqual(before)
    expect((await dreamAt(at, 'magma', 'consolidate')).code).toBe(0)
    const settled = bytesOf(at)
    const second = await dreamAt(at, 'magma', 'consolidate')
    expect(second.stdout).toContain('nothing new to take over')
    expect(second.stdout).toContain('nothing to do')
    expect(bytesOf(at)).toEqual(settled)
  })

  it('M14 files, notes made of them and notes of their own: one run, and one undo takes all of it back', async () => {
    const at = await taken()
    const text = at
      .note(noteOf(at, 'tone'))
      .replace(/^source:.*\n/m, '')
      .replaceAll('Tone', 'Manner')
    for (const name of ['manner-1.md', 'manner-2.md']) at.putNote(name, text)
    at.put('copy.md', API, 50)
    at.put('old.md', memoryText('Old plan', 'project', 'We decided to wait for the auditors.'), 40)
    const before = bytesOf(at)
    expect((await dreamAt(at, 'magma', 'consolidate')).code).toBe(0)
    const after = bytesOf(at)
    const differ = (name: string) => after[name] !== before[name]
    expect(after[join(at.root, 'copy.md')]).toBeUndefined()
    expect(noteOf(at, 'old')).toBeDefined()
    const own = ['manner-1.md', 'manner-2.md'].map(name => join(at.vault, 'magma', name))
    expect(own.some(differ)).toBe(true)
    expect((await dreamAt(at, 'undo')).code).toBe(0)
    expect(bytesOf(at)).toEqual(before)
  })

  it('M14 a memory that is written again brings its record up to date; one that leaves moves it to L3', async () => {
    const at = await taken()
    at.put('api.md', API.replace('200 ms', '90 ms'))
    rmSync(join(at.root, 'tone.md'))
    const heard = await dreamAt(at, 'magma', 'consolidate')
    expect(heard.stdout).toContain('updated as ')
    expect(at.note(noteOf(at, 'api'))).toMatch(/version: 2\n[\s\S]*90 ms/)
    expect(at.note(noteOf(at, 'tone'))).toContain('layer: L3')
  })

  it('M14 what holds a secret or came from a stranger is not taken over', async () => {
    const at = magmaPlace({
      'key.md': memoryText('Key', 'reference', `The key is ${'AKIA'}QYLPMN5HHHFPZAM2, in us-east-1.`),
      'web.md': API.replace('type: reference', 'type: reference\nmetadata:\n  dream_origin: web'),
    })
    open.push(at)
    const heard = await dreamAt(at, 'magma', 'consolidate', 'refine')
    expect(heard.stdout).toContain('key.md was not taken over: it looks like it contains a secret')
    expect(heard.stdout).toContain('web.md was not taken over: it is from a web page')
    expect(readdirSync(at.vault)).toEqual([])
  })

  it('M14 M13 each consolidator runs alone from the library', async () => {
    const at = magmaPlace({
      'api.md': API,
      'tone.md': TONE,
      'copy.md': TONE,
      'MEMORY.md': indexOf('api', 'tone', 'copy'),
    })
    open.push(at)
    const options = { cwd: at.top, home: at.home, env: at.where.env, obsidianPath: at.vault }
    expect(await new CCBConsolidator(at.root, options).consolidate()).toMatchObject({ archived: 1 })
    const { taken: refined } = await new CCBToMAGMARefiner(at.root, options).refine()
    expect(refined.map(({ layer, did }) => [layer, did]).sort()).toEqual([
      ['L4', 'new'],
      ['L5', 'new'],
    ])
    const adapter = new MagmaAdapter(options)
    await adapter.update({ name: 'the same', text: 'Answers to Priya are short.' })
    const { duplicates } = await new MAGMAConsolidator(at.root, options).consolidate()
    expect(duplicates).toEqual([
      { record: expect.stringMatching(/^the-same-/), of: expect.stringMatching(/^(?:tone|copy)-/) },
    ])
    expect(at.notes()).toHaveLength(2)
  })

  it('M14 a night tends MAGMA where a vault is set, leaves it alone where nobody uses it, and says what is wrong', async () => {
    const at = magmaPlace({ 'api.md': API, 'MEMORY.md': indexOf('api') })
    open.push(at)
    const night = (env: Record<string, string>) =>
      maintainScheduled({ ...at.where, env: { ...at.where.env, ...env } }, DEFAULT_POLICY)
    expect(await night({})).toEqual([])
    expect(await night({ DREAM_OBSIDIAN__VAULT: join(at.top, 'unplugged') })).toEqual([
      expect.stringMatching(/^MAGMA was not updated: the vault .*unplugged/),
    ])
    expect(readdirSync(at.vault)).toEqual([])
    expect(await night({ DREAM_OBSIDIAN__VAULT: at.vault })).toEqual([])
    expect(at.notes()).toEqual([expect.stringMatching(/^api-/)])
  })

  it('M13 the lock is one for all: whoever comes second gets nothing until it is given back', async () => {
    const at = magmaPlace({ 'api.md': API })
    open.push(at)
    const options = { cwd: at.top, home: at.home, env: at.where.env }
    const once = { retry: { attempts: 1 } }
    const first = await new ConsolidationLock(at.root, options).acquire()
    expect(await new ConsolidationLock(at.root, options).acquire(once)).toBeUndefined()
    first!.check()
    first!.release()
    const second = await new ConsolidationLock(at.root, options).acquire(once)
    expect(second).toBeDefined()
    second!.release()
  })
})

describe('dream magma check', () => {
  it('M8 agrees where only the file changed, and where nothing did', async () => {
    const at = await taken()
    at.put('api.md', API.replace('200 ms', '90 ms'))
    const heard = await dreamAt(at, 'magma', 'check')
    expect(heard).toMatchObject({ code: 0, stdout: expect.stringContaining('The files and MAGMA agree') })
  })

  it('M8 the note was changed after the file: a conflict with type and severity; looking changes nothing', async () => {
    const at = await taken()
    editNote(at, 'api', '200 ms', '350 ms')
    const before = bytesOf(at)
    const heard = await dreamAt(at, 'magma', 'check', '--json')
    const report = JSON.parse(heard.stdout)
    expect(heard.code).toBe(1)
    expect(report).toMatchObject({
      format: 'dream-check',
      conflicts: [
        { type: 'content-mismatch', severity: 'high', ccb: { file: 'api.md' }, magma: { layer: 'L5' } },
      ],
      resolved: [],
      waiting: [{ strategy: 'magma-wins', did: 'proposed' }],
    })
    expect(report.conflicts[0].differences).toContain('350 ms')
    expect(bytesOf(at)).toEqual(before)
  })

  it('M8 M14 consolidating does not hide a conflict, and a settled plan stays in its layer', async () => {
    const at = await taken()
    editNote(at, 'api', '200 ms', '350 ms')
    expect((await dreamAt(at, 'magma', 'consolidate')).code).toBe(0)
    expect(at.note(noteOf(at, 'plan'))).toContain('layer: L4')
    expect((await dreamAt(at, 'magma', 'check')).stdout).toContain('api.md  against')
  })

  it('M8 --fix: feedback follows the file at once; undo gives the edited note back', async () => {
    const at = await taken()
    editNote(at, 'tone', 'short', 'long')
    const edited = at.note(noteOf(at, 'tone'))
    const heard = await dreamAt(at, 'magma', 'check', '--fix')
    expect(heard.code).toBe(0)
    expect(heard.stdout).toContain('the file wins')
    expect(at.note(noteOf(at, 'tone'))).toContain('Answers to Priya are short.')
    expect((await dreamAt(at, 'magma', 'check')).code).toBe(0)
    await dreamAt(at, 'undo')
    expect(at.note(noteOf(at, 'tone'))).toBe(edited)
  })

  it('M8 --fix under careful: MAGMA over a memory file is a proposal; accepting it writes both, undo both', async () => {
    const at = await taken()
    editNote(at, 'api', '200 ms', '350 ms')
    const before = bytesOf(at)
    const heard = await dreamAt(at, 'magma', 'check', '--fix')
    expect(heard.code).toBe(1)
    expect(bytesOf(at)).toEqual(before)
    const accepted = await dreamAt(at, 'queue', '--accept', idIn(heard.stdout))
    expect(accepted.code).toBe(0)
    expect(at.read('api.md')).toBe(API.replace('200 ms', '350 ms'))
    expect((await dreamAt(at, 'magma', 'check')).code).toBe(0)
    await dreamAt(at, 'undo')
    expect(bytesOf(at)).toEqual(before)
  })

  it('M8 --fix under seed writes the file too', async () => {
    const at = await taken()
    editNote(at, 'api', '200 ms', '350 ms')
    expect((await dreamAt(at, 'magma', 'check', '--fix', '--rules', 'seed')).code).toBe(0)
    expect(at.read('api.md')).toContain('350 ms')
  })

  it('M8 what only a person can decide waits: a side is named, or the no is remembered until something changes', async () => {
    const at = await taken()
    editNote(at, 'plan', '2026-03-01', '2026-04-01')
    const heard = await dreamAt(at, 'magma', 'check', '--fix', '--rules', 'seed')
    expect(heard.code).toBe(1)
    const id = idIn(heard.stdout)
    expect((await dreamAt(at, 'queue')).stdout).toContain(`id ${id}`)
    expect(await dreamAt(at, 'queue', '--accept', id)).toMatchObject({ code: 2 })
    expect((await dreamAt(at, 'queue', '--reject', id)).code).toBe(0)
    expect((await dreamAt(at, 'magma', 'check')).code).toBe(0)
    editNote(at, 'plan', '2026-04-01', '2026-05-01')
    const open = await dreamAt(at, 'magma', 'check')
    expect(open.code).toBe(1)
    await dreamAt(at, 'queue', '--accept', idIn(open.stdout), '--goes', 'note')
    expect(at.note(noteOf(at, 'plan'))).toContain('2026-03-01')
    expect(at.read('plan.md')).toBe(PLAN)
  })

  it('M8 M9 in both engines or in neither: a note that changed meanwhile stops the file too', async () => {
    const at = await taken()
    editNote(at, 'api', '200 ms', '350 ms')
    const options = { cwd: at.top, home: at.home, env: at.where.env }
    const reader = new CCBReader(at.root, options)
    const adapter = new MagmaAdapter({ ...options, obsidianPath: at.vault })
    const { conflicts } = await new ConsistencyChecker(reader, adapter).checkConsistency()
    expect(conflicts).toHaveLength(1)
    editNote(at, 'api', '350 ms', '999 ms')
    const arbiter = new ConflictArbiter(reader, adapter, { rules: 'seed' })
    await expect(arbiter.resolveConflict(conflicts[0]!)).rejects.toThrow('changed')
    expect(at.read('api.md')).toBe(API)
    const [fresh] = (await new ConsistencyChecker(reader, adapter).checkConsistency()).conflicts
    expect(await arbiter.resolveConflict(fresh!)).toBe('magma-wins')
    expect(at.read('api.md')).toContain('999 ms')
  })

  it('M8 a vault that is gone is a sentence and exit 2', async () => {
    const at = await taken()
    rmSync(at.vault, { recursive: true })
    const heard = await dreamAt(at, 'magma', 'check')
    expect(heard.code).toBe(2)
    expect(heard.stderr).toContain('(obsidian.vault) does not exist')
  })
})

describe('versions', () => {
  it('M9 rollback goes back in both engines; a version that is not there is named with those that are', async () => {
    const at = await taken()
    at.put('api.md', API.replace('200 ms', '90 ms'))
    const reader = new CCBReader(at.root, at.where)
    const [api] = (await reader.readAll()).filter(memory => memory.file === 'api.md')
    await reader.update(api!, API.replace('200 ms', '40 ms'))
    await dreamAt(at, 'magma', 'consolidate', 'refine')
    expect(at.note(noteOf(at, 'api'))).toContain('40 ms')
    const heard = await dreamAt(at, 'rollback', 'api.md', '1')
    expect(heard.code).toBe(0)
    expect(at.read('api.md')).toContain('90 ms')
    expect(at.note(noteOf(at, 'api'))).toContain('90 ms')
    await dreamAt(at, 'undo')
    expect([at.read('api.md'), at.note(noteOf(at, 'api'))].every(text => text.includes('40 ms'))).toBe(true)
    const missing = await dreamAt(at, 'rollback', 'api.md', '9')
    expect(missing).toMatchObject({ code: 2 })
    expect(missing.stderr).toMatch(/Version 9 does not exist; .*has 1, 2/)
  })

  it('M9 a record has versions of its own, by its id, also from the library', async () => {
    const at = await taken()
    const id = noteOf(at, 'api').replace('.md', '')
    at.put('api.md', API.replace('200 ms', '90 ms'))
    await dreamAt(at, 'magma', 'consolidate', 'refine')
    const life = await dreamAt(at, 'history', id)
    expect(life.stdout).toContain(`magma/${id}.md`)
    expect(life.stdout).toContain('version 2')
    const options = { cwd: at.top, home: at.home, env: at.where.env, obsidianPath: at.vault }
    await new MemoryVersioning(at.root, options).rollback(id, 1)
    expect(at.note(`${id}.md`)).toContain('200 ms')
    await expect(new MemoryVersioning(at.root, options).rollback(id, 7)).rejects.toThrow(
      'Version 7 does not exist',
    )
  })
})

describe('dream magma', () => {
  it('I7 status says how it stands, rebuild builds the index, --anew from nothing', async () => {
    const at = await taken()
    const before = await dreamAt(at, 'magma')
    expect(before.stdout).toContain('3 records in the Obsidian vault')
    expect(before.stdout).toContain('vector index: not built yet')
    expect((await dreamAt(at, 'magma', 'rebuild')).stdout).toContain('3 embedded, 0 unchanged')
    expect((await dreamAt(at, 'magma', 'rebuild')).stdout).toContain('0 embedded, 3 unchanged')
    expect((await dreamAt(at, 'magma', 'rebuild', '--anew')).stdout).toContain('3 embedded')
    const status = JSON.parse((await dreamAt(at, 'magma', '--json')).stdout)
    expect(status).toMatchObject({
      format: 'dream-magma-status',
      index: { state: 'ready', rows: 3, behind: 0 },
    })
    expect(await dreamAt(at, 'magma', 'dance')).toMatchObject({ code: 2 })
  })
})

describe('dream magma graph', () => {
  function linked(): MagmaTestPlace {
    const at = magmaPlace({
      'MEMORY.md': '# Memory\n\n- [Pool](pool.md)\n- [Gone](gone.md)\n',
      'pool.md': memoryText('Pool outage', 'project', 'See `src/db/pool.ts`. Replaced by [[driver]].'),
      'driver.md': memoryText(
        'Driver',
        'project',
        'Pinned because of the pool outage; see src/db/pool.ts and [[nowhere]].',
      ),
    })
    open.push(at)
    return at
  }

  it('I6 links, index lines and relations with their evidence, as JSON', async () => {
    const { stdout } = await dreamAt(linked(), 'magma', 'graph', '--json')
    const { edges, nodes } = JSON.parse(stdout) as {
      edges: Record<string, string>[]
      nodes: Record<string, string>[]
    }
    const short = (id: string) => id.slice(id.lastIndexOf('/') + 1)
    const found = edges.map(({ from, to, relation }) => `${relation} ${short(from!)} ${short(to!)}`)
    expect(found).toEqual(
      expect.arrayContaining([
        'link pool.md driver.md',
        'link driver.md missing:nowhere',
        'index MEMORY.md pool.md',
        'index MEMORY.md missing:gone.md',
        'temporal driver.md pool.md',
        'causal pool.md driver.md',
        'entity driver.md pool.md',
      ]),
    )
    expect(edges.every(({ evidence }) => evidence !== '')).toBe(true)
    expect(nodes.filter(({ kind }) => kind === 'missing').map(({ label }) => label)).toEqual(
      expect.arrayContaining(['nowhere', 'gone.md']),
    )
  })

  it('I6 Mermaid by default, DOT on request, one kind of edge, around one memory', async () => {
    const at = linked()
    expect((await dreamAt(at, 'magma', 'graph')).stdout).toMatch(/^flowchart LR\n/)
    const dot = await dreamAt(at, 'magma', 'graph', '--format', 'dot', '--relation', 'causal')
    expect(dot.stdout).toMatch(/^digraph memories \{\n/)
    expect(dot.stdout.match(/->/g)).toHaveLength(1)
    const around = await dreamAt(at, 'magma', 'graph', 'pool.md', '--relation', 'link')
    expect(around.stdout).toContain('Pool outage')
    expect(around.stdout).not.toContain('nowhere')
    expect(await dreamAt(at, 'magma', 'graph', 'who.md')).toMatchObject({ code: 2 })
    expect(await dreamAt(at, 'magma', 'graph', '--relation', 'magic')).toMatchObject({ code: 2 })
  })

  it('I6 writes nothing beside what it was asked for', async () => {
    const at = linked()
    const before = bytesOf(at)
    await dreamAt(at, 'magma', 'graph', '--output', join(at.top, 'graph.mmd'))
    expect(bytesOf(at)).toEqual(before)
    expect(readFileSync(join(at.top, 'graph.mmd'), 'utf8')).toMatch(/^flowchart/)
    writeFileSync(join(at.top, 'graph.mmd'), '')
  })
})
