import { count } from './count.ts'

export const cli = {
  usage: `Usage: dream [paths...] [options]
       dream <command> [options]

Checks the memory files of AI agents, archives outdated notes and keeps MEMORY.md correct. Loses nothing.
Without a command, dream is dream run. For a folder that is named like a command, write ./ before it.
`,
  groups: {
    everyday: 'Every day',
    notes: 'Notes and plans',
    models: 'Models',
    connections: 'Connections',
    automatic: 'Automatic runs and settings',
    engines: 'Search engines',
    keeping: 'Moving and keeping',
    shell: 'Shell',
  },
  partsTitle: 'Commands:',
  examplesTitle: 'Examples:',
  examples: [
    'check the memory of this project, show the plan and ask',
    'only look',
    'undo the last run',
    'watch a whole cycle on a sample project',
  ],
  end: `
  -V, --version  print the version
  -h, --help     print help

One command: dream <command> --help. Without a command: dream run --help
`,
  printHelp: 'print this help',
  json: 'print JSON',
  color: 'use colours even without a terminal',
  noColor: 'no colours',
  debug: 'tell on stderr what is done, decided and spent (also DREAM_DEBUG=1)',
  lang: 'language of messages (default: setting, journals, locale)',
  wholeNumber: (least: number) => `It must be a whole number of at least ${least}.`,
  noWindows:
    'Windows is not supported: Dream cannot promise to keep your files safe there. Use Linux, macOS or WSL.',
  renamed: (word: string, now: string, isFolder: boolean) =>
    `unknown command: ${word}. Did you mean dream ${now}?${isFolder ? ` For the folder: dream ./${word}` : ''}`,
  unknownPart: (command: string, word: string, parts: string, near?: string) =>
    `dream ${command} has no command ${word}, only ${parts}${near === undefined ? '' : `. Did you mean dream ${command} ${near}?`}`,
  usageErrors: {
    unknownOption: (option: string, near: string | undefined) =>
      `unknown option '${option}'${near === undefined ? '' : ` (Did you mean ${near}?)`}`,
    missingArgument: (name: string) => `missing required argument '${name}'`,
    optionNeedsValue: (option: string) => `option '${option}' argument missing`,
    badValue: (option: string, value: string) => `option '${option}' argument '${value}' is invalid.`,
    choices: (choices: string) => `Allowed choices are ${choices}.`,
    tooMany: (command: string | undefined, expected: number, given: number) =>
      `too many arguments${command === undefined ? '' : ` for '${command}'`}. Expected ${count(expected, 'argument')} but got ${given}.`,
    together: (option: string, other: string) => `option '${option}' cannot be used with option '${other}'`,
  },
  reportIt: 'This is a bug in Dream. Please report it with the lines above.',
  waitsForTrust: (names: string) =>
    `${names} in dream.config.json of this project is ignored until you run dream config trust; dream config shows it`,
  writtenTo: (file: string) => `written to ${file}`,
}
