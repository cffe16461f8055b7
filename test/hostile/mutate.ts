import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Random } from '../../torture/random.ts'
import { PIECES } from './inputs.ts'

const FIXTURES = fileURLToPath(new URL('../fixtures/first-night/memory', import.meta.url))

/** Texts as people and agents write them. */
const CORPUS: readonly string[] = [
  ...readdirSync(FIXTURES).map(name => readFileSync(join(FIXTURES, name), 'utf8')),
  '\ufeff---\r\nname: bom\r\ndescription: "quoted: yes"\r\nmetadata:\r\n  type: feedback\r\n  modified: 2026-01-02\r\n---\r\n\r\n# Title\r\n\r\n- [a](b.md) — c\r\n',
  '---\nname: 中文\ndescription: |\n  two\n  lines\ntype: user\n---\n不要使用 `src/旧/会话.ts`。改为 [[新的|别名]]。\n',
  '# Memory\n\n## Rules\n\n- [One](one.md) — never use mocks\n- [Two](<two words.md>) - see `a/b.ts:12`\n\n```ts\nconst x = `y`\n```\n\n> quoted **bold** _it_ <b>x</b>\n',
  'no frontmatter, and https://example.org/a/b?c=d#e and ~/x/y.md and C:\\a\\b.ts and `fn()` and AbCdEf, use tabs.',
]

/** Text that was nearly well-formed a moment ago. */
export function mutated(random: Random): string {
  let text = random.pick(CORPUS)
  for (let times = 1 + random.below(6); times > 0; times -= 1) text = random.pick(MUTATIONS)(text, random)
  return text
}

const MUTATIONS: readonly ((text: string, random: Random) => string)[] = [
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text, random) => text.slice(random.below(text.length + 1)),
  (text, random) => {
    const [from, to] = range(text, random)
    return text.slice(0, from) + text.slice(to)
  },
  (text, random) => {
    const [from, to] = range(text, random)
    return text.slice(0, to) + text.slice(from, to).repeat(1 + random.below(20)) + text.slice(to)
  },
  (text, random) => inserted(text, random.pick(PIECES), random),
  (text, random) => inserted(text, random.pick(PIECES).repeat(1 + random.below(50)), random),
  (text, random) => inserted(text, String.fromCharCode(random.below(0x10000)), random),
  (text, random) => inserted(text, random.pick(CORPUS), random),
  (text, random) => text.replaceAll('\n', random.pick(['\r\n', '\r', '\n\n', '\u2028', ' '])),
]

function range(text: string, random: Random): [number, number] {
  const from = random.below(text.length + 1)
  return [from, from + random.below(Math.min(200, text.length - from) + 1)]
}

function inserted(text: string, piece: string, random: Random): string {
  const at = random.below(text.length + 1)
  return text.slice(0, at) + piece + text.slice(at)
}

/** What a program that reads JSON may find where it expects something else. */
const STRANGERS: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  '..',
  '../../diary.txt',
  '/etc/passwd',
  'a/b.md',
  'MEMORY.md',
  'a\0b',
  '\u001b]0;x\u0007\u202e',
  'x'.repeat(5000),
  [],
  [null],
  {},
  { is: 'object', hash: '../../../diary.txt' },
  { __proto__: null, constructor: { prototype: { polluted: 'yes' } } },
]

/** The same data with a few values exchanged, taken away or doubled, anywhere in it. */
export function estranged(data: unknown, random: Random): unknown {
  let changed = structuredClone(data)
  for (let times = 1 + random.below(3); times > 0; times -= 1) changed = estrangedOnce(changed, random)
  return changed
}

function estrangedOnce(data: unknown, random: Random): unknown {
  if (typeof data !== 'object' || data === null || random.chance(0.1)) return random.pick(STRANGERS)
  const keys = Object.keys(data)
  if (keys.length === 0) return random.pick(STRANGERS)
  const key = random.pick(keys)
  const copy = Array.isArray(data) ? [...data] : { ...data }
  const record = copy as Record<string, unknown>
  const way = random.below(5)
  if (way === 0) delete record[key]
  else if (way === 1) record[key] = random.pick(STRANGERS)
  else record[key] = estrangedOnce(record[key], random)
  return copy
}
