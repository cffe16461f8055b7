import { describe, expect, it } from 'vitest'
import { thisProcess } from '../../src/disk/lock.ts'
import { sha256 } from '../../src/disk/sys.ts'
import { withFolder } from '../../src/store/folder.ts'
import { archive, write } from '../../torture/actions.ts'
import { deskOn, ROOT, STATE } from '../../torture/stage.ts'
import { Desktop, type Event } from './meanwhile.ts'

const FILES = { 'a.md': 'alpha\n', 'c.md': 'gamma\n' }
const ARCHIVE = archive('a.md', FILES['a.md'])
const WRITE = write('c.md', FILES['c.md'], [{ text: 'new\n' }])

/** A run that was cut off with its intent on disk and nothing done. */
async function cutOff(): Promise<Desktop> {
  const desk = new Desktop(FILES)
  await desk.apply([WRITE], { at: 'unlink -0.1.new', dies: true })
  return desk
}

describe('a folder in which another is at work', () => {
  it("A3 is left to the agent's own dream", async () => {
    const desk = new Desktop(FILES)
    desk.disk.plant(`${ROOT}/.consolidate-lock`, String(process.pid))
    const outcome = await desk.apply([ARCHIVE])
    expect(outcome.failure).toMatchObject({
      kind: 'locked',
      sentence: expect.stringContaining('agent’s own dream'),
    })
    expect(desk.files()).toEqual(FILES)
  })

  it('A3 is left to the other run, with its name', async () => {
    const desk = new Desktop(FILES)
    await desk.apply([])
    const holder = { ...thisProcess(), since: 'noon', command: 'run' }
    desk.disk.plant(`${STATE}/lock/commit.7`, JSON.stringify(holder), (desk.clock.now() + 60_000) * 1000)
    const outcome = await desk.apply([ARCHIVE])
    expect(outcome.failure).toMatchObject({
      kind: 'locked',
      sentence: expect.stringContaining(`process ${process.pid}`),
    })
    expect(desk.files()).toEqual(FILES)
  })
})

describe('a run that was cut off', () => {
  it('A4 is finished by the next command that writes', async () => {
    const desk = await cutOff()
    await desk.recover()
    expect(desk.files()).toEqual({ ...FILES, 'c.md': 'new\n' })
    expect(desk.records().map(record => record.run)).toEqual(['r1'])
  })

  it('A4 and whose record is damaged is in the way until a person says so; its bytes are set aside', async () => {
    const desk = await cutOff()
    desk.disk.plant(`${STATE}/journal/r1.intent.json`, 'damaged')
    desk.disk.plant(`${STATE}/trash/odd`, 'late\n')
    desk.clock.skip()
    await expect(desk.recover()).rejects.toThrow('its record is damaged')
    const sys = deskOn(desk.disk.connect(), desk.clock)
    desk.clock.skip()
    await withFolder(sys, ROOT, 'recover', () => undefined, 'set-aside')
    expect(desk.state()).toContain('journal/r1.damaged')
    expect(desk.files()).toEqual(FILES)
  })

  it('A3 by one who wrote his intent when another had long gone on: there is nothing to finish', async () => {
    const desk = await cutOff()
    const path = `${STATE}/journal/r1.intent.json`
    const node = desk.disk.look(path)
    if (node?.kind !== 'file') throw new Error('no intent')
    const late = JSON.stringify({
      ...JSON.parse(node.now.bytes.toString().split('\n')[1]!),
      run: 'late',
      after: '',
    })
    await desk.recover()
    desk.disk.plant(path.replace('r1', 'late'), `${sha256(late)}\n${late}\n`)
    await desk.recover()
    expect(desk.records().map(record => record.run)).toEqual(['r1'])
    expect(desk.state().filter(each => each.startsWith('journal'))).toEqual([])
  })
})

describe('what lies beside the files', () => {
  const strays = async (files: Record<string, string>, ...events: Event[]) => {
    const desk = new Desktop(FILES)
    await desk.apply([WRITE])
    for (const [name, text] of Object.entries(files)) desk.write(name, text)
    await desk.recover(...events)
    return desk
  }

  it('A3 of a run that was finished returns where its name is free, and is kept where it is not', async () => {
    const desk = await strays({ '.dream-r1-0.old': 'late\n' })
    expect(desk.files()).toEqual({ ...FILES, 'c.md': 'new\n' })
    expect(desk.keeps('late\n')).toBe(true)
    desk.remove('c.md')
    desk.write('.dream-r1-0.back', 'later\n')
    await desk.recover()
    expect(desk.files()).toEqual({ ...FILES, 'c.md': 'later\n' })
  })

  it('a draft of it goes; what nobody knows stays for a person to look at', async () => {
    const desk = await strays({
      '.dream-r1-0.3.new': 'draft\n',
      '.dream-other-0.old': 'whose?\n',
      '.dream-x': 'odd\n',
    })
    expect(desk.files()).toEqual({
      ...FILES,
      'c.md': 'new\n',
      '.dream-other-0.old': 'whose?\n',
      '.dream-x': 'odd\n',
    })
  })

  it('A3 of a run that somebody else began in this very moment is his', async () => {
    const begin = (desk: Desktop) => desk.disk.plant(`${STATE}/journal/x1.intent.json`, 'his')
    const desk = new Desktop(FILES)
    await desk.apply([WRITE])
    desk.write('.dream-x1-0.old', 'his\n')
    await desk.recover({ at: 'lstat x1.intent.json', does: begin })
    expect(desk.files()).toHaveProperty(['.dream-x1-0.old'])
  })

  it('and is gone before it can be read is nobody’s concern', async () => {
    const desk = await strays(
      { '.dream-r1-0.old': 'late\n' },
      { at: 'open -0.old', does: each => each.remove('.dream-r1-0.old') },
    )
    expect(desk.files()).toEqual({ ...FILES, 'c.md': 'new\n' })
  })

  it('A3 moved there after its run was recorded as not done: it returns', async () => {
    const desk = new Desktop(FILES)
    const edit: Event = { at: 'rename .intent.json', does: each => each.write('c.md', 'mine\n') }
    await desk.apply([WRITE], edit, { at: 'unlink r1.intent.json', dies: true })
    expect(desk.records()).toMatchObject([{ changes: [{ result: 'changed-meanwhile' }] }])
    desk.rename('c.md', '.dream-r1-0.old')
    await desk.recover()
    expect(desk.files()).toEqual({ ...FILES, 'c.md': 'mine\n' })
  })
})

describe('the trash', () => {
  it('A4 late edits in it are kept and told once, whoever they belong to', async () => {
    const desk = new Desktop(FILES)
    await desk.apply([WRITE])
    const trash = (name: string, text: string) => desk.disk.plant(`${STATE}/trash/${name}`, text)
    trash(`r1-0.${sha256('gamma\n')}`, 'late\n')
    trash('nobody-0.0000', 'whose?\n')
    await desk.recover()
    const told = () => desk.records().flatMap(record => record.salvaged ?? [])
    expect(told()).toEqual([
      { file: 'nobody-0.0000', kept: sha256('whose?\n') },
      { file: 'c.md', kept: sha256('late\n') },
    ])
    trash(`r1-0.${sha256('gamma\n')}`, 'late\n')
    await desk.recover()
    expect(told()).toHaveLength(2)
    expect(desk.keeps('late\n') && desk.keeps('whose?\n')).toBe(true)
  })

  it('whose bytes they were an open intent tells too, by the number of the step where the hash is unknown', async () => {
    const desk = await cutOff()
    desk.disk.plant(`${STATE}/journal/r0.intent.json`, 'damaged')
    desk.disk.plant(`${STATE}/trash/r1-0.${sha256('no such')}`, 'late\n')
    await expect(desk.recover()).rejects.toThrow('damaged')
    expect(desk.records().flatMap(record => record.salvaged ?? [])).toEqual([
      { file: 'c.md', kept: sha256('late\n') },
    ])
  })
})
