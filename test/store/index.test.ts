import { describe, expect, it } from 'vitest'
import { DreamError } from '../../src/model/error.ts'
import { fileName, INDEX_FILE } from '../../src/model/file-name.ts'
import type { Action } from '../../src/model/plan.ts'
import { joinPieces } from '../../src/plan/changes.ts'
import { applyActions, commit } from '../../src/store/commit.ts'
import { indexPieces } from '../../src/store/undo.ts'
import type { Step } from '../../src/store/write-log.ts'
import { archive, write } from '../../torture/actions.ts'
import { deskOn, ROOT } from '../../torture/stage.ts'
import { Desktop } from './meanwhile.ts'

const INDEX = '- [A](a.md)\n- [B](b.md)\n'
const FILES = { 'MEMORY.md': INDEX, 'a.md': 'alpha\n', 'b.md': 'beta\n' }
const ACTIONS = [archive('a.md', FILES['a.md']), write('MEMORY.md', INDEX, [{ text: '- [B](b.md)\n' }])]
const request = { root: ROOT, label: 'notes', actions: ACTIONS, run: 'r1', command: 'run' }

describe('an index that cannot be read', () => {
  it('keeps everything else from being begun', async () => {
    const desk = new Desktop({ 'a.md': 'alpha\n' })
    desk.disk.plantDir(`${ROOT}/MEMORY.md`)
    const gone = archive('gone.md', 'not there')
    const { outcomes } = await desk.apply([...ACTIONS, gone])
    expect(outcomes.map(({ result }) => result)).toEqual(['not-started', 'failed', 'changed-meanwhile'])
    expect(outcomes[0]).toMatchObject({
      detail: 'MEMORY.md could not be updated: it is not a regular file (ENOTREG)',
    })
    expect(desk.files()).toEqual({ 'a.md': 'alpha\n' })
  })
})

describe('an index that was edited while files left', () => {
  /** Whoever edits it does so as soon as the intent is there, so many times. */
  async function repaired(
    times: number,
    planIndex: (desk: Desktop) => Action | undefined,
    actions = ACTIONS,
  ) {
    const desk = new Desktop(FILES)
    let edits = 0
    const edit = () => {
      edits += 1
      desk.write('MEMORY.md', `${INDEX}- mine ${edits}\n`)
    }
    const events = Array.from({ length: times }, (_, at) => ({
      at: 'rename .intent.json',
      time: at + 1,
      does: edit,
    }))
    const context = { ...deskOn(desk.sys(events), desk.clock), planIndex: async () => planIndex(desk) }
    const outcome = await commit(context, { ...request, actions })
    return { desk, outcome }
  }

  const without = (desk: Desktop) => {
    const now = desk.files()['MEMORY.md']!
    return write('MEMORY.md', now, [{ text: now.replace('- [A](a.md)\n', '') }])
  }

  it('D18 stays, and is brought up to date after it in the same run', async () => {
    const { desk, outcome } = await repaired(1, without)
    expect(desk.files()).toEqual({ 'MEMORY.md': '- [B](b.md)\n- mine 1\n', 'b.md': 'beta\n' })
    expect(outcome.warnings.join()).toContain('the edit stayed, and the index was updated after it')
    expect(desk.records().map(({ run, command }) => [run, command])).toEqual([
      ['r1', 'run'],
      ['r1', 'index-1'],
    ])
  })

  it('is left alone after three tries: the next dream finds it', async () => {
    const { desk, outcome } = await repaired(9, without)
    expect(desk.files()['MEMORY.md']).toBe(`${INDEX}- mine 4\n`)
    expect(outcome.outcomes.map(({ result }) => result)).toEqual(['done', 'changed-meanwhile'])
    expect(outcome.warnings.join()).toContain('it still lists notes that left')
  })

  it('D1 is not begun in a folder that its own program alone writes', async () => {
    const desk = new Desktop(FILES)
    const context = { ...deskOn(desk.sys([]), desk.clock), isReadOnly: () => 'read only' }
    const { failure } = await commit(context, request)
    expect(failure?.sentence).toBe('read only')
    expect(desk.files()).toEqual(FILES)
  })

  it('loses no outcome where the new index cannot be planned', async () => {
    const { desk, outcome } = await repaired(1, () => {
      throw new DreamError('the folder could not be listed', 1)
    })
    expect(desk.files()).toEqual({ 'MEMORY.md': `${INDEX}- mine 1\n`, 'b.md': 'beta\n' })
    expect(outcome.outcomes.map(({ result }) => result)).toEqual(['done', 'changed-meanwhile'])
    expect(outcome.warnings.join()).toMatch(/still lists notes that left.*could not be listed/)
  })

  it('waits for the next dream where no file left', async () => {
    const only = [write('b.md', FILES['b.md'], [{ text: 'new\n' }]), ACTIONS[1]!]
    const { outcome } = await repaired(1, without, only)
    expect(outcome.warnings).toEqual([])
    expect(outcome.outcomes.map(({ result }) => result)).toEqual(['done', 'changed-meanwhile'])
  })

  it('is left alone where nothing in it has to change, and where nobody knows how it should be', async () => {
    const { desk, outcome } = await repaired(1, () => undefined)
    expect(desk.files()['MEMORY.md']).toBe(`${INDEX}- mine 1\n`)
    expect(outcome.warnings.join()).toContain('the edit stayed')
  })

  it('is nobody’s business where nobody edited it', async () => {
    const { desk, outcome } = await repaired(0, () => {
      throw new Error('nobody asked for another plan')
    })
    expect(outcome.warnings).toEqual([])
    expect(desk.files()['MEMORY.md']).toBe('- [B](b.md)\n')
  })
})

describe('an index that is put back', () => {
  const state = { hash: 'h', size: 1, modified: 1, mode: 0o644 }
  const base = { reason: { why: 'undo', run: 'r1' }, needs: [] } as const
  const returns = (file: string): Step => ({
    ...base,
    kind: 'write',
    file: fileName(file),
    from: null,
    content: { is: 'object', hash: 'h' },
  })
  const leaves = (file: string): Step => ({ ...base, kind: 'archive', file: fileName(file), from: state })
  const index: Step = { ...returns('MEMORY.md'), file: INDEX_FILE, from: state }

  it('names what returns once it is there, and what leaves until it is gone', () => {
    const pieces = indexPieces(
      '# Notes\n- [A](a.md)\n- [B](b.md)\n',
      '- [B](b.md)\n- [C](c.md)\n',
      [returns('a.md'), leaves('c.md'), index],
      new Set(),
    )
    expect(pieces).toEqual([
      { text: '# Notes\n' },
      { text: '- [A](a.md)\n', onlyIfDone: 'a.md' },
      { text: '- [B](b.md)\n' },
      { text: '- [C](c.md)\n', unlessDone: 'c.md' },
    ])
  })

  describe('with several links in a line', () => {
    const steps = [returns('a.md'), returns('b.md'), returns('d.md'), leaves('l.md'), index]
    const text = '- [A](a.md), [B](b.md), [D](d.md) — three\n- [A](a.md), [C](c.md) — two\n'
    const now = '- [C](c.md) — two\n- [C](c.md), [L](l.md) — late\n'
    const back = (...done: string[]) =>
      joinPieces(indexPieces(text, now, steps, new Set()), new Set(done.map(fileName)))

    it('is the old text where all is done', () => {
      expect(back('a.md', 'b.md', 'd.md', 'l.md')).toBe(text)
    })

    it('keeps the line of a memory that is there, whichever other cannot return', () => {
      expect(back('b.md', 'd.md', 'l.md')).toBe(
        '- [B](b.md) — three\n- [D](d.md) — three\n- [C](c.md) — two\n',
      )
      expect(back('l.md')).toBe('- [C](c.md) — two\n')
    })

    it('keeps the line of a memory that cannot leave, wherever it stands in it', () => {
      expect(back('a.md', 'b.md', 'd.md')).toBe(`${text}- [L](l.md) — late\n`)
    })

    it('leaves links to other places alone', () => {
      const site = '- [Site](https://example.org/a.md), [A](a.md) — see\n'
      const pieces = indexPieces(site, '', [returns('a.md'), index], new Set())
      expect(joinPieces(pieces, new Set())).toBe('- [Site](https://example.org/a.md) — see\n')
    })

    it('takes out no more than the link to what never returns', () => {
      const never = new Set([fileName('a.md')])
      expect(joinPieces(indexPieces(text, '', [index], never), new Set())).toBe(
        '- [B](b.md), [D](d.md) — three\n- [C](c.md) — two\n',
      )
    })
  })

  it.each([
    ['- [B](b.md)', '\n- [C](c.md)'],
    ['', '- [C](c.md)\n'],
  ])('keeps %j as it is where the last line does not end', (text, added) => {
    const pieces = indexPieces(text, '# Notes\n- [C](c.md)', [leaves('c.md'), index], new Set())
    expect(pieces.at(-1)).toEqual({ text: added, unlessDone: 'c.md' })
    expect(
      pieces
        .slice(0, -1)
        .map(piece => piece.text)
        .join(''),
    ).toBe(text)
  })
})

it('a folder that cannot be opened is a failure with its sentence, and nothing is thrown', async () => {
  const desk = new Desktop(FILES)
  const outcome = await applyActions(deskOn(desk.disk.connect(), desk.clock), {
    ...request,
    root: '/home/ann/nowhere',
  })
  expect(outcome.failure).toBeDefined()
  expect(desk.files()).toEqual(FILES)
})
