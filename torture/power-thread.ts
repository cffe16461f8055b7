import { parentPort, workerData } from 'node:worker_threads'
import { tryPowerLoss } from './trials.ts'

/** One of several threads that lose power all the time. */
const { seed, ms } = workerData as { seed: number; ms: number }
// Nobody reads the stack of an error on a simulated disk, and there are many of them.
Error.stackTraceLimit = 0
parentPort!.postMessage(await tryPowerLoss(seed, { ms }))
