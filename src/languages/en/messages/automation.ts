import { count } from './count.ts'

/** When Dream starts by itself, and why it does not. */
export const automation = {
  closed: (why: string) => `not yet: ${why}`,
  open: (why: string) => `open: ${why}`,
  disabled: 'autoDream.enabled is false',
  leftOut: (by: string) => `left out by ${by}`,
  hours: (passed: string, needed: number) => `${passed} of ${count(needed, 'hour')} since the last dream`,
  failed: (when: string, times: number, why: string, next: string) =>
    `it failed ${when}${times === 1 ? '' : `, ${times} times in a row`} (${why}); it is tried again ${next}`,
  sessions: (sessions: number, needed: number, since: string | undefined) =>
    `${sessions} of ${count(needed, 'session')} ${since === undefined ? 'so far' : `since ${since}`}`,
  unchanged: (sessions: string) => `${sessions}, and nothing changed`,
  longAgo: (hours: string, isFirst: boolean, most: number, sessions: string) =>
    `${hours} hours ${isFirst ? 'since it was first seen' : 'since the last dream'}, more than ${most}; ${sessions}`,
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  ownRun: 'this is one of Dream’s own runs',
  noFolder: 'no memory folder was found',
  deciding: (holder: string) => `${holder} is deciding just now`,
  cutOff: (when: string) => `the dream that was started ${when} was cut off`,
  started: (since: string) => `a dream was started ${since}`,
  running: (since: string, pid: number) => `a dream is running since ${since} (process ${pid})`,
  otherRun: (holder: string) => `another run is active: ${holder}`,
  otherDaemon: (holder: string) => `a daemon is running already: ${holder}`,
}
