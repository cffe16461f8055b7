import { describe, expect, it } from 'vitest'
import { storedName } from '../../src/model/file-name.ts'

import { applyActions } from '../../src/store/commit.ts'
import { type StoreContext, withFolder } from '../../src/store/folder.ts'
import { findStore } from '../../src/store/store.ts'
import type { Intent } from '../../src/store/write-log.ts'
import { archive, write } from '../../torture/actions.ts'
import { dying } from '../../torture/dying.ts'
import { deskOn, ROOT, STATE, STATE_HOME, takeOver } from '../../torture/stage.ts'
import { Desktop, fail } from './meanwhile.ts'

const FILES = { 'a.md': 'alpha\n', 'c.md': 'gamma\n' }
const VAULT = '/home/ann/vault'
const NOTE = {
  ...write('a.md', undefined, [{ text: 'a note\n' }]),
  file: storedName('@vault/note.md'),
}

/** A run that wrote to the vault and was cut off before its first file changed. */
async function cutOffInVault(): Promise<Desktop> {
  const desk = new Desktop(FILES)
  desk.disk.plantDir(VAULT)
  const sys = desk.sys([{ at: 'rename .intent.json', when: 'after', dies: true }])
  const order = { root: ROOT, label: 'notes', run: 'r1', command: 'run', vault: VAULT, actions: [NOTE] }
  await applyActions(deskOn(sys, desk.clock), order).catch(() => undefined)
  desk.clock.skip()
  return desk
}

const recover = (desk: Desktop, more: Partial<StoreContext> = {}) =>
  withFolder(
    { ...deskOn(desk.disk.connect(), desk.clock), knowsVault: () => false, ...more },
    ROOT,
    'recover',
    () => undefined,
  )
const hasNote = (desk: Desktop) => desk.disk.look(`${VAULT}/note.md`) !== undefined

describe('the vault that a write log names', () => {
  it('A4 is not written to where neither the settings nor history know it', async () => {
    const desk = await cutOffInVault()
    await expect(recover(desk)).rejects.toThrow(
      `the vault ${VAULT}, which neither the settings nor history name`,
    )
    expect(hasNote(desk)).toBe(false)
  })

  it('A4 is written to where the settings name it for this folder', async () => {
    const desk = await cutOffInVault()
    const knowsVault = (root: string, vault: string) => root === ROOT && vault === VAULT
    await recover(desk, { knowsVault })
    expect(hasNote(desk)).toBe(true)
  })

  it('A4 is written to where history names it', async () => {
    const desk = new Desktop(FILES)
    desk.disk.plantDir(VAULT)
    const order = { root: ROOT, label: 'notes', command: 'run', vault: VAULT }
    await applyActions(deskOn(desk.disk.connect(), desk.clock), { ...order, run: 'r0', actions: [NOTE] })
    const second = { ...NOTE, file: storedName('@vault/second.md') }
    const sys = desk.sys([{ at: 'rename .intent.json', when: 'after', dies: true }])
    await applyActions(deskOn(sys, desk.clock), { ...order, run: 'r1', actions: [second] }).catch(
      () => undefined,
    )
    desk.clock.skip()
    await recover(desk)
    expect(desk.disk.look(`${VAULT}/second.md`)).toBeDefined()
  })
})

describe('a run that is stopped past its lease before its first change, and another’s write log comes late', () => {
  const NEW = write('c.md', FILES['c.md'], [{ text: 'new\n' }])

  /** What one who had lost his lock wrote down, and did not begin. */
  async function lateLog(): Promise<Intent> {
    const desk = new Desktop(FILES)
    await desk.apply([NEW], { at: 'rename .intent.json', when: 'after', dies: true }).catch(() => undefined)
    const store = findStore(desk.disk.connect(), STATE_HOME, ROOT)!
    const [open] = store.writeLog.open()
    if (open?.state !== 'whole') throw new Error('nothing was written down')
    return { ...open.intent, run: 'r0' }
  }

  it.each([
    ['moved away', archive('a.md', FILES['a.md']), { at: 'rename .old' }, ['c.md']],
    [
      'made',
      write('b.md', undefined, [{ text: 'beta\n' }]),
      { at: 'link b.md', when: 'after' } as const,
      ['a.md', 'b.md', 'c.md'],
    ],
  ])(
    'A3 a file that it %s is told in history, whoever is killed meanwhile',
    async (_, action, moment, names) => {
      const late = await lateLog()
      let isWhole = false
      for (let dieAt = 1; !isWhole; dieAt += 1) {
        const desk = new Desktop(FILES)
        const meanwhile = () => {
          const store = findStore(desk.disk.connect(), STATE_HOME, ROOT)!
          store.writeLog.write(late)
          store.close()
          try {
            isWhole = takeOver(desk.disk, desk.clock, () => true, dying(desk.disk.connect(), dieAt))
          } catch {}
        }
        await desk.apply([action], { ...moment, does: meanwhile }).catch(() => undefined)
        await desk.recover()
        expect(Object.keys(desk.files()), `killed at change ${dieAt}`).toEqual(names)
        expect(desk.records().map(({ run }) => run)).toContain('r1')
      }
    },
  )
})

it('drafts of small files whose writer is gone are removed from the state', async () => {
  const desk = new Desktop(FILES)
  await desk.apply([archive('a.md', FILES['a.md'])])
  desk.disk.plant(`${STATE}/counts.json.new`, 'half')
  await desk.recover()
  expect(desk.state()).not.toContain('counts.json.new')
})

describe('stored bytes that the disk does not give while a run is finished', () => {
  const eio = { does: () => fail('EIO') }

  it.each([
    [
      'an edit',
      write('c.md', FILES['c.md'], [{ text: 'new\n' }]),
      { at: 'rename .old', when: 'after' } as const,
    ],
    ['an archive', archive('c.md', FILES['c.md']), { at: 'link c.md', when: 'after' } as const],
  ])('A4 an undo of %s that had begun waits for the next try', async (_, action, moment) => {
    const desk = new Desktop(FILES)
    await desk.apply([action])
    desk.clock.skip()
    await desk.undo({ ...moment, dies: true }).catch(() => undefined)
    const name = [...desk.state()].find(
      path => path.startsWith('objects/') && desk.holds(path, FILES['c.md']),
    )!
    await expect(desk.recover({ at: `open ${name.slice(-40)}`, ...eio })).rejects.toThrow()
    await desk.recover()
    expect(desk.files()).toEqual(FILES)
  })
})
