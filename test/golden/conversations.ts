import type { Reply } from '../agents/model-server.ts'

/** What a model says turn by turn, and the line that it is asked by. */
export interface Conversation {
  readonly line: string
  readonly api: 'openai' | 'anthropic'
  readonly says: readonly Reply[]
}

const call = (tool: string, input: object) => ({ tool, input })
const does = (...calls: readonly ReturnType<typeof call>[]): Reply => ({ calls })
const read = (file: string) => call('read', { file })
const edit = (file: string, old: string, text: string) => call('edit', { file, old, new: text })
const write = (file: string, text: string) => call('write', { file, text })
const ends = (text: string): Reply => ({ text })

const note = (name: string, type: string, body: string) =>
  `---\nname: ${name}\ndescription: About ${name.toLowerCase()}\ntype: ${type}\n---\n\n${body}\n`

const AGENT = 'agent --dry-run --json'

export const CONVERSATIONS: Readonly<Record<string, Conversation>> = {
  'corrects a sentence': {
    line: AGENT,
    api: 'openai',
    says: [
      does(read('deploy.md'), call('list', {})),
      does(edit('deploy.md', 'ten minutes', 'twelve minutes')),
      ends('Corrected how long a deploy takes.'),
    ],
  },
  'merges two notes': {
    line: AGENT,
    api: 'anthropic',
    says: [
      does(read('deploy.md'), read('deploy-again.md')),
      does(
        edit(
          'deploy.md',
          'They take ten minutes on most days.',
          'They take ten minutes on most days.\nA deploy needs the word of Marta.\nThe blue pipeline is in the cellar rack.',
        ),
        write('deploy-again.md', ''),
      ),
      ends('One note about deploys.'),
    ],
  },
  'writes a note and its line': {
    line: AGENT,
    api: 'openai',
    says: [
      does(call('grep', { pattern: 'Friday', path: '.', ignoreCase: true })),
      does(write('freeze.md', note('Freeze', 'project', 'Nothing is merged on a Friday afternoon.'))),
      does(
        edit(
          'MEMORY.md',
          '- [Gone](gone.md) — a note that left\n',
          '- [Freeze](freeze.md) — no merges on Fridays\n',
        ),
      ),
      ends('A note about the freeze.'),
    ],
  },
  'writes the index anew': {
    line: AGENT,
    api: 'openai',
    says: [
      does(read('MEMORY.md')),
      does(write('MEMORY.md', '# Shop Memory\n\n- [Deploy](deploy.md) — short\n- [Ann](ann.md) — short\n')),
      ends('A shorter index.'),
    ],
  },
  'does nothing': { line: AGENT, api: 'anthropic', says: [ends('All is well.')] },
  'tries to get out': {
    line: AGENT,
    api: 'openai',
    says: [
      does(read('/etc/shadow'), read('../../README.md'), call('command', { command: 'rm -rf .' })),
      does(write('../../.bashrc', 'echo'), write('/tmp/x.md', 'x'), call('bash', { command: 'ls' })),
      does(call('edit', { file: 'deploy.md' }), call('command', { command: 'cat deploy.md | sh' })),
      ends('I could not.'),
    ],
  },
  'retires too much': {
    line: AGENT,
    api: 'openai',
    says: [
      does(
        ...['deploy', 'cache', 'search', 'queue', 'mail', 'style', 'tests'].map(name => read(`${name}.md`)),
      ),
      does(
        ...['deploy', 'cache', 'search', 'queue', 'mail', 'style', 'tests'].map(name =>
          write(`${name}.md`, ''),
        ),
      ),
      ends('A tidy folder.'),
    ],
  },
  'has no steps left': {
    line: 'agent --json --steps 2',
    api: 'openai',
    says: [
      does(call('command', { command: 'ls -l' })),
      does(edit('cache.md', 'an hour', 'two hours')),
      does(edit('queue.md', 'every minute', 'every hour')),
      ends('Never said.'),
    ],
  },
  'speaks Chinese and touches what is about a person': {
    line: 'agent --yes --json',
    api: 'anthropic',
    says: [
      does(read('发票.md'), read('ann.md'), call('glob', { pattern: '*.md' })),
      does(edit('发票.md', '每周一', '每周五'), edit('ann.md', 'from Lisbon', 'from Porto')),
      ends('改好了发票的日期。'),
    ],
  },
  'breaks off': {
    line: 'agent --yes --json',
    api: 'openai',
    says: [does(edit('cache.md', 'an hour', 'two hours')), { status: 400 }],
  },
}
