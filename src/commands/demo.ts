import type { Command } from './command.ts'

export const demoCommand: Command = {
  name: 'demo',
  summary: 'a whole cycle on a sample project: look, apply, undo, compare',
  arguments: [],
  flags: ['keep', 'color', 'noColor'],
  examples: [
    { line: 'dream demo', about: 'touches nothing of yours' },
    { line: 'dream demo --keep', about: 'leaves the sample to play with' },
  ],
  settings: 'none',
  output: 'its-own',
  async run(call) {
    const { showDemo } = await import('./demo/show.ts')
    return showDemo(call)
  },
}
