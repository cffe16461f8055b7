export { auto } from './auto.ts'
export { type AutoStatus, autoStatus } from './auto-status.ts'
export { type DaemonOrder, runDaemon } from './daemon.ts'
export {
  type DaemonAnswer,
  type DaemonPlace,
  daemonStatus,
  installDaemon,
  uninstallDaemon,
} from './daemon-units.ts'
export { noteSession } from './hook.ts'
export { dreamingToken } from './request.ts'
export { runScheduled } from './scheduled-run.ts'
export { knownTargets } from './targets.ts'
