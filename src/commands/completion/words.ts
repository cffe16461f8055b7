import type { Command } from '../command.ts'
import { FLAGS, type FlagSpec } from '../flags.ts'

/** A flag as shells want it. */
export interface CompletedFlag {
  readonly long: string
  readonly short: string | undefined
  readonly about: string
  /** What follows it: nothing, one of these words, a file, a directory, or something only the user knows. */
  readonly value: 'none' | 'file' | 'directory' | 'free' | readonly string[]
}

export function flagsOf(command: Command): CompletedFlag[] {
  return [...command.flags.map(name => completed(FLAGS[name])), HELP]
}

const HELP: CompletedFlag = { long: '--help', short: '-h', about: 'print this help', value: 'none' }

function completed(spec: FlagSpec): CompletedFlag {
  const parts = spec.flags.split(/[ ,]+/)
  return {
    long: parts.find(part => part.startsWith('--'))!,
    short: parts.find(part => /^-[^-]/.test(part)),
    about: spec.about,
    value: valueFor(
      spec,
      parts.find(part => part.startsWith('<')),
    ),
  }
}

function valueFor(spec: FlagSpec, placeholder: string | undefined): CompletedFlag['value'] {
  if (placeholder === undefined) return 'none'
  if (spec.choices !== undefined) return spec.choices
  if (placeholder === '<dir>') return 'directory'
  return placeholder === '<file>' ? 'file' : 'free'
}

/** Every flag of every command that takes a value, once. */
export function flagsWithValue(commands: readonly Command[]): CompletedFlag[] {
  const all = commands.flatMap(flagsOf).filter(flag => flag.value !== 'none')
  return [...new Map(all.map(flag => [flag.long, flag])).values()]
}
