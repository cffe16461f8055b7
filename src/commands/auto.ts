import type { Call, Command } from './command.ts'
import { asHook } from './hook.ts'
import { policyOf } from './policy.ts'
import { print } from './print.ts'
import { withSettings } from './settings.ts'
import { whereOf } from './where.ts'

export const autoCommand: Command = {
  name: 'auto',
  summary: 'dream if it is time: what hooks, timers and the daemon call',
  arguments: [],
  flags: ['hook', 'session', 'foreground', 'folder', 'project', 'env', 'quiet', 'json', 'color', 'noColor'],
  settings: 'none',
  examples: [
    { line: 'dream auto', about: 'says why not, or starts a dream and returns at once' },
    { line: 'dream auto --hook', about: 'in a hook of the agent' },
    { line: 'dream auto --foreground', about: 'from a timer that waits for the end' },
  ],
  run: call => asHook(() => run(call)),
}

async function run(call: Call): Promise<number> {
  const { auto } = await import('../automation/auto.ts')
  const { dreamingToken } = await import('../automation/request.ts')
  const { noteSession } = await import('../automation/session.ts')
  const { readHookInput } = await import('../sources/hook-input.ts')
  const { io, flags } = call
  const token = dreamingToken(io.env)
  if (flags.foreground === true && token !== undefined) return scheduledRun(call, token)
  const input = flags.hook === true ? readHookInput() : {}
  const where = whereOf(call)
  const session = flags.session ?? input.session
  const request = { ...where, cwd: input.cwd ?? where.cwd, now: Date.now() }
  if (flags.hook === true && session !== undefined) noteSession({ ...request, session })
  let started: string | undefined
  const answer = await auto({
    ...request,
    pause: 'keep',
    ...(flags.env !== undefined && { environment: flags.env }),
    ...(session !== undefined && { session }),
    ...(flags.foreground === true && {
      start: (order: { token: string }) => {
        started = order.token
      },
    }),
  })
  if (flags.hook !== true && flags.quiet !== true)
    await print(call, 'auto', answer, () => `${answer.words}\n`)
  return started === undefined ? 0 : scheduledRun(call, started)
}

/** The dream itself. A lock that another run holds is no failure here. */
async function scheduledRun(call: Call, token: string): Promise<number> {
  const { noteMetrics } = await import('./tasks/metrics.ts')
  const { runScheduled } = await import('../automation/scheduled-run.ts')
  const { showText } = await import('../text/text.ts')
  const where = whereOf(call)
  let metrics = false
  const done = await runScheduled({
    where,
    token,
    policy: async () => {
      const configured = await withSettings({ ...autoCommand, settings: 'follow' }, call)
      metrics = configured.settings?.config.metrics.enabled === true
      return policyOf(configured)
    },
  })
  if (done.result === 'dreamed' && metrics) noteMetrics(where, done.report, 'auto', Date.now())
  if (done.result === 'failed') call.io.stderr.write(`dream: the night failed: ${showText(done.why)}\n`)
  return done.result === 'failed' ? 1 : 0
}
