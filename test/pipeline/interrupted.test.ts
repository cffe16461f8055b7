import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { foldersOf, storeContext, type Where } from '../../src/app/app.ts'
import { realSys, type Sys } from '../../src/disk/sys.ts'
import { fileName } from '../../src/model/file-name.ts'
import { exitCode } from '../../src/model/outcome.ts'
import type { Action } from '../../src/model/plan.ts'
import { dream } from '../../src/pipeline/pipeline.ts'
import { applyActions } from '../../src/store/commit.ts'
import { withFolder } from '../../src/store/folder.ts'
import { findStore, rootId } from '../../src/store/store.ts'
import { rollback } from '../../src/vault/memory-versions.ts'
import { changesDisk, Killed, spied } from '../../torture/dying.ts'
import { dreamAt } from '../dream-at.ts'
import { ready } from '../journal/workspace.ts'
import { archive, write } from '../store/context.ts'
import { emptyPlace, type Place, policy, treeBelow } from './place.ts'

let open: { remove(): void }[] = []
afterEach(() => {
  for (const each of open) each.remove()
  open = []
})

const fixed = async (where: Where) => (await dreamAt(where).doctor({ fix: true })).fixed!.finished

const ONLY = '---\nname: Only\ndescription: The only note\n---\nUse the blue door.\n'
const INDEX = '# foo Memory\n\n- [Only](only.md) — The only note\n'

function placeWith(files: Record<string, string>): Place {
  const place = emptyPlace()
  open.push(place)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(place.memory, name), text)
  return place
}

/** A process that is killed once everything it was to change is moved aside: its locks stay behind. */
async function killWhenAside(
  where: Where,
  root: string,
  actions: readonly Action[],
  aside: readonly string[],
) {
  let isDead = false
  const sys: Sys = spied(realSys, (call, args, go) => {
    if (isDead) throw new Killed('killed')
    const result = go()
    if (changesDisk(call, args) && aside.every(name => !existsSync(join(root, name)))) isDead = true
    return result
  })
  const order = { root, label: 'notes', actions, run: '20260101T000000-abcdef', command: 'forget' }
  await applyActions({ ...storeContext(where), sys }, order).catch(() => undefined)
  const store = findStore(realSys, storeContext(where).stateHome, root)!
  for (const name of store.locks.list()) store.locks.discard(name)
  store.close()
}

/** A run that was cut off when the only note and the index were out of sight. */
async function cutOff(place: Place): Promise<void> {
  const gone = archive('only.md', ONLY)
  const index = write('MEMORY.md', INDEX, [{ text: '# foo Memory\n\n' }])
  await killWhenAside(place.where, place.memory, [gone, index], ['only.md', 'MEMORY.md'])
  expect(readdirSync(place.memory).filter(name => !name.startsWith('.dream-'))).toEqual([])
}

const FINISHED = { 'MEMORY.md': '# foo Memory\n\n' }
const visible = (root: string) =>
  Object.fromEntries(readdirSync(root).map(name => [name, readFileSync(join(root, name), 'utf8')]))

describe('a run that was cut off', () => {
  it('D17 A4 is seen by commands that only look, and they leave it alone', async () => {
    const place = placeWith({ 'only.md': ONLY, 'MEMORY.md': INDEX })
    await cutOff(place)
    const before = treeBelow(place.top)
    expect(foldersOf(place.where).map(({ root }) => root)).toEqual([place.memory])
    const report = await dream({ where: place.where, policy: policy(), mode: 'dry-run' })
    expect(report.unfinished).toEqual([{ label: '.claude/agent-memory/foo', run: '20260101T000000-abcdef' }])
    expect(exitCode(report)).toBe(1)
    expect(treeBelow(place.top)).toEqual(before)
  })

  it('A4 is finished by dream doctor --fix', async () => {
    const place = placeWith({ 'only.md': ONLY, 'MEMORY.md': INDEX })
    await cutOff(place)
    const folders = await fixed(place.where)
    expect(folders).toMatchObject([{ root: place.memory, recovered: [{ run: '20260101T000000-abcdef' }] }])
    expect(visible(place.memory)).toEqual(FINISHED)
    await dreamAt(place.where).undo()
    expect(visible(place.memory)).toEqual({ 'only.md': ONLY, 'MEMORY.md': INDEX })
  })

  it('A4 is finished from anywhere, also where its folder was named on the command line then', async () => {
    const place = placeWith({})
    const notes = join(place.top, 'notes')
    mkdirSync(notes)
    writeFileSync(join(notes, 'only.md'), ONLY)
    await killWhenAside(place.where, notes, [archive('only.md', ONLY)], ['only.md'])
    const folders = await fixed(place.where)
    expect(folders.map(each => [each.root, each.recovered.length])).toEqual([[notes, 1]])
    expect(readdirSync(notes)).toEqual([])
  })

  it.each([
    ['dream', (where: Where) => dream({ where, policy: policy(), mode: 'live' })],
    ['remember', (where: Where) => dreamAt(where).remember({ text: ['Knock twice at the green door'] })],
    ['forget', (where: Where) => dreamAt(where).forget({ description: ['nothing of the kind'] })],
    ['undo', (where: Where) => dreamAt(where).undo()],
  ])('A4 is finished by %s before it looks for folders', async (command, run) => {
    const place = placeWith({ 'only.md': ONLY, 'MEMORY.md': INDEX })
    await cutOff(place)
    await run(place.where)
    const left = visible(place.memory)
    expect(Object.keys(left).filter(name => name.startsWith('.dream-'))).toEqual([])
    if (command === 'undo') expect(left).toEqual({ 'only.md': ONLY, 'MEMORY.md': INDEX })
    else expect(left['only.md']).toBeUndefined()
    if (command === 'remember') expect(left['MEMORY.md']).toContain('green door')
  })

  it.each([
    ['dream', (where: Where) => dream({ where, policy: policy(), mode: 'live' })],
    ['remember', (where: Where) => dreamAt(where).remember({ text: ['Knock twice at the green door'] })],
    ['forget', (where: Where) => dreamAt(where).forget({ description: ['nothing of the kind'] })],
  ])('A4 is finished by %s also in a folder that only the state directory names', async (_, run) => {
    const place = placeWith({ 'only.md': ONLY, 'MEMORY.md': INDEX })
    const notes = join(place.top, 'notes')
    mkdirSync(notes)
    writeFileSync(join(notes, 'only.md'), ONLY)
    await killWhenAside(place.where, notes, [archive('only.md', ONLY)], ['only.md'])
    expect(readdirSync(notes)).not.toEqual([])
    await run(place.where)
    expect(readdirSync(notes)).toEqual([])
  })

  it('J4 J5 a capture after a review that was cut off is written once', async () => {
    const text = '## Current state\n- Building the Atlas prototype (2026-01-20)\n'
    const place = await ready({ 'MEMORY.md': text, 'memory/2026-02-01.md': '# 2026-02-01\n\n- rain\n' })
    open.push(place)
    const now = place.read('MEMORY.md')
    const review = write('MEMORY.md', now, [{ text: `${now}- Reviewed line\n` }])
    await killWhenAside(place.where, place.root, [review], ['MEMORY.md'])
    const report = await dreamAt({ ...place.where, paths: [] }, Date.parse('2026-02-04T10:05:00Z')).remember({
      text: ['I decided to sell the boat'],
      as: 'decision',
    })
    expect(report).toMatchObject({ section: 'current' })
    const count = (name: string) => place.read(name).split('sell the boat').length - 1
    expect([count('MEMORY.md'), count('memory/2026-02-04.md')]).toEqual([1, 1])
    expect(place.read('MEMORY.md')).toContain('- Reviewed line')
  })

  it('leaves no draft behind, of whatever file', async () => {
    const place = placeWith({ 'only.md': ONLY, 'MEMORY.md': INDEX })
    await cutOff(place)
    const state = join(storeContext(place.where).stateHome, rootId(place.memory))
    const dead = spawnSync('true').pid
    const own = `night.json.${process.pid}.new`
    for (const name of ['night.json.new', `night.json.${dead}.new`, own])
      writeFileSync(join(state, name), '{')
    writeFileSync(join(place.memory, '.dream-20250101T000000-unknown-0.7.new'), 'half')
    await fixed(place.where)
    expect(readdirSync(state).filter(name => name.endsWith('.new'))).toEqual([own])
    expect(readdirSync(place.memory)).toEqual(['MEMORY.md'])
  })

  it('a write log that names a vault nobody knows is not followed', async () => {
    const place = placeWith({ 'only.md': ONLY, 'MEMORY.md': INDEX })
    const elsewhere = join(place.top, 'elsewhere')
    mkdirSync(elsewhere)
    await withFolder(storeContext(place.where), place.memory, 'look', ({ store }) =>
      store.writeLog.write({
        run: 'r9',
        at: '2026-01-01T00:00:00.000Z',
        command: 'review',
        vault: elsewhere,
        steps: [
          {
            kind: 'write',
            file: '@vault/ledger.md' as never,
            from: null,
            reason: { why: 'reviewed' },
            needs: [],
            content: { is: 'pieces', pieces: [{ text: 'planted\n' }] },
          },
        ],
      }),
    )
    const folders = await fixed(place.where)
    expect(folders[0]?.failure).toContain(
      `the vault ${elsewhere}, which neither the settings nor history name`,
    )
    expect(readdirSync(elsewhere)).toEqual([])
    const env = { ...place.where.env, DREAM_VAULT_PATH: elsewhere }
    await fixed({ ...place.where, env })
    expect(readdirSync(elsewhere)).toEqual(['ledger.md'])
  })
})

describe('one command is one run', () => {
  it('M9 rollback of a note that is gone writes the note and its line, or neither', async () => {
    const place = placeWith({
      'only.md': ONLY,
      'other.md': ONLY.replaceAll('nly', 'ther'),
      'MEMORY.md': INDEX,
    })
    await dreamAt(place.where).forget({ description: ['only.md'] })
    const gone = visible(place.memory)
    expect(gone['only.md']).toBeUndefined()
    const outcome = await rollback(place.where, 'only.md', 1)
    expect(outcome.outcomes.map(each => [each.action.file, each.result])).toEqual([
      ['only.md', 'done'],
      ['MEMORY.md', 'done'],
    ])
    expect(visible(place.memory)['MEMORY.md']).toContain('](only.md)')
    const store = findStore(realSys, storeContext(place.where).stateHome, place.memory)!
    expect(store.log.read().records.filter(({ run }) => run === outcome.run)).toHaveLength(1)
    store.close()
    await dreamAt(place.where).undo()
    expect(visible(place.memory)).toEqual(gone)
  })
})

describe('state and memory on two devices', () => {
  /** What a run moved aside cannot leave its directory. */
  const apart: Sys = {
    ...realSys,
    rename: (from, to) => {
      const isLeaving = /\/\.dream-[^/]*$/.test(from) && dirname(from) !== dirname(to)
      if (isLeaving) throw Object.assign(new Error('EXDEV: cross-device link'), { code: 'EXDEV' })
      realSys.rename(from, to)
    },
  }

  it('a save into a file that was archived a moment ago is kept and told', async () => {
    const place = placeWith({ 'only.md': ONLY })
    const editor = openSync(join(place.memory, 'only.md'), 'a')
    const desk = { ...storeContext(place.where), sys: apart }
    const order = { root: place.memory, label: 'notes', actions: [archive('only.md', ONLY)], command: 'run' }
    await applyActions(desk, { ...order, run: 'r1' })
    expect(existsSync(join(place.memory, 'only.md'))).toBe(false)
    writeSync(editor, 'A late line.\n')
    closeSync(editor)
    const [late] = await withFolder(desk, place.memory, 'look', folder => [...folder.salvaged])
    expect(late?.file).toBe(fileName('only.md'))
    expect(readdirSync(place.memory)).toEqual([])
    const store = findStore(realSys, desk.stateHome, place.memory)!
    const kept = store.objects.get(late!.kept)
    store.close()
    expect(kept.state === 'whole' && kept.bytes.toString()).toBe(`${ONLY}A late line.\n`)
  })
})
