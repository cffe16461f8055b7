import { addTeam, migrateDatabase, openDatabase, shownAddress, TEAM_NAME } from '../database/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { databaseUrl, prepareJobs } from '../team/index.ts'
import { command } from './command.ts'

export const teamInit = command({
  name: 'team init',
  group: 'connections',
  help: say => say.team.help.init,
  effect: 'write',
  settings: 'follow',
  input: { team: { kind: 'text', value: 'name' }, member: { kind: 'texts', value: 'user' } },
  examples: ['dream team init', 'dream team init --team shop --member anna --member ben'],
  format: 'team-init',
  async run({ where, settings: { config } }, { team = config.store.team ?? 'team', member = [] }) {
    const url = databaseUrl(where, config)
    if (url === undefined) throw new DreamError(say().team.notOn, 2)
    if (!TEAM_NAME.test(team)) throw new DreamError(say().team.badName(team), 2)
    const database = await openDatabase({ url })
    try {
      const { from, to } = await migrateDatabase(database)
      await addTeam(database, team, member)
      await prepareJobs(url, team)
      return { address: shownAddress(url), team, members: member, from, to }
    } finally {
      await database.close()
    }
  },
  render: ({ address, team, members, from, to }, page) =>
    page.text(say().team.initialised(address, team, from, to)).text(say().team.members(members), 2),
})
