import { resolve } from 'node:path'
import type { Config } from '../config/index.ts'
import { isFolder, realPath } from '../disk/index.ts'
import { stateHomeOf, type Where } from './app.ts'

/** The settings that MAGMA follows. */
export type MagmaSettings = Pick<Config, 'magma' | 'obsidian' | 'rules'>

/** Where MAGMA's notes lie: in the Obsidian vault, or in Dream's own state where none is set. */
export interface MagmaHome {
  readonly kind: 'obsidian' | 'state'
  /** Links resolved where it is there. */
  readonly vault: string
  readonly state: 'there' | 'missing'
  /** The folder of the notes. */
  readonly folder: string
}

/** In the vault; the name that actions use is `@vault/magma/…`. */
export const NOTES = 'magma'

export function magmaHome(
  where: Pick<Where, 'cwd' | 'home' | 'env'>,
  { obsidian }: MagmaSettings,
): MagmaHome {
  const set = obsidian.vault
  const path =
    set === null ? `${stateHomeOf(where)}/vault` : resolve(where.cwd, set.replace(/^~(?=\/|$)/, where.home))
  const real = isFolder(path) ? realPath(path) : undefined
  const vault = real ?? path
  const state = real === undefined ? 'missing' : 'there'
  return { kind: set === null ? 'state' : 'obsidian', vault, state, folder: `${vault}/${NOTES}` }
}
