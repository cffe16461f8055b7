#!/usr/bin/env node
import { VERSION } from './version.ts'

// `dream --version`, and what hooks call, have to be as quick as Node itself: they answer before anything else is loaded.
const argv = process.argv.slice(2)
const [first] = argv
if (first === '--version' || first === '-V') process.stdout.write(`${VERSION}\n`)
else if (first === 'auto' || first === 'session') await fastPath()
else await start()

async function fastPath(): Promise<void> {
  const { runHook } = await import('./automation/hook.ts')
  const home = process.env['HOME'] || (await import('node:os')).homedir()
  const code = await runHook({
    argv,
    cwd: process.cwd(),
    home,
    env: process.env,
    say: text => process.stdout.write(text),
    sayError: text => process.stderr.write(text),
    greet: async ({ cwd }) => {
      const { morningLine } = await import('./commands/morning.ts')
      const { env, platform, execPath } = process
      return morningLine({ cwd, home, env, platform, program: [execPath, process.argv[1] ?? ''] })
    },
  })
  if (code === 'not-mine') await start()
  else process.exitCode = code
}

// Ctrl-C ends the process where it is, as Node does by itself (exit code 130), also while it writes: the next command that
// writes finishes the run.
async function start(): Promise<void> {
  const { main } = await import('./cli/main.ts')
  const { processIo } = await import('./cli/process-io.ts')
  process.exitCode = await main(argv, processIo())
}
