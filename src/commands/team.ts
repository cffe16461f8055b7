import { shownAddress } from '../database/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import type { Page } from '../report/index.ts'
import {
  databaseUrl,
  machineName,
  readShareState,
  sharedFolders,
  type TeamFigures,
  teamFigures,
  withTeam,
} from '../team/index.ts'
import { showText } from '../text/index.ts'
import { command } from './command.ts'

export interface TeamStatus {
  readonly state: 'off' | 'ready' | 'unusable'
  readonly why?: string
  readonly address?: string
  readonly team?: string
  readonly machine?: string
  readonly figures?: TeamFigures
  readonly folders: readonly {
    readonly root: string
    readonly label: string
    readonly scope: string
    readonly notes: number
    readonly waiting: number
  }[]
}

export const team = command({
  name: 'team',
  group: 'connections',
  help: say => say.team.help.team,
  effect: 'read',
  settings: 'follow',
  input: {},
  examples: ['dream team', 'dream team sync'],
  format: 'team-status',
  async run({ where, settings: { config } }): Promise<TeamStatus> {
    if (config.store.kind !== 'postgres') return { state: 'off', folders: [] }
    const folders = sharedFolders(where, config).map(({ folder: { root, label }, scope }) => {
      const state = readShareState(where, root)
      const notes = Object.values(state?.agreed ?? {}).filter(({ left }) => left === undefined).length
      return { root, label, scope, notes, waiting: state?.waiting.length ?? 0 }
    })
    const machine = machineName(where)
    try {
      const address = shownAddress(databaseUrl(where, config)!)
      const figures = await withTeam(where, config, teamFigures)
      return { state: 'ready', address, team: config.store.team ?? 'team', machine, figures, folders }
    } catch (error) {
      if (!(error instanceof DreamError)) throw error
      return { state: 'unusable', why: error.sentence, machine, folders }
    }
  },
  render: (status, page) => writeStatus(status, page),
  exitCode: ({ state }) => (state === 'unusable' ? 1 : 0),
})

function writeStatus(
  { state, why, address, team: name, machine, figures, folders }: TeamStatus,
  page: Page,
): Page {
  const words = say().team.status
  if (state === 'off') return page.text(say().team.notOn)
  if (why !== undefined) page.text(why, 0, 'bad')
  else page.text(words.team(name!, address!, machine!), 0, 'strong')
  if (figures !== undefined) {
    const { records, scopes, machines, open, metrics } = figures
    page.text(words.figures(records, scopes, machines, open), 2)
    for (const { name: what, times, total } of metrics)
      page.text(words.metric(what, times, total), 4, 'quiet')
  }
  for (const { label, scope, notes, waiting } of folders)
    page.text(words.folder(showText(label), scope, notes, waiting), 2)
  if (folders.length === 0) page.text(words.noFolders, 2, 'warn')
  if (folders.some(({ waiting }) => waiting > 0)) page.text(`dream queue  ${words.decide}`, 2, 'quiet')
  return page
}
