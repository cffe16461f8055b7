import { AsyncLocalStorage } from 'node:async_hooks'

/** What `--debug` tells of: a step, and what was found, decided or spent in it. */
export interface DebugEvent {
  readonly what: 'command' | 'settings' | 'folders' | 'git' | 'cache' | 'model' | 'written' | 'done'
  readonly details: Readonly<Record<string, unknown>>
}

const listening = new AsyncLocalStorage<(event: DebugEvent) => void>()

/** Tells whoever listens. Where nobody does, the details are not even made. */
export function debug(what: DebugEvent['what'], details: () => DebugEvent['details']): void {
  const tell = listening.getStore()
  if (tell !== undefined) tell({ what, details: details() })
}

/** Listens to all that is told during the work. */
export const debugTo = <Result>(tell: (event: DebugEvent) => void, work: () => Result): Result =>
  listening.run(tell, work)
