import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

/**
 * Holds a value against `records/NAME.json`. `npx vitest run test/golden -u` writes the records anew; read the difference
 * before you commit it: each line of it is something that users see differently.
 */
export async function expectRecord(name: string, value: unknown): Promise<void> {
  await expect(`${laidOut(value)}\n`).toMatchFileSnapshot(fileOf(name))
}

export function readRecord<Value>(name: string): Value {
  return JSON.parse(readFileSync(fileOf(name), 'utf8'))
}

const fileOf = (name: string): string => join(import.meta.dirname, 'records', `${name}.json`)

const WIDTH = 150

/** JSON with sorted keys: whatever fits on a line stands on one, so that a change is a line or two of difference. */
export function laidOut(value: unknown, indent = ''): string {
  const flat = JSON.stringify(sorted(value))
  if (typeof value !== 'object' || value === null || flat.length + indent.length <= WIDTH) return flat
  const deeper = `${indent}  `
  if (Array.isArray(value))
    return `[\n${value.map(each => deeper + laidOut(each, deeper)).join(',\n')}\n${indent}]`
  const lines = entriesOf(value).map(
    ([key, each]) => `${deeper}${JSON.stringify(key)}: ${laidOut(each, deeper)}`,
  )
  return `{\n${lines.join(',\n')}\n${indent}}`
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(entriesOf(value).map(([key, each]) => [key, sorted(each)]))
}

const entriesOf = (value: object): [string, unknown][] =>
  Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
