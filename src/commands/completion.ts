import type { Call, Command } from './command.ts'
import { bashCompletion } from './completion/bash.ts'
import { fishCompletion } from './completion/fish.ts'
import { zshCompletion } from './completion/zsh.ts'
import { Refusal } from './errors.ts'

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

/** Made from the table of commands, so that a new flag completes on the day it is born. */
export const completionCommand: Command = {
  name: 'completion',
  summary: 'print a completion script for your shell',
  arguments: [{ spelling: '<shell>', about: 'bash, zsh or fish', completes: Object.keys(SHELLS) }],
  flags: [],
  examples: [
    { line: 'source <(dream completion bash)', about: 'in ~/.bashrc' },
    { line: 'dream completion zsh > ~/.zfunc/_dream', about: 'with ~/.zfunc in $fpath' },
    { line: 'dream completion fish > ~/.config/fish/completions/dream.fish', about: 'for fish' },
  ],
  settings: 'none',
  run,
}

async function run({ io, words, commands }: Call): Promise<number> {
  const shell = words[0]!
  if (!isShell(shell)) throw new Refusal(await unknownShell(shell))
  io.stdout.write(SHELLS[shell](commands))
  return 0
}

const isShell = (word: string): word is keyof typeof SHELLS => Object.hasOwn(SHELLS, word)

async function unknownShell(word: string): Promise<string> {
  const { nearest } = await import('../model/nearest.ts')
  const meant = nearest(word, Object.keys(SHELLS))
  return `no completion for ${word}; there is bash, zsh and fish${meant === undefined ? '.' : ` (did you mean ${meant}?)`}`
}
