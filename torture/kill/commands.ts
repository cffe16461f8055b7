import type { GroundKind } from './fixtures.ts'
import type { Operation } from './operation.ts'
import { planted, RUN, ran } from './operations.ts'
import type { Line, Stage } from './stage.ts'

/** The commands that deal with one note, with journals, or with both engines. */

const REMEMBER: Line = ['remember', 'Decided to bill the shop by the month']
const OTHER: Line = ['remember', 'Decided to close the shop on Sundays']
const INIT: Line = ['init', '--yes']
const REVIEW: Line = ['review']
const CONSOLIDATE: Line = ['magma', 'consolidate', '--rules', 'seed']

const undone = async (stage: Stage) => (await stage.play(await ran(stage), ['undo'], 3)).image
const made = async (stage: Stage) => (await stage.play(stage.planted, INIT, 2)).image
const reviewed = async (stage: Stage) => (await stage.play(await made(stage), REVIEW, 3)).image
const forgotten = async (stage: Stage) => (await stage.play(stage.planted, ['forget', 'legacy.md'], 2)).image

function told(name: string, ground: GroundKind, line: Line, followers: readonly Line[]): Operation {
  const begins = ground === 'journals' ? reviewed : planted
  return { name, ground, line, leaves: 'changed', begins, followers }
}

const NOTES: readonly Operation[] = [
  told('remember', 'folder', REMEMBER, [REMEMBER, OTHER]),
  told('remember beside one note', 'only note', REMEMBER, [OTHER]),
  told('forget', 'folder', ['forget', 'legacy.md'], [['forget', 'legacy.md'], OTHER]),
  told('forget the only note', 'only note', ['forget', 'total.md'], [['forget', 'total.md'], OTHER]),
  {
    name: 'rollback',
    ground: 'folder',
    line: ['rollback', 'legacy.md', '1'],
    leaves: 'changed',
    begins: forgotten,
    followers: [OTHER, ['rollback', 'legacy.md', '1']],
  },
  {
    name: 'redo',
    ground: 'folder',
    line: stage => ['undo', stage.runAt(3)],
    leaves: 'restored',
    begins: undone,
    followers: [['undo'], OTHER],
  },
  {
    name: 'undo of forgetting the only note',
    ground: 'only note',
    line: ['undo'],
    leaves: 'restored',
    begins: async stage => (await stage.play(stage.planted, ['forget', 'total.md'], 2)).image,
    followers: [OTHER],
  },
]

const JOURNALS: readonly Operation[] = [
  {
    name: 'init',
    ground: 'journals',
    line: INIT,
    leaves: 'changed',
    begins: planted,
    followers: [INIT, REMEMBER, REVIEW],
  },
  {
    name: 'init of nothing',
    ground: 'empty workspace',
    line: INIT,
    leaves: 'changed',
    begins: planted,
    followers: [INIT],
  },
  {
    name: 'review',
    ground: 'journals',
    line: REVIEW,
    leaves: 'changed',
    begins: made,
    followers: [REVIEW, REMEMBER],
  },
  { ...told('remember in journals', 'journals', REMEMBER, [REMEMBER, OTHER, REVIEW]), adds: true },
  told('forget in journals', 'journals', ['forget', 'Anna'], [['forget', 'Anna'], REMEMBER]),
  {
    name: 'undo of a review',
    ground: 'journals',
    line: ['undo'],
    leaves: 'restored',
    begins: reviewed,
    followers: [REMEMBER],
  },
]

const ENGINES: readonly Operation[] = [
  {
    name: 'magma consolidate',
    ground: 'magma',
    line: CONSOLIDATE,
    leaves: 'changed',
    begins: planted,
    followers: [CONSOLIDATE],
  },
  {
    name: 'undo of magma consolidate',
    ground: 'magma',
    line: ['undo'],
    leaves: 'restored',
    begins: async stage => (await stage.play(stage.planted, CONSOLIDATE, 2)).image,
  },
]

/** What nothing needs goes from the state of a folder; every undo stays possible. */
const GC: readonly Operation[] = [
  { name: 'gc', ground: 'folder', line: ['gc'], leaves: 'same', begins: undone, followers: [RUN] },
]

export const COMMAND_OPERATIONS: readonly Operation[] = [...NOTES, ...JOURNALS, ...ENGINES, ...GC]
