import type { Call, Command } from './command.ts'
import { whereOf } from './where.ts'

export const promptCommand: Command = {
  name: 'prompt',
  summary: 'print the prompt of a dream, for an agent of your own',
  arguments: [
    {
      spelling: '[folder]',
      about: 'the memory folder; without it, that of this project',
      completes: 'directories',
    },
  ],
  flags: ['transcripts', 'folder', 'project', 'env', 'json'],
  examples: [
    { line: 'dream prompt', about: 'for the memory of this project' },
    {
      line: 'dream prompt ./notes --transcripts ./sessions',
      about: 'with a folder of transcripts to search',
    },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { consolidationPrompt } = await import('../agents/agent.ts')
  const { showLines } = await import('../text/text.ts')
  const { shownJson } = await import('../report/json.ts')
  const { io, flags, words } = call
  const prompt = consolidationPrompt(whereOf(call, words), flags.transcripts)
  io.stdout.write(
    flags.json === true
      ? shownJson({ format: 'dream-prompt', version: 1, prompt })
      : `${showLines(prompt)}\n`,
  )
  return 0
}
