/**
 * Loaded into the real program before its first line. It counts the calls that change a file below some directories, and
 * kills its own process for good at the one it was told.
 */
import { writeFileSync } from 'node:fs'
import { countCalls } from './counter.ts'
import { fixWorld } from './fixed-world.ts'
import { lookAtCalls } from './hooks.ts'
import type { Orders } from './orders.ts'

const orders = JSON.parse(process.env['DREAM_KILL'] ?? '{}') as Orders
const { look, trace } = countCalls(orders, () => process.kill(process.pid, 'SIGKILL'))
fixWorld(orders.now)
lookAtCalls(look)
process.on('exit', () => {
  lookAtCalls(undefined)
  if (orders.trace !== undefined) writeFileSync(orders.trace, JSON.stringify(trace))
})
