import { count } from './count.ts'

/** `dream setup`. */
export const setup = {
  help: {
    summary: 'connect Dream with your agents: shows every change first; --undo takes all of it back',
    options: {
      agent: 'claude-code, openclaw, codex, gemini, cursor or timer (default: all that are found)',
      undo: 'take back what dream setup changed: this is also how to uninstall',
      model: 'which model Dream may ask: none, claude for your claude command, or a service by name',
      automatic: 'let automatic runs ask the model too (autoDream.model.enabled)',
    },
    examples: [
      'find your agents, show the changes, ask',
      'only Codex, without a question',
      'take everything back',
    ],
  },
  unknownAgent: (word: string, names: string, near: string | undefined) =>
    `dream setup knows ${names}, not ${word}${near === undefined ? '' : ` (did you mean ${near}?)`}`,
  found: (title: string, at: string | undefined) =>
    `${title}${at === undefined ? ' (not found here)' : `: ${at}`}`,
  nobody: 'No agent was found: looked for Claude Code, OpenClaw, Codex, Gemini CLI and Cursor.',
  name: 'dream setup AGENT sets one up anyway; dream setup timer lets the system start Dream.',
  timer: (system: string) => `timer (${system})`,
  already: 'Everything is set up; nothing to change.',
  runs: (line: string) => `runs: ${line}`,
  change: {
    create: (path: string) => `${path} (new file)`,
    change: (path: string) => path,
    remove: (path: string) => `${path} (removed)`,
  },
  confirm: (files: number, lines: number) =>
    `Change ${count(files, 'file')}${lines === 0 ? '' : ` and run ${count(lines, 'command')}`}?`,
  whichModel: 'Which model may Dream ask?',
  models: {
    none: 'none: rules do the work',
    claude: 'your claude command (claude -p), no key needed',
    anthropic: 'Anthropic (ANTHROPIC_API_KEY)',
    openai: 'OpenAI (OPENAI_API_KEY)',
    ollama: 'Ollama on this machine, no key needed',
    siliconflow: 'SiliconFlow (SILICONFLOW_API_KEY)',
    zhipu: 'Zhipu (ZHIPU_API_KEY)',
    key: 'another service or address: set up afterwards',
  },
  modelByKey:
    'Any service that speaks OpenAI’s protocol: dream config set llm.agents.endpoint URL, then llm.agents.model NAME and llm.agents.keyVariable VARIABLE.',
  automatic:
    'May automatic runs ask it too? They read new sessions and drifted folders; what comes of it waits in dream queue (at most 1 million tokens a run, 10 million a month)',
  keyMissing: (variable: string) =>
    `${variable} is empty: put your key there, also for whatever starts Dream. It stands in no file of Dream’s.`,
  localModel: (model: string) =>
    `Ollama has to have the model: ollama pull ${model}, or dream config set llm.agents.model NAME.`,
  shown: 'Nothing was changed. To make these changes: add --yes, or run it in a terminal.',
  declined: 'Nothing was changed.',
  done: (files: number, lines: number) =>
    `Done: ${[...(files === 0 ? [] : [`${count(files, 'file')} changed`]), ...(lines === 0 ? [] : [`${count(lines, 'command')} run`])].join(', ')}.`,
  nextTime: 'It counts from the next conversation on.',
  takeBack: 'takes all of it back',
  failed: (line: string, why: string) =>
    `This did not work; run it yourself: ${line}${why === '' ? '' : ` (${why})`}`,
  nothingToUndo: 'There is nothing to take back: dream setup changed nothing here.',
  undone: (files: number, lines: number) =>
    `Taken back: ${[...(files === 0 ? [] : [count(files, 'file')]), ...(lines === 0 ? [] : [`${count(lines, 'command')} run`])].join(', ')}.`,
  archiveStays: (home: string) =>
    `Notes, archive and history stay: ${home}. dream undo and dream history go on working; dream purge removes what is kept.`,
  entangled: (path: string) =>
    `${path} was edited around what dream setup added: remove the lines about dream yourself.`,
  badFile: (path: string, line: number, column: number) =>
    `${path} is not valid JSON (line ${line}, column ${column}); correct it and run dream setup again`,
  inTheWay: (path: string, key: string) =>
    `${path} has another kind of value at ${key}; Dream does not change it`,
  readOnly: (path: string) =>
    `${path} is read-only, so nothing was changed; make it writable (chmod u+w) or add the lines yourself`,
  changedMeanwhile: (path: string) =>
    `${path} was changed meanwhile, so nothing was changed; run dream setup again`,
  lostText: (path: string) =>
    `the copy ${path} is missing or damaged; restore that file from your own backup`,
  newerRecord: (path: string) => `${path} was written by a newer version of Dream; use that one`,
  byHand: (path: string, block: string) =>
    `Add this to ${path} yourself, because it holds its servers in one line:\n${block}`,
  hasPlugin: 'The plugin for Claude Code is enabled: it has the hooks and the server already.',
  pluginInstead:
    'Instead of these changes the plugin for Claude Code can be installed (docs/claude-code.md); then it brings both.',
  soulLine:
    'For the agent, if you like, a line in SOUL.md: "Every day at 03:30 the dream skill reviews my journals." It is a note, not the schedule.',
  needsPath:
    'OpenClaw shows the skill to its agent only where it finds the command dream: npm install -g dream.',
  needsTrust: 'Gemini CLI starts servers only in folders that you trust; it asks when you open one.',
  fromNpx:
    'Dream runs from the cache of npx, which can vanish: npm install -g dream, then dream setup again.',
  leftOut: 'OpenClaw may leave MEMORY.md out of its conversations, because it was changed from outside',
  leftOutFix: 'tell the agent: "write MEMORY.md back as the dream skill says"',
  nothingStarts: 'Nothing starts Dream by itself; dream setup timer changes that.',
  nothingStartsFix: 'dream setup shows what would start it (hooks of your agent, or a timer)',
}
