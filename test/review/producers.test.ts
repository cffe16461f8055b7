import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Where } from '../../src/app/app.ts'
import type { MagmaSettings } from '../../src/config/in-force.ts'
import { DEFAULTS } from '../../src/config/settings.ts'
import { forget } from '../../src/journal/forget.ts'
import { review } from '../../src/journal/review.ts'

import { fileName } from '../../src/model/file-name.ts'
import { DEFAULT_POLICY, type FolderPlan } from '../../src/model/plan.ts'
import { dream } from '../../src/pipeline/pipeline.ts'
import { type DraftAnswer, keepDrafts, keepPlan } from '../../src/review/kept.ts'
import { MagmaAdapter } from '../../src/vault/adapter.ts'
import { CCBReader } from '../../src/vault/ccb-reader.ts'
import { nightOf } from '../journal/place.ts'
import { JOURNALS, ready } from '../journal/workspace.ts'
import { emptyPlace, type Place } from '../pipeline/place.ts'
import { sha } from '../store/context.ts'
import { magmaPlace, memoryText } from '../vault/place.ts'
import { queueAt } from './open.ts'

let open: { remove(): void }[] = []
afterEach(() => {
  for (const each of open) each.remove()
  open = []
})

const queueOf = (where: Where, more: MagmaSettings = DEFAULTS) => queueAt(where, DEFAULT_POLICY, more)
const only = async (where: Where, more: MagmaSettings = DEFAULTS) => {
  const items = await queueOf(where, more).list('open')
  expect(items).toHaveLength(1)
  return items[0]!
}

const NOTE = memoryText('Only', 'user', 'Use the blue door.')
const INDEX = '# foo Memory\n\n- [Only](only.md) — Only\n'

function notes(files: Record<string, string> = { 'only.md': NOTE, 'MEMORY.md': INDEX }): Place {
  const place = emptyPlace()
  open.push(place)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(place.memory, name), text)
  return place
}
const read = (place: Place, name: string) => readFileSync(join(place.memory, name), 'utf8')

describe('a plan that an agent left', () => {
  const BETTER = NOTE.replace('blue', 'green')

  async function left(place: Place): Promise<string> {
    const { plan } = await dream({ where: place.where, policy: DEFAULT_POLICY, mode: 'plan' })
    const [memory] = plan.folders
    const action = {
      kind: 'write',
      file: fileName('only.md'),
      expect: sha(NOTE),
      pieces: [{ text: BETTER }],
      reason: { why: 'agent' },
      needs: [],
    } as const
    const folder: FolderPlan = { ...memory!, actions: [action] }
    return keepPlan(place.where, { ...plan, folders: [folder] })
  }

  it('P7 is an item with what it would change; accepted, it waits no more, and undo takes it back', async () => {
    const place = notes()
    await left(place)
    const queue = queueOf(place.where)
    const item = await only(place.where)
    expect(item).toMatchObject({ producer: 'agent', words: '1 change (only.md)', origin: 'model' })
    expect(await queue.changes(item)).toMatchObject([{ file: 'only.md', before: NOTE, after: BETTER }])
    const { outcome } = await queue.accept(item.id)
    expect(outcome?.outcomes.map(({ result }) => result)).toEqual(['done'])
    expect(read(place, 'only.md')).toBe(BETTER)
    expect(await queue.list('open')).toEqual([])
  })

  it('is not asked about again after a no, and no plan at all is not shown', async () => {
    const place = notes()
    const path = await left(place)
    const queue = queueOf(place.where)
    await queue.answer((await only(place.where)).id.slice(0, 5), 'rejected')
    expect(await queue.list('open')).toEqual([])
    expect(await queue.list('answered')).toMatchObject([{ decision: { answer: 'rejected' } }])
    writeFileSync(path, '{ "folders": [{')
    expect(await queue.list('answered')).toEqual([])
  })

  it('that somebody wrote by hand is looked at like any other plan', async () => {
    const place = notes()
    const path = await left(place)
    const plan = JSON.parse(readFileSync(path, 'utf8'))
    plan.folders[0].actions[0].pieces = 'no pieces'
    writeFileSync(path, JSON.stringify(plan))
    const item = await only(place.where)
    await expect(queueOf(place.where).accept(item.id)).rejects.toThrow('the plan cannot be used: ')
  })
})

describe('a memory that was drafted from a conversation', () => {
  const draft: DraftAnswer = {
    file: fileName('feedback_tea.md'),
    type: 'feedback',
    origin: 'user',
    name: 'Tea',
    description: 'Tea, never coffee.',
    text: memoryText('Tea', 'feedback', 'Tea, never coffee.'),
    quote: 'Tea, never coffee.',
    transcript: 's1.jsonl',
    line: 3,
    by: 'rules',
    near: [],
  }

  it('M12 is kept, shown with the words that it rests on, and written with its line when a person says so', async () => {
    const place = notes()
    keepDrafts(place.where, place.memory, [draft])
    keepDrafts(place.where, place.memory, [{ ...draft, line: 4 }])
    const queue = queueOf(place.where)
    const item = await only(place.where)
    expect(item).toMatchObject({ producer: 'extract', subject: draft.file, origin: 'user' })
    expect(item.evidence.join()).toMatch(/“?Tea, never coffee\.”?.*s1\.jsonl:4/)
    await queue.accept(item.id)
    expect(read(place, draft.file)).toBe(draft.text)
    expect(read(place, 'MEMORY.md')).toContain('](feedback_tea.md)')
    expect(await queue.list('open')).toEqual([])
  })

  it('may be edited first, or refused', async () => {
    const place = notes()
    const other = { ...draft, file: fileName('feedback_milk.md') }
    keepDrafts(place.where, place.memory, [draft, other])
    const queue = queueOf(place.where)
    const [first, second] = await queue.list('open')
    const outcome = await queue.edit(first!.id, { file: draft.file, text: `${draft.text}Green.\n` })
    expect(outcome.failure).toBeUndefined()
    expect(read(place, draft.file)).toBe(`${draft.text}Green.\n`)
    await queue.answer(second!.id, 'never')
    expect(existsSync(join(place.memory, other.file))).toBe(false)
    expect(await queue.list('open')).toEqual([])
  })

  it('is as good as not there where its file was cut off', async () => {
    const place = notes()
    keepDrafts(place.where, place.memory, [draft])
    const state = join(place.top, 'state/dream')
    const [folder] = readdirSync(state)
    writeFileSync(join(state, folder!, 'drafts.json'), '[{"file":')
    expect(await queueOf(place.where).list('open')).toEqual([])
  })
})

describe('what the files and MAGMA disagree in', () => {
  const API = memoryText('API', 'reference', 'The limit is 200 ms for every call.')

  async function disagreeing(type = 'reference') {
    const at = magmaPlace({ 'api.md': API.replace('type: reference', `type: ${type}`) })
    open.push(at)
    const adapter = new MagmaAdapter({
      cwd: at.top,
      home: at.home,
      env: at.where.env,
      obsidianPath: at.vault,
    })
    const [memory] = await new CCBReader(at.root, at.where).readAll()
    const { id } = await adapter.update({ memory: memory!, root: at.root, label: at.root, layer: 'L3' })
    at.putNote(`${id}.md`, at.note(`${id}.md`).replace('200 ms', '90 ms'))
    return { at, note: `${id}.md`, own: at.settings }
  }

  it('M8 is an item; of two that only a person can tell apart they say which gives way', async () => {
    const { at, own } = await disagreeing()
    const item = await only(at.where, own)
    expect(item).toMatchObject({ producer: 'magma', subject: 'api.md' })
    expect(item.choices.map(({ value }) => value)).toEqual(['note', 'file'])
    const queue = queueOf(at.where, own)
    await expect(queue.accept(item.id)).rejects.toThrow('only you can decide this')
    expect(await queue.changes(item, 'file')).toMatchObject([{ file: 'api.md' }])
    const { outcome } = await queue.accept(item.id, 'file')
    expect(outcome?.failure).toBeUndefined()
    expect(at.read('api.md')).toContain('90 ms')
    expect(await queue.list('open')).toEqual([])
  })

  it('M8 follows the file for what the user said, without a choice', async () => {
    const { at, own, note } = await disagreeing('feedback')
    const item = await only(at.where, own)
    expect(item.choices).toEqual([])
    await queueOf(at.where, own).accept(item.id)
    expect(at.note(note)).toContain('200 ms')
  })
})

describe('what the user forgot and a journal said again', () => {
  it('J14 J27 waits; a yes brings it back with the ledger’s word of it, a no is remembered', async () => {
    const place = await ready(JOURNALS)
    await review({ where: place.where, epochMs: nightOf('2026-02-04') })
    await forget({ where: place.where, description: 'short answers', epochMs: nightOf('2026-02-05') })
    place.put('memory/2026-02-05.md', '- User prefers short answers\n')
    await review({ where: place.where, epochMs: nightOf('2026-02-06') })
    const queue = queueOf(place.where)
    const item = await only(place.where)
    expect(item).toMatchObject({ producer: 'journal', words: 'User prefers short answers' })
    await queue.answer(item.id, 'rejected')
    expect(await queue.list('open')).toEqual([])
    await queue.answer(item.id, 'reopened')
    const { outcome } = await queue.accept(item.id)
    expect(outcome?.outcomes.every(({ result }) => result === 'done')).toBe(true)
    expect(place.read('MEMORY.md')).toContain('User prefers short answers [re-emerged]')
    expect(place.vaultFile('ledger.md')).toMatch(/re-emergence[\s\S]*User prefers short answers/)
    expect(await queue.list('open')).toEqual([])
  })
})
