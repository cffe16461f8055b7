import { describe, expect, it } from 'vitest'
import { sha256 } from '../../src/disk/sys.ts'
import { fileName } from '../../src/model/file-name.ts'
import { applyActions } from '../../src/store/commit.ts'
import { withFolder } from '../../src/store/folder.ts'
import { type PurgeTarget, planPurge, purgeObjects } from '../../src/store/purge.ts'
import { findStore } from '../../src/store/store.ts'
import { archive, write } from '../../torture/actions.ts'
import { deskOn, ROOT, STATE, STATE_HOME } from '../../torture/stage.ts'
import { Desktop } from './meanwhile.ts'

const FILES = { 'a.md': 'alpha\n', 'b.md': 'beta\n', 'c.md': 'gamma\n' }
const on = (desk: Desktop) => deskOn(desk.disk.connect(), desk.clock)

/** A folder after a run that archived one file, wrote another anew and made a third. */
async function afterRun(): Promise<Desktop> {
  const desk = new Desktop(FILES)
  await desk.apply([
    archive('a.md', FILES['a.md']),
    write('b.md', FILES['b.md'], [{ text: 'beta again\n' }]),
    write('d.md', undefined, [{ text: 'delta\n' }]),
  ])
  return desk
}

const purge = (desk: Desktop, target: PurgeTarget) => purgeObjects(on(desk), ROOT, target, 'p1')

describe('a purge', () => {
  it.each<[string, PurgeTarget, string[]]>([
    ['a file', { by: 'file', file: fileName('a.md') }, ['alpha\n']],
    ['a run', { by: 'run', run: 'r1' }, ['alpha\n', 'beta\n']],
    ['an object', { by: 'object', hash: sha256('beta\n').slice(0, 12) }, ['beta\n']],
    ['hashes', { by: 'hashes', hashes: new Set([sha256('alpha\n')]) }, ['alpha\n']],
  ])('by %s erases these bytes and no others, and history knows', async (_, target, texts) => {
    const desk = await afterRun()
    const plan = await purge(desk, target)
    expect(plan.erased.map(({ hash }) => hash).sort()).toEqual(texts.map(text => sha256(text)).sort())
    expect(plan.brokenRuns).toEqual(['r1'])
    for (const text of ['alpha\n', 'beta\n']) expect(desk.keeps(text), text).toBe(!texts.includes(text))
    expect(desk.records().at(-1)).toMatchObject({ run: 'p1', command: 'purge' })
    expect(desk.files()).toEqual({ 'b.md': 'beta again\n', 'c.md': 'gamma\n', 'd.md': 'delta\n' })
  })

  it('of what nobody kept does nothing', async () => {
    const desk = await afterRun()
    const nobody: PurgeTarget = { by: 'file', file: fileName('c.md') }
    expect(await purge(desk, nobody)).toEqual({ erased: [], kept: [], brokenRuns: [] })
    expect(desk.records().map(({ run }) => run)).toEqual(['r1'])
  })

  it('keeps what the folder holds right now, and says why', async () => {
    const desk = await afterRun()
    desk.write('a.md', 'alpha\n')
    const plan = await purge(desk, { by: 'file', file: fileName('a.md') })
    expect(plan).toMatchObject({
      erased: [],
      kept: [{ why: 'a.md has this text now; change or forget it first' }],
    })
    expect(desk.keeps('alpha\n')).toBe(true)
  })

  it('erases what was kept for others, and what was only seen', async () => {
    const desk = await afterRun()
    // Somebody saved into the file that had just left: the next command that writes keeps it.
    const [left] = desk.state().filter(path => path.startsWith('trash/'))
    desk.disk.plant(`${STATE}/${left}`, 'late edit\n')
    const seen = { file: fileName('c.md'), hash: sha256('seen\n'), at: 'noon', modified: 1 }
    await withFolder(on(desk), ROOT, 'look', ({ store }) => {
      store.seen.add('s1', [
        { ...seen, text: 'seen\n' },
        { ...seen, file: fileName('e.md'), hash: null },
      ])
    })
    expect(desk.keeps('late edit\n')).toBe(true)
    await purge(desk, { by: 'hashes', hashes: new Set(['late edit\n', 'seen\n'].map(text => sha256(text))) })
    expect(desk.keeps('late edit\n')).toBe(false)
    const store = findStore(desk.disk.connect(), STATE_HOME, ROOT)!
    expect(store.seen.text(sha256('seen\n'))).toBeUndefined()
  })

  it('of bytes that several files had erases them once, and looks into the vault of the run', async () => {
    const desk = new Desktop({ 'a.md': 'same\n', 'b.md': 'same\n' })
    desk.disk.plantDir('/home/ann/vault')
    const actions = [archive('a.md', 'same\n'), archive('b.md', 'same\n')]
    const request = { root: ROOT, label: 'notes', actions, run: 'r1', command: 'run' }
    await applyActions(on(desk), { ...request, vault: '/home/ann/vault' })
    const plan = await purge(desk, { by: 'run', run: 'r1' })
    expect(plan.erased).toEqual([{ hash: sha256('same\n'), size: 5, files: ['a.md', 'b.md'] }])
    expect(desk.keeps('same\n')).toBe(false)
  })

  it('is not done twice: what is gone is gone', async () => {
    const desk = await afterRun()
    await desk.undo()
    const target: PurgeTarget = { by: 'object', hash: sha256('beta again\n') }
    expect((await purge(desk, target)).erased).toHaveLength(1)
    expect((await purge(desk, target)).erased).toEqual([])
  })

  it('that is only planned changes nothing', async () => {
    const desk = await afterRun()
    const plan = await withFolder(on(desk), ROOT, 'look', folder =>
      planPurge(folder, { by: 'run', run: 'r1' }),
    )
    expect(plan.erased).toHaveLength(2)
    expect([desk.keeps('alpha\n'), desk.keeps('beta\n')]).toEqual([true, true])
  })
})
