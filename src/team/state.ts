import { storeContext, type Where } from '../app/index.ts'
import { jsonObject, readSmallText } from '../disk/index.ts'
import { DreamError, isNewer, newerFormat } from '../model/index.ts'
import { FOLDER_STATE, stateHome } from '../state/index.ts'
import { rootId, withOwnState } from '../store/index.ts'

/** A shared note as this machine and the team last agreed on it. */
export interface Agreed {
  readonly hash: string
  readonly version: number
  /** `gone`: it left this folder. `blocked`: the team erased it, so it is not shared again. */
  readonly left?: 'gone' | 'blocked'
}

/** Something of the team that a person of this machine decides. */
export interface Waiting {
  readonly kind: 'conflict' | 'incoming' | 'removal' | 'purged' | 'duplicate'
  readonly file: string
  readonly machine: string
  readonly agent: string
  readonly written: string
  readonly version: number
  readonly hash: string
  /** The team's text; empty where there is none. */
  readonly text: string
  /** The shared item that it is about. */
  readonly item?: string
}

/** What travels with the next exchange. */
interface Pending {
  readonly what: 'purge' | 'removed' | 'decided'
  readonly file: string
  readonly item?: string
}

export interface ShareState {
  readonly team: string
  readonly scope: string
  /** The last change of the team that was seen. */
  readonly seq: number
  readonly agreed: Readonly<Record<string, Agreed>>
  readonly waiting: readonly Waiting[]
  readonly pending: readonly Pending[]
}

const VERSION = 1
const LARGEST = 50_000_000

export const emptyState = (team: string, scope: string): ShareState => ({
  team,
  scope,
  seq: 0,
  agreed: {},
  waiting: [],
  pending: [],
})

/** Nothing where the folder never met the team, or is unreadable: then all is compared again, and nothing is lost. */
export function readShareState(where: Where, root: string): ShareState | undefined {
  const file = `${stateHome(where.env, where.home)}/${rootId(root)}/${FOLDER_STATE.team}`
  const state = jsonObject(readSmallText(file, LARGEST))
  if (isNewer(state?.['version'], VERSION))
    throw new DreamError(newerFormat(file, state?.['version'] as number, VERSION), 1)
  return state?.['format'] === 'dream-team' ? (state as unknown as ShareState) : undefined
}

export async function keepShareState(where: Where, root: string, state: ShareState): Promise<void> {
  const text = `${JSON.stringify({ ...state, format: 'dream-team', version: VERSION })}\n`
  await withOwnState(storeContext(where), root, 'team', ({ dir }) => {
    dir.replace(FOLDER_STATE.team, Buffer.from(text), `${FOLDER_STATE.team}.new`)
    dir.sync()
  })
}
