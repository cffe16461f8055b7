#!/usr/bin/env node
import { VERSION } from './version.ts'

// `dream --version` has to be as quick as Node itself: it answers before anything else is loaded.
const [first] = process.argv.slice(2)
if (first === '--version' || first === '-V') process.stdout.write(`${VERSION}\n`)
else await start()

async function start(): Promise<void> {
  const { main } = await import('./cli/main.ts')
  const { processIo } = await import('./cli/process-io.ts')
  process.exitCode = await main(process.argv.slice(2), processIo())
}
