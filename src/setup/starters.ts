import { daemonLife, schedulerFor } from '../automation/index.ts'
import { readSmallText } from '../disk/index.ts'
import { SOURCES, surroundingsOf } from '../sources/index.ts'
import { hasPlugin, type SetupPlace } from './agents.ts'
import { readRecord } from './record.ts'

type Starter = 'hooks' | 'plugin' | 'timer' | 'openclaw' | 'daemon'

/** What starts Dream by itself on this machine, as far as it can be seen. */
export function startersOf(place: SetupPlace): Starter[] {
  const { where, platform, program, environment } = place
  const { home, env } = where
  const timer = schedulerFor(platform).files({ home, env, program, scanMinutes: 10, environment })
  const { project } = surroundingsOf(where)
  const hooks = SOURCES.flatMap(source => source.hooks?.(project, where.home, where.env) ?? [])
  const is: Readonly<Record<Starter, boolean>> = {
    hooks: hooks.some(({ command, missing }) => missing === undefined && / auto(?: |$)/.test(command)),
    plugin: hasPlugin(where),
    timer: timer.every(({ path }) => readSmallText(path) !== undefined),
    openclaw: readRecord(where).some(({ undo }) => undo !== undefined && 'openclawJob' in undo),
    daemon: daemonLife(where).state === 'at-work',
  }
  return (Object.keys(is) as Starter[]).filter(name => is[name])
}
