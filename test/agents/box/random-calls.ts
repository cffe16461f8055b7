import fc from 'fast-check'
import { type EscapeGround, knownEscapes } from './escapes.ts'

export interface RandomCall {
  readonly tool: string
  readonly input: unknown
}

const COMMANDS = ['ls', 'find', 'grep', 'cat', 'head', 'tail', 'wc', 'stat', 'sort', 'date']
const OTHERS = ['rm', 'sh', 'sed', 'awk', 'tee', 'mv', 'cp', 'xargs', 'env', 'tar']
const FLAGS = (
  '-l -a -la -R -n -r -rn -i -E -F -v -c -w -m5 -A2 -C1 -20 -n5 -u -d --include=*.md --recursive -- ' +
  '-exec -delete -ok -fprintf -o -f -L -P -T --output=x --files0-from=x --help -name -iname -type f d -maxdepth 1 -mtime -7 -size +1k -print'
).split(' ')
const WORDS = ['deploy', 'queue', 'shop', "'blue|red'", "'^name'", 'canary', "'.*'", "'(a+)+'", 'x']
const GLUE = [';', '|', '&&', '>', '<', '$(', '`', '$IFS', '\n', '\\\n', '&', '{', '}', '*', '?', '~']

/** Mixes commands, flags, paths and what a shell would act on; enough of it is well-formed to be accepted. */
export function randomCall(ground: EscapeGround): fc.Arbitrary<RandomCall> {
  const path = pathOf(ground)
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...FLAGS) },
    { weight: 4, arbitrary: path },
    { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
    { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
  )
  const name = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...COMMANDS) },
    { weight: 1, arbitrary: fc.constantFrom(...OTHERS) },
  )
  const plain = fc
    .tuple(name, fc.array(piece, { maxLength: 5 }))
    .map(([command, rest]) => [command, ...rest].join(' '))
  const useful = fc.oneof(
    fc
      .tuple(fc.constantFrom('cat', 'head', 'tail -n 3', 'wc -l', 'stat', 'ls -l'), path)
      .map(both => both.join(' ')),
    fc.tuple(fc.constantFrom(...WORDS), path).map(([word, where]) => `grep -rn ${word} ${where}`),
    path.map(where => `find ${where} -type f -maxdepth 3`),
  )
  const glued = fc.tuple(plain, fc.constantFrom(...GLUE), plain).map(parts => parts.join(' '))
  const line = fc.oneof(
    { weight: 4, arbitrary: useful },
    { weight: 4, arbitrary: plain },
    { weight: 2, arbitrary: glued },
  )
  const command = line.map(text => ({ tool: 'command', input: { command: text } }))
  const changed = fc
    .tuple(fc.constantFrom(...knownEscapes(ground)), fc.nat(60), fc.string({ maxLength: 3 }))
    .map(([{ tool, input }, at, put]) => ({ tool, input: spoiled(input, at, put) }))
  return fc.oneof(
    { weight: 5, arbitrary: command },
    { weight: 3, arbitrary: otherTool(path) },
    { weight: 2, arbitrary: changed },
  )
}

/** A known way out with something put into it. */
function spoiled(input: unknown, at: number, put: string): unknown {
  const { command } = (input ?? {}) as { command?: unknown }
  return typeof command === 'string' ? { command: command.slice(0, at) + put + command.slice(at) } : input
}

function pathOf({ memory, transcripts, outside }: EscapeGround): fc.Arbitrary<string> {
  const start = fc.constantFrom(
    '.',
    memory,
    transcripts,
    outside,
    '',
    '/',
    '..',
    `${memory}-evil`,
    '~',
    '/proc/self',
  )
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        ...[
          'deploy.md',
          'ann.md',
          'MEMORY.md',
          's1.jsonl',
          'deep',
          'deeper',
          'memory',
          'link.jsonl',
          'linked',
        ],
        ...[
          'secret.md',
          'hard.jsonl',
          'pipe.jsonl',
          'rootlink',
          'leak.md',
          '.',
          '..',
          '',
          '*',
          '%2e%2e',
          '.git',
          'new.md',
        ],
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
  )
  return fc.oneof(
    fc.constantFrom(
      'deploy.md',
      'ann.md',
      'MEMORY.md',
      'cache.md',
      '.',
      `${transcripts}/s1.jsonl`,
      transcripts,
      memory,
    ),
    fc.tuple(start, fc.array(step, { maxLength: 3 })).map(([first, rest]) => [first, ...rest].join('/')),
  )
}

function otherTool(path: fc.Arbitrary<string>): fc.Arbitrary<RandomCall> {
  const text = fc.oneof(
    fc.constant(''),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc
      .string({ maxLength: 60 })
      .map(body => `---\nname: n\ndescription: d\ntype: project\n---\n${body}\n${'Kept. '.repeat(30)}`),
  )
  const call = (tool: string, shape: Record<string, fc.Arbitrary<unknown>>) =>
    fc.record(shape).map(input => ({ tool, input }))
  return fc.oneof(
    call('read', { file: path, from: fc.integer({ min: 1, max: 5 }) }),
    call('list', { folder: path }),
    call('stat', { file: path }),
    call('glob', {
      pattern: fc.constantFrom('*', '**', '*.md', '**/*.jsonl', '../*', '/etc/*'),
      folder: path,
    }),
    call('grep', { pattern: fc.constantFrom('deploy', 'a|b', 'na.*me', 'canary'), path }),
    call('write', { file: path, text }),
    call('edit', { file: path, old: fc.constantFrom('Kept', 'queue', 'Ann is', 'name: '), new: text }),
  )
}
