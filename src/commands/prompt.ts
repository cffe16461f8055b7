import { consolidationPrompt } from '../agents/index.ts'
import { showLines } from '../text/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

export const prompt = command({
  name: 'prompt',
  group: 'models',
  help: say => say.help.prompt,
  effect: 'read',
  settings: 'follow',
  input: {
    paths: { kind: 'word', need: 'optional', completes: 'directories' },
    ...shared('transcripts', 'folder', 'project', 'env'),
  },
  examples: ['dream prompt', 'dream prompt ./notes --transcripts ./sessions'],
  format: 'prompt',
  run: async ({ where }, { transcripts }) => ({ prompt: consolidationPrompt(where, transcripts) }),
  render: ({ prompt: text }) => `${showLines(text)}\n`,
})
