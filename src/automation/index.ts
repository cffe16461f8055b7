export { auto } from './auto.ts'
export { autoStatus } from './auto-status.ts'
export { type DaemonOrder, runDaemon } from './daemon.ts'
export { type DaemonPlace, daemonStatus, installDaemon, uninstallDaemon } from './daemon-units.ts'

export { dreamingToken } from './request.ts'
export { runScheduled } from './scheduled-run.ts'
export { noteSession } from './session.ts'
