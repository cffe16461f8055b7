import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldersOf } from '../../src/app/app.ts'
import { DEFAULTS } from '../../src/config/settings.ts'
import type { Database } from '../../src/database/database.ts'
import { batchOf } from '../../src/search/embeddings/batch.ts'
import { loadEmbedder } from '../../src/search/embeddings/load.ts'
import { type Mirrored, mirror } from '../../src/team/mirror.ts'
import type { Share, TeamPlace, TeamSettings } from '../../src/team/place.ts'
import { type MagmaTestPlace, magmaPlace, memoryText } from '../vault/place.ts'

/** A machine of a team with one shared folder. */
export interface TestMachine extends MagmaTestPlace {
  readonly place: TeamPlace
  readonly share: Share
  readonly teamSettings: TeamSettings
  sync(): Promise<Mirrored>
  write(file: string, body: string, type?: string): void
}

const open: MagmaTestPlace[] = []
export const removeMachines = (): void => {
  for (const each of open.splice(0)) each.remove()
}

export const embedder = batchOf(loadEmbedder()!)

export function machineOf(database: Database, name: string, scope = 'shop', team = 'team'): TestMachine {
  const at = magmaPlace({ 'MEMORY.md': '# Memory\n' })
  open.push(at)
  const place: TeamPlace = { where: at.where, database, team, machine: name, embedder }
  const [folder] = foldersOf(at.where)
  const share = { folder: folder!, scope }
  const store = {
    ...DEFAULTS.store,
    kind: 'postgres' as const,
    team,
    folders: [{ folder: at.root, scope: 'team' as const, name: scope }],
  }
  let clock = 0
  return {
    ...at,
    place,
    share,
    teamSettings: { store, magma: DEFAULTS.magma },
    sync: () => mirror(place, share),
    write(file, body, type = 'project') {
      const path = join(at.root, file)
      writeFileSync(path, memoryText(file.replace('.md', ''), type, body))
      const time = Date.now() / 1000 - 86_400 + clock++
      utimesSync(path, time, time)
    },
  }
}
