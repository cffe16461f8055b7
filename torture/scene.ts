import { fileName, INDEX_FILE } from '../src/model/file-name.ts'
import type { Action, Piece } from '../src/model/plan.ts'
import { append, archive, write } from './actions.ts'
import { Random } from './random.ts'

/** A memory folder and a plan for it. */
export interface Scene {
  readonly files: ReadonlyMap<string, Buffer>
  readonly actions: readonly Action[]
}

const PLAIN_INDEX = '# Notes Memory\n\n- [A](a.md)\n- [B](b.md)\n- [C](c.md)\n'

/** Every kind of action once; small enough to try everything at every call. */
export const PLAIN_SCENE: Scene = {
  files: inBytes({ 'MEMORY.md': PLAIN_INDEX, 'a.md': 'alpha\n', 'b.md': 'beta\n', 'c.md': 'gamma\n' }),
  actions: [
    append('c.md', 'gamma\n', 'and beta\n'),
    archive('b.md', 'beta\n', ['c.md']),
    archive('a.md', 'alpha\n'),
    write('d.md', undefined, [{ text: 'delta\n' }]),
    write('MEMORY.md', PLAIN_INDEX, [
      { text: '# Notes Memory\n\n' },
      { text: '- [A](a.md)\n', unlessDone: fileName('a.md') },
      { text: '- [B](b.md)\n', unlessDone: fileName('b.md') },
      { text: '- [C](c.md)\n' },
      { text: '- [D](d.md)\n', onlyIfDone: fileName('d.md') },
    ]),
  ],
}

const LEDGER = '@vault/ledger.md'
const COUNTS = '@vault/meta/counts.json'
const PLAIN_LEDGER = '# Ledger\n\n- an entry of the ledger\n'
const PLAIN_COUNTS = '{\n "chars": 12,\n "bytes": 12\n}\n'

/** Dream's own files, whose versions are kept as deltas. */
export const OWN_SCENE: Scene = {
  files: inBytes({ [LEDGER]: PLAIN_LEDGER, [COUNTS]: PLAIN_COUNTS }),
  actions: [
    append(LEDGER, PLAIN_LEDGER, '- and another\n'),
    write(COUNTS, PLAIN_COUNTS, [{ text: PLAIN_COUNTS.replace('12', '13') }]),
  ],
}

export const BOTH_SCENES: Scene = {
  files: new Map([...PLAIN_SCENE.files, ...OWN_SCENE.files]),
  actions: [...OWN_SCENE.actions, ...PLAIN_SCENE.actions],
}

function inBytes(files: Record<string, string>): Map<string, Buffer> {
  return new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]))
}

const CONTENTS = [
  () => Buffer.from('short\n'),
  () => Buffer.alloc(0),
  () => Buffer.from('no newline at the end'),
  () => Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a]),
  () => Buffer.from('a longer line of a memory that fills a few sectors\n'.repeat(30)),
]

export function randomScene(random: Random): Scene {
  const files = new Map<string, Buffer>()
  const names = ['a.md', 'b.md', 'c.md', 'd.md', 'e.md'].slice(0, 2 + random.below(4))
  // The name inside makes each content unlike the others, except now and then.
  for (const name of names) {
    const text = random.pick(CONTENTS)()
    files.set(name, random.chance(0.1) ? text : Buffer.concat([Buffer.from(name), text]))
  }
  const actions: Action[] = []
  const pieces: Piece[] = [{ text: '# Notes Memory\n\n' }]
  for (const [name, bytes] of files) {
    const line = `- [${name}](${name}) — about ${name}${random.chance(0.2) ? ', at length'.repeat(60) : ''}\n`
    const fate = random.below(4)
    if (fate === 0) {
      const needs = actions.length > 0 && random.chance(0.3) ? [actions[0]!.file] : []
      actions.push(archive(name, bytes, needs))
    }
    if (fate === 1) actions.push(write(name, bytes, [{ text: `${name} anew\n` }]))
    if (fate === 2 && isText(bytes)) actions.push(append(name, bytes.toString(), 'and one line more\n'))
    pieces.push({ text: line, ...(fate === 0 && { unlessDone: fileName(name) }) })
  }
  const index = Buffer.from(pieces.map(piece => piece.text).join(''))
  if (random.chance(0.5)) {
    actions.push(write('new.md', undefined, [{ text: 'something new\n' }]))
    pieces.push({ text: '- [New](new.md)\n', onlyIfDone: fileName('new.md') })
  }
  // By a chance of their own: what else a seed stands for stays what it was.
  const own = new Random(random.seed + 7_000_003)
  if (own.chance(0.4)) ownFiles(own, files, actions)
  const firstIndex = random.chance(0.1)
  if (!firstIndex) files.set(INDEX_FILE, index)
  actions.push(write(INDEX_FILE, firstIndex ? undefined : index, pieces))
  return { files, actions }
}

function ownFiles(random: Random, files: Map<string, Buffer>, actions: Action[]): void {
  const text = PLAIN_LEDGER + '- one entry more of the ledger\n'.repeat(random.below(40))
  files.set(LEDGER, Buffer.from(text))
  if (random.chance(0.5)) files.set(COUNTS, Buffer.from(PLAIN_COUNTS))
  actions.push(append(LEDGER, text, '- and the last\n'))
  actions.push(write(COUNTS, files.get(COUNTS), [{ text: PLAIN_COUNTS.replace('12', '13') }]))
}

function isText(bytes: Buffer): boolean {
  return Buffer.from(bytes.toString()).equals(bytes)
}
