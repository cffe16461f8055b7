import { consolidationPrompt } from '../agents/index.ts'
import { showLines } from '../text/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

export const prompt = command({
  name: 'prompt',
  group: 'models',
  summary: 'print the prompt of a dream, for an agent of your own',
  effect: 'read',
  settings: 'follow',
  input: {
    paths: {
      kind: 'word',
      need: 'optional',
      about: 'the memory folder; without it, that of this project',
      completes: 'directories',
    },
    ...shared('transcripts', 'folder', 'project', 'env'),
  },
  examples: [
    { line: 'dream prompt', about: 'for the memory of this project' },
    {
      line: 'dream prompt ./notes --transcripts ./sessions',
      about: 'with a folder of transcripts to search',
    },
  ],
  format: 'prompt',
  run: async ({ where }, { transcripts }) => ({ prompt: consolidationPrompt(where, transcripts) }),
  render: ({ prompt: text }) => `${showLines(text)}\n`,
})
