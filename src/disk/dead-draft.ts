import { lifeOfPid } from './process.ts'

/** `name.<pid>.new` of a process that is gone, and `name.new`, as 0.1.0 called it. */
export function isDeadDraft(name: string): boolean {
  const draft = /\.(?:(\d{1,10})\.)?new$/.exec(name)
  if (draft === null) return false
  return draft[1] === undefined || lifeOfPid(Number(draft[1])) === 'gone'
}
