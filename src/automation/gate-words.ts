const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** `23.5`, `24`: whole hours, or tenths where that is all there is to see. Never rounded up past the gate. */
export function hoursWords(ms: number): string {
  return (Math.floor((ms / HOUR_MS) * 10) / 10).toString()
}

/** `03:31`, `Tuesday`, `2026-02-27`: as much as is needed to know which one. On the machine's own clock. */
export function sinceWords(at: number, now: number): string {
  if (dayOf(at) === dayOf(now)) return timeOf(at)
  if (at < now && now - at < 6 * DAY_MS) return WEEKDAYS[new Date(at).getDay()]!
  return dayOf(at)
}

/** `03:31`, `Tuesday 03:31`, `2026-02-27 03:31`. */
export function agoWords(at: number, now: number): string {
  const day = sinceWords(at, now)
  return day.includes(':') ? day : `${day} ${timeOf(at)}`
}

function dayOf(at: number): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function timeOf(at: number): string {
  const date = new Date(at)
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}

const two = (number: number): string => String(number).padStart(2, '0')
