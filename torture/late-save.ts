import { closeSync, mkdtempSync, openSync, realpathSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256 } from '../src/disk/sys.ts'
import type { Found } from './found.ts'
import { groundAt } from './kill/ground.ts'
import { type Image, restoreImage, takeImage } from './kill/image.ts'
import { insidePlayer } from './kill/inside.ts'
import { RUN } from './kill/operations.ts'
import { LIVES } from './kill/player.ts'
import { Stage } from './kill/stage.ts'
import { folderElsewhere } from './places.ts'

/**
 * An editor that holds a note open saves into it after Dream archived or replaced it, and before the next command that
 * writes: what it saved is kept, and the next command or history says so. On the real file system.
 */

export const DEVICES = ['one device', 'two devices', 'two real devices'] as const
type Devices = (typeof DEVICES)[number]

const HELD = ['legacy.md', 'auth_again.md', 'auth.md', 'MEMORY.md'] as const
const LATE = Buffer.from('saved late, by hand\n')

/** `no-such-place`: this machine has no second file system at hand. */
export async function tryLateSaves(
  devices: Devices,
): Promise<{ readonly tried: number; readonly found: readonly Found[] } | 'no-such-place'> {
  const here = realpathSync(mkdtempSync(join(tmpdir(), 'dream-late-')))
  const other = devices === 'two real devices' ? folderElsewhere(here) : undefined
  const state = other && realpathSync(mkdtempSync(join(other, 'dream-late-')))
  try {
    if (devices === 'two real devices' && state === undefined) return 'no-such-place'
    const player = insidePlayer(devices === 'two devices' ? devices : 'one device')
    const stage = new Stage(player, groundAt('folder', join(here, 'top'), state && join(state, 'state')))
    const found: Found[] = []
    for (const file of HELD) {
      const problems = await wrongAfterSave(stage, file)
      if (problems.length > 0) found.push({ scenario: devices, where: `${devices}, ${file}`, problems })
    }
    return { tried: HELD.length, found }
  } finally {
    for (const each of [here, state]) if (each !== undefined) rmSync(each, { recursive: true, force: true })
  }
}

async function wrongAfterSave(stage: Stage, file: string): Promise<string[]> {
  const { ground, player, planted } = stage
  restoreImage(ground, planted)
  const fd = openSync(join(ground.memory, file), 'r+')
  await player.play(ground, RUN, stage.at(20), LIVES)
  writeSync(fd, LATE, 0, LATE.length, 0)
  closeSync(fd)
  const before = planted.get(`${ground.memory.slice(ground.top.length + 1)}/${file}`)
  if (before?.kind !== 'file') throw new Error(`there is no ${file}`)
  const late = sha256(Buffer.concat([LATE, before.bytes.subarray(LATE.length)]))
  await player.play(ground, ['undo'], stage.at(21), LIVES)
  const image = takeImage(ground)
  if (!hashes(image).has(late)) return ['(a) the late save is nowhere']
  return isTold(image, late) ? [] : ['(f) the late save was kept and nobody is told']
}

function hashes(image: Image): Set<string> {
  return new Set([...image.values()].flatMap(entry => (entry.kind === 'file' ? [sha256(entry.bytes)] : [])))
}

function isTold(image: Image, hash: string): boolean {
  return [...image].some(
    ([path, entry]) =>
      entry.kind === 'file' && path.endsWith('/history.jsonl') && entry.bytes.includes(`"kept":"${hash}"`),
  )
}
