import { type App, openApp, type Scope, storeContext } from '../app/index.ts'
import { auto as askGates, dreamingToken, noteSession, runScheduled } from '../automation/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { shownJson } from '../report/index.ts'
import { readHookInput } from '../sources/index.ts'
import { noteMetrics } from '../state/index.ts'
import { showText } from '../text/index.ts'
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
  const settings = async () => {
    const app = await openApp(host, scope, 'follow')
    hasMetrics = app.settings.config.metrics.enabled
    return { policy: app.policy, config: app.settings.config }
  }
  const done = await runScheduled({ where, token, settings })
  if (done.result === 'dreamed' && hasMetrics)
    noteMetrics(storeContext(where).stateHome, done.report, 'auto', Date.now())
  if (done.result === 'failed') talk.say(`dream: ${say().engines.auto.failed(showText(done.why))}\n`)
  return done.result
}

export const autoSession = command({
  name: 'auto session',
  group: 'automatic',
  help: say => say.help.autoSession,
  effect: 'write',
  settings: 'none',
  input: shared('hook', 'session', 'project', 'folder'),
  examples: ['dream auto session --hook', 'dream auto session --session 298c09b0'],
  run: ({ where }, input) =>
    asHook(async () => {
      const consulted = input.hook === true ? readHookInput() : {}
      const id = input.session ?? consulted.session
      if (id === undefined) throw new DreamError(say().engines.auto.whichSession, 1)
      const noted = noteSession({ ...where, cwd: consulted.cwd ?? where.cwd, session: id, now: Date.now() })
      if (noted === 'no-name') throw new DreamError(say().engines.auto.badSession, 1)
      return { session: id }
    }),
  render: () => '',
})

/** For commands that agents call: they take exit code 2 for an order to stop, so what is wrong ends with 1. */
async function asHook<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DreamError) throw new DreamError(error.sentence, 1)
    throw error
  }
}
