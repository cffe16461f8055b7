import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { storeContext, type Where } from '../app/index.ts'
import type { Config } from '../config/index.ts'
import { checkDatabase, type Database, openDatabase } from '../database/index.ts'
import { jsonObject, readSmallText, realPath, writeSmallFile } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import type { BatchEmbedder } from '../search/index.ts'
import { chooseEmbedder } from '../search/index.ts'
import type { FoundFolder } from '../sources/index.ts'
import { STATE } from '../state/index.ts'

export type TeamSettings = Pick<Config, 'store' | 'magma'>

/** A folder that its user shares, and what the team calls it. */
export interface Share {
  readonly folder: FoundFolder
  readonly scope: string
}

/** Where a machine stands in its team. */
export interface TeamPlace {
  readonly where: Where
  readonly database: Database
  readonly team: string
  readonly machine: string
  readonly embedder: BatchEmbedder | undefined
}

/** The address comes from the environment; no file of Dream's holds it. */
export function databaseUrl(where: Pick<Where, 'env'>, { store }: TeamSettings): string | undefined {
  if (store.kind !== 'postgres') return undefined
  const variable = store.urlVariable ?? 'DREAM_DATABASE_URL'
  const url = where.env[variable]
  if (!url) throw new DreamError(say().team.database.noVariable(variable), 2)
  return url
}

/** Connects; whoever calls closes the database. */
async function openTeam(where: Where, settings: TeamSettings): Promise<TeamPlace> {
  const url = databaseUrl(where, settings)
  if (url === undefined) throw new DreamError(say().team.notOn, 2)
  const team = settings.store.team ?? 'team'
  const database = await openDatabase({ url, team })
  try {
    await checkDatabase(database)
    const embedder = await chooseEmbedder(settings.magma.embeddings, where.env)
    return { where, database, team, machine: machineName(where), embedder }
  } catch (error) {
    await database.close()
    throw error
  }
}

export async function withTeam<Result>(
  where: Where,
  settings: TeamSettings,
  work: (place: TeamPlace) => Promise<Result>,
): Promise<Result> {
  const place = await openTeam(where, settings)
  try {
    return await work(place)
  } finally {
    await place.database.close()
  }
}

/** Made once: two machines of one name are still two. */
export function machineName(where: Where): string {
  const path = `${storeContext(where).stateHome}/${STATE.machine}`
  const known = jsonObject(readSmallText(path))?.['name']
  if (typeof known === 'string') return known
  const name = `${hostname().replace(/[^\w.-]/g, '-')}-${randomBytes(3).toString('hex')}`
  writeSmallFile(path, `${JSON.stringify({ format: 1, name })}\n`)
  return name
}

/** Private is the rule: only a folder that the user's own settings name is shared, and nothing below or beside it. */
export function sharesOf(
  where: Pick<Where, 'home'>,
  { store }: TeamSettings,
  folders: readonly FoundFolder[],
): Share[] {
  if (store.kind !== 'postgres') return []
  const named = store.folders.filter(({ scope }) => scope === 'team')
  return folders.flatMap(folder => {
    const own = named.find(({ folder: path }) => resolved(where, path) === folder.root)
    return own === undefined ? [] : [{ folder, scope: own.name }]
  })
}

function resolved({ home }: Pick<Where, 'home'>, path: string): string {
  const whole = path.replace(/^~(?=\/|$)/, home)
  return realPath(whole) ?? whole
}

/** Which agent's memory it is, by where it lies. */
export function agentOf(root: string): string {
  const found = /\/\.(claude|codex|openclaw)(?:\/|$)/.exec(root)?.[1]
  return found === 'claude' ? 'claude-code' : (found ?? 'other')
}
