import type { Where } from '../src/app/app.ts'
import { type Dream, openDream } from '../src/commands/api.ts'
import type { Command, Inputs, Values } from '../src/commands/command.ts'
import { realClock } from '../src/disk/lock.ts'
import { NO_COLOR, newPage } from '../src/report/page.ts'

/** The library on the folders that a test is about; with a time, at that time. */
export function dreamAt(where: Where, epochMs?: number): Dream {
  const { cwd, home, env, paths, project, layout, allProjects, timer } = where
  const clock = epochMs === undefined ? where.clock : { ...realClock, now: () => epochMs }
  const time = { ...(clock !== undefined && { clock }), ...(timer !== undefined && { timer }) }
  const scope = { folder: paths, project, layout, allProjects }
  const calls = Object.entries(openDream({ cwd, home, env: { ...env }, time }))
  return Object.fromEntries(
    calls.map(([name, call]) => [name, (input: object) => call({ ...scope, ...input } as never)]),
  ) as unknown as Dream
}

/** What a terminal shows of a result. */
export function shown<I extends Inputs, R>(
  command: Command<I, R>,
  result: NoInfer<R>,
  width = 90,
  input = {} as Values<I>,
): string {
  const look = { color: NO_COLOR, width }
  const view = { input, place: '', look, output: 'terminal' } as const
  const rendered = command.render(result, newPage(look), view)
  return typeof rendered === 'string' ? rendered : rendered.end()
}
