import { say } from '../languages/index.ts'
import { chooseEmbedder } from '../search/index.ts'
import { databaseUrl, machineName, startWorker, withTeam } from '../team/index.ts'
import { command } from './command.ts'

export const teamWork = command({
  name: 'team work',
  group: 'connections',
  help: say => say.team.help.work,
  effect: 'write',
  settings: 'follow',
  input: { once: { kind: 'flag' }, atOnce: { kind: 'positive' } },
  examples: ['dream team work', 'dream team work --once'],
  format: 'team-work',
  async run({ where, settings: { config } }, { once, atOnce = 2 }, talk) {
    // Says what is wrong before a worker tries again and again.
    const team = await withTeam(where, config, async place => place.team)
    const url = databaseUrl(where, config)!
    const embedder = await chooseEmbedder(config.magma.embeddings, where.env)
    const worker = await startWorker(
      { url, team, machine: machineName(where), embedder, atOnce },
      once === true ? 'once' : 'until-stopped',
    )
    if (once !== true) {
      talk.say(`${say().team.working(worker.name)}\n`)
      await new Promise<void>(done => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done())
        worker.ended.then(done, done)
      })
      await worker.stop()
    }
    return { worker: worker.name }
  },
  render: ({ worker }, page) => page.text(say().team.worked(worker)),
})
