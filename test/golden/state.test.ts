import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { CUT_OFF_FOLDER, type Made, makeState, PROJECT_FOLDER, treeOf } from './make-state.ts'
import { type Packed, pack, unpack } from './pack-state.ts'
import { FIXTURES, filesBelow, type Place } from './place.ts'
import { laidOut } from './record.ts'
import { type Heard, runCommand } from './run-command.ts'

// What earlier versions wrote can be read, verified, undone and erased. `MAKE_STATE=1 npx vitest run test/golden/state.test.ts`
// adds a state of the present version to test/fixtures/state/; one that is there is never written again.

/** What each command is called today. */
const DO = {
  answered: 'queue --answered',
  apply: 'apply --yes',
  collect: 'gc',
  config: 'config',
  difference: 'history --diff',
  history: 'history',
  look: 'apply --dry-run',
  purge: 'purge --yes',
  queue: 'queue',
  recover: 'doctor --fix',
  remember: 'remember',
  reopen: 'queue --reopen',
  review: 'review',
  rollback: 'rollback',
  run: 'run --yes',
  search: 'search',
  status: 'status',
  trusted: 'config trust --list',
  undo: 'undo',
  verify: 'doctor --fix',
}

const STATES = join(FIXTURES, 'state')
const TODAY = 'made today'

let place: Place | undefined
afterEach(() => place?.remove())

/** A fresh copy of a state. */
async function opened(name: string): Promise<Made> {
  const packed: Packed =
    name === TODAY ? await packedToday() : JSON.parse(readFileSync(join(STATES, name), 'utf8'))
  place = unpack(packed)
  return packed.made
}

let today: Packed | undefined
async function packedToday(): Promise<Packed> {
  if (today !== undefined) return today
  const { place: from, made } = await makeState()
  today = pack(from, made)
  from.remove()
  return today
}

/** Long after, so that no lock is held any more. */
async function dream(
  folder: 'shop' | 'hall' | 'workspace',
  what: keyof typeof DO,
  ...words: string[]
): Promise<Heard> {
  const { top, setting } = place!
  const env = { ...setting.env, DREAM_VAULT_PATH: join(top, 'vault') }
  const now = Date.parse('2027-01-01T12:00:00Z')
  return runCommand([...DO[what].split(' '), ...words], { ...setting, cwd: join(top, folder), env, now })
}

async function said(...asked: Parameters<typeof dream>): Promise<string> {
  const heard = await dream(...asked)
  expect({ asked, code: heard.code, stderr: heard.stderr }).toEqual({ asked, code: 0, stderr: '' })
  return heard.stdout
}

const tree = (folder: string) => treeOf(join(place!.top, folder))
const textOf = (path: string) => readFileSync(join(place!.top, path), 'utf8')

/** Whether any file of Dream's own holds these words as they are. */
const isKept = (words: string) =>
  filesBelow(join(place!.top, 'state')).some(path =>
    readFileSync(join(place!.top, 'state', path)).includes(words),
  )

const states = existsSync(STATES) ? readdirSync(STATES).sort() : []

describe.each([...states, TODAY])('golden: I13 a state directory, %s', name => {
  it('is verified', async () => {
    await opened(name)
    for (const folder of ['shop', 'hall', 'workspace'] as const) await said(folder, 'verify')
    // A byte that changed is damage.
    const own = join(place!.top, 'state')
    const object = join(own, filesBelow(own).find(path => /memory-.*\/objects\//.test(path))!)
    chmodSync(object, 0o600)
    writeFileSync(object, 'other bytes')
    expect([await dream('shop', 'verify'), await dream('hall', 'verify')].map(({ code }) => code)).toContain(
      1,
    )
  })

  it('has its history, and the versions of a note that is gone', async () => {
    const { runs } = await opened(name)
    const history = await said('shop', 'history')
    for (const run of Object.values(runs)) expect(history).toContain(run)
    expect(await said('shop', 'history', 'cents-copy.md')).toContain(runs['first'])
    expect(await said('workspace', 'history')).toContain('review')
    expect(await said('shop', 'status')).toContain(runs['forgotten'])
  })

  it('is undone run by run, to every byte and time that was there at first', async () => {
    const { runs, before } = await opened(name)
    await said('shop', 'undo', runs['forgotten']!)
    expect(tree(PROJECT_FOLDER)).toHaveProperty(['project_decided_to_sell_bread_online.md'])
    await said('shop', 'undo', runs['remembered']!)
    expect(tree(PROJECT_FOLDER)).not.toEqual(before)
    await said('shop', 'undo', runs['first']!)
    expect(tree(PROJECT_FOLDER)).toEqual(before)
    await said('shop', 'verify')
  })

  it('gives an old version back', async () => {
    const { before } = await opened(name)
    await said('shop', 'difference', 'cents-copy.md')
    await said('shop', 'rollback', 'cents-copy.md', '1')
    const bytes = (each: string | undefined) => each?.split(' ')[0]
    expect(bytes(tree(PROJECT_FOLDER)['cents-copy.md'])).toBe(bytes(before['cents-copy.md']))
  })

  it('is still undone after what nothing needs was removed', async () => {
    const { runs, before } = await opened(name)
    await said('shop', 'collect')
    for (const run of ['forgotten', 'remembered', 'first']) await said('shop', 'undo', runs[run]!)
    expect(tree(PROJECT_FOLDER)).toEqual(before)
  })

  it('has the bytes of a note erased for good', async () => {
    const { runs } = await opened(name)
    expect(isKept('name: Deploy steps\ndescription: About deploy steps')).toBe(true)
    expect(isKept('name: Cents again')).toBe(true)
    for (const folder of ['shop', 'hall'] as const) {
      if (folder === 'hall') await said('hall', 'recover')
      await said(folder, 'purge', 'cents-copy.md')
    }
    expect(isKept('name: Cents again')).toBe(false)
    await said('shop', 'verify')
    await said('shop', 'undo', runs['forgotten']!)
    await said('shop', 'undo', runs['remembered']!)
    expect((await dream('shop', 'undo', runs['first']!)).code).toBe(1)
    expect(Object.keys(tree(PROJECT_FOLDER))).not.toContain('cents-copy.md')
  })

  it('has its queue, with what was answered and the plan of an agent', async () => {
    const { rejected, never } = await opened(name)
    const [open, answered] = [await said('shop', 'queue'), await said('shop', 'answered')]
    for (const id of [rejected, never]) {
      expect(open).not.toContain(id)
      expect(answered).toContain(id)
    }
    await said('shop', 'reopen', rejected)
    expect(await said('shop', 'queue')).toContain(rejected)
    const [plan] = /\S+\/agent\/\S+\.json/.exec(open)!
    await said('shop', 'look', plan!)
    await said('shop', 'apply', plan!)
    expect(textOf(`${PROJECT_FOLDER}/push.md`)).toContain('that anybody shares')
  })

  it('has its settings, and what is trusted', async () => {
    await opened(name)
    const config = await said('shop', 'config', 'policy')
    expect(config).toMatch(/recentDays\s+7\s+\(user/)
    expect(config).toMatch(/merge\s+append\s+\(project/)
    expect(await said('shop', 'trusted')).toContain('shop/dream.config.json')
  })

  it('has a plan in a file that can be carried out', async () => {
    await opened(name)
    const before = tree(PROJECT_FOLDER)
    expect(await said('shop', 'look', '../plan.json')).toContain('backup.md')
    await said('shop', 'apply', '../plan.json')
    expect(Object.keys(before)).toContain('backup.md')
    expect(Object.keys(tree(PROJECT_FOLDER))).not.toContain('backup.md')
    await said('shop', 'undo')
    expect(tree(PROJECT_FOLDER)).toEqual(before)
  })

  it.each(['recover', 'run'] as const)(
    'has a run that was cut off: dream %s finishes it, and it is undone',
    async how => {
      const { beforeCut } = await opened(name)
      const isMovedAside = (path: string) => path.startsWith('.dream-')
      expect(Object.keys(tree(CUT_OFF_FOLDER)).filter(isMovedAside)).toHaveLength(2)
      await said('hall', how)
      const after = Object.keys(tree(CUT_OFF_FOLDER))
      expect(after.filter(isMovedAside)).toEqual([])
      expect(after).not.toContain('cents-copy.md')
      expect(textOf(`${CUT_OFF_FOLDER}/MEMORY.md`)).not.toContain('cents-copy.md')
      await said('hall', 'undo')
      expect(tree(CUT_OFF_FOLDER)).toEqual(beforeCut)
    },
  )

  it('has a journal workspace: its ledger is read, its runs are undone, and reviews go on', async () => {
    await opened(name)
    const ledger = textOf('vault/ledger.md')
    expect(await said('workspace', 'search', 'order form before the gallery')).toMatch(/\[?finished\]?/)
    expect(textOf('workspace/MEMORY.md')).toContain('Decided to sell bread online')
    await said('workspace', 'undo')
    expect(textOf('vault/obsidian-index/_index.md')).not.toContain('Bees')
    await said('workspace', 'undo')
    expect(textOf('workspace/MEMORY.md')).not.toContain('Decided to sell bread online')
    await said('workspace', 'undo')
    expect(textOf('workspace/MEMORY.md')).not.toContain('Fridays instead of Mondays')
    expect(textOf('vault/ledger.md').startsWith(ledger)).toBe(true)
    await said('workspace', 'review')
    expect(textOf('workspace/MEMORY.md')).toContain('Fridays instead of Mondays')
    await said('workspace', 'verify')
  })

  it('is written to by the present version, and both can be undone', async () => {
    await opened(name)
    const before = tree(PROJECT_FOLDER)
    await said('shop', 'remember', 'Decided to paint the door green')
    expect(Object.keys(tree(PROJECT_FOLDER))).toHaveLength(Object.keys(before).length + 1)
    await said('shop', 'undo')
    expect(tree(PROJECT_FOLDER)).toEqual(before)
    await said('shop', 'undo')
    await said('shop', 'verify')
  })
})

describe('golden: the states of earlier versions', () => {
  it('are there', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
    const file = join(STATES, `${version}.json`)
    if (process.env['MAKE_STATE'] === '1' && !existsSync(file))
      writeFileSync(file, `${laidOut(await packedToday())}\n`)
    expect(readdirSync(STATES)).toContain('0.1.0.json')
  })
})
