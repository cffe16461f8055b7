import { describe, expect, it } from 'vitest'
import { isIntent, isRecord } from '../../src/store/write-log.ts'

const state = { hash: 'ab', size: 1, modified: 2, mode: 3 }
const change = {
  kind: 'write',
  file: 'a.md',
  from: state,
  to: null,
  reason: { why: 'index' },
  result: 'done',
}
const record = {
  run: 'r1',
  at: 'noon',
  command: 'run',
  rules: 'careful',
  undoes: 'r0',
  changes: [change],
  purged: ['ab'],
  salvaged: [{ file: 'a.md', kept: 'ab' }],
}

const step = { kind: 'write', file: 'a.md', from: null, reason: { why: 'index' }, needs: ['b.md'] }
const intent = {
  run: 'r1',
  at: 'noon',
  command: 'run',
  after: '',
  steps: [
    { ...step, kind: 'archive', from: state },
    { ...step, content: { is: 'pieces', pieces: [{ text: 'x', unlessDone: 'a.md' }] } },
    { ...step, content: { is: 'object', hash: 'ab' }, dress: { modified: 1, mode: 2 } },
    { ...step, kind: 'append', content: { is: 'appended', to: 'ab', text: 'x' } },
  ],
}

/** Every value in it exchanged for something that it cannot be, one at a time, with the way to it. */
function exchanged(data: unknown, path: string[] = []): [string, unknown][] {
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([key, value]) => {
    const wrong = Array.isArray(data) ? [null] : [null, 7, 'wrong/name', {}, undefined]
    const here = wrong.map((each): [string, unknown] => [
      `${[...path, key].join('.')} ${JSON.stringify(each)}`,
      Array.isArray(data) ? data.with(Number(key), each) : { ...data, [key]: each },
    ])
    const deeper = exchanged(value, [...path, key]).map(([name, inner]): [string, unknown] => [
      name,
      Array.isArray(data) ? data.with(Number(key), inner) : { ...data, [key]: inner },
    ])
    return [...here, ...deeper]
  })
}

/** What may be absent, null, or any text or object, and is no reason to refuse. */
const ALLOWED = [
  /^(?:rules|undoes|purged|salvaged|after|vault) undefined$/,
  /^(?:run|at|command|rules|undoes|after) "wrong\/name"$/,
  /^changes\.0\.(?:to|from) null$/,
  /^(?:changes|steps)\.\d\.(?:kind|result|detail) "wrong\/name"$/,
  /\.reason (?:\{\})$/,
  /\.reason\.why /,
  /\.(?:hash|kept|content\.to|text) "wrong\/name"$/,
  /^steps\.\d\.from null$/,
  /^(?:changes|steps)\.\d\.from\.(?:size|modified|mode) 7$/,
  /\.dress undefined$/,
  /\.dress\.(?:modified|mode) 7$/,
  /\.unlessDone /,
  /^purged\.0 "wrong\/name"$/,
  /^steps\.0\.(?:content|dress)/,
]
const isAllowed = (name: string) => ALLOWED.some(allowed => allowed.test(name)) && !/kind "wrong/.test(name)

describe.each([
  ['a record', record, isRecord],
  ['an intent', intent, isIntent],
] as const)('%s', (_, whole, is) => {
  it('that we wrote has its shape', () => {
    expect(is(whole)).toBe(true)
  })

  it('in which anything is something else has not', () => {
    const wrong = exchanged(whole).filter(([name, data]) => is(data) !== isAllowed(name))
    expect(wrong.map(([name]) => name)).toEqual([])
    for (const each of [null, undefined, 7, 'text', [], {}]) expect(is(each)).toBe(false)
  })
})
