import { type App, openApp, type Scope, storeContext } from '../app/index.ts'
import { auto as askGates, dreamingToken, noteSession, runScheduled } from '../automation/index.ts'
import { say } from '../languages/index.ts'
import { shownJson } from '../report/index.ts'
import { readHookInput } from '../sources/index.ts'
import { noteMetrics } from '../state/index.ts'
import { showText } from '../text/index.ts'
import { asHook } from './auto-session.ts'
import { command, type Talk } from './command.ts'
import { shared } from './options.ts'

export const auto = command({
  name: 'auto',
  group: 'automatic',
  help: say => say.help.auto,
  effect: 'write',
  settings: 'none',
  input: {
    ...shared('hook', 'session'),
    foreground: { kind: 'flag' },
    ...shared('folder', 'project', 'env', 'quiet'),
  },
  examples: ['dream auto', 'dream auto --hook', 'dream auto --foreground'],
  run: (app, input, talk) =>
    asHook(async () => {
      const { where, host } = app
      const isForeground = input.foreground === true
      const token = dreamingToken(host.env)
      if (isForeground && token !== undefined) return { result: await dream(app, input, token, talk) }
      const consulted = input.hook === true ? readHookInput() : {}
      const session = input.session ?? consulted.session
      const request = { ...where, cwd: consulted.cwd ?? where.cwd, now: Date.now() }
      if (input.hook === true && session !== undefined) noteSession({ ...request, session })
      let started: string | undefined
      const answer = await askGates({
        ...request,
        pause: 'keep',
        ...(input.env !== undefined && { environment: input.env }),
        ...(session !== undefined && { session }),
        ...(isForeground && {
          start: (order: { token: string }) => {
            started = order.token
          },
        }),
      })
      return { answer, result: started === undefined ? undefined : await dream(app, input, started, talk) }
    }),
  format: 'auto',
  json: ({ answer }, input) =>
    answer === undefined || isSilent(input) ? '' : shownJson({ format: 'dream-auto', version: 1, ...answer }),
  render: ({ answer }, _, { input }) => (answer === undefined || isSilent(input) ? '' : `${answer.words}\n`),
  exitCode: ({ result }) => (result === 'failed' ? 1 : 0),
})

const isSilent = ({ hook, quiet }: { readonly hook?: boolean; readonly quiet?: boolean }): boolean =>
  hook === true || quiet === true

/** The dream itself. A lock that another run holds is no failure here. */
async function dream({ where, host }: App, scope: Scope, token: string, talk: Talk) {
  let hasMetrics = false
  const policy = async () => {
    const { settings, policy } = await openApp(host, scope, 'follow')
    hasMetrics = settings.config.metrics.enabled
    return policy
  }
  const done = await runScheduled({ where, token, policy })
  if (done.result === 'dreamed' && hasMetrics)
    noteMetrics(storeContext(where).stateHome, done.report, 'auto', Date.now())
  if (done.result === 'failed') talk.say(`dream: ${say().engines.auto.failed(showText(done.why))}\n`)
  return done.result
}
