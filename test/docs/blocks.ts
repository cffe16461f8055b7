import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Pages that people read: examples in them are run. */
export const PAGES = [
  ...readdirSync(root).filter(name => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'))
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
].sort()

/** A fenced block: what its first line says it is, and where it stands. */
export interface Block {
  readonly page: string
  readonly line: number
  readonly kind: string
  readonly lines: readonly string[]
}

export function blocksOf(page: string): Block[] {
  const blocks: Block[] = []
  let open: { line: number; kind: string; lines: string[] } | undefined
  for (const [at, text] of readFileSync(join(root, page), 'utf8').split('\n').entries()) {
    const fence = text.match(/^```(.*)$/)
    if (fence === null) open?.lines.push(text)
    else if (open === undefined) open = { line: at + 1, kind: fence[1]!.trim(), lines: [] }
    else {
      blocks.push({ page, ...open })
      open = undefined
    }
  }
  return blocks
}

/** A command of a `console` block and the lines that the page shows below it. */
export interface Step {
  readonly line: number
  readonly command: string
  readonly shown: readonly string[]
}

export function stepsOf({ lines, line }: Block): Step[] {
  const steps: { line: number; command: string; shown: string[] }[] = []
  for (const [at, text] of lines.entries())
    if (text.startsWith('$ ')) steps.push({ line: line + at + 1, command: text.slice(2), shown: [] })
    else steps.at(-1)?.shown.push(text)
  return steps
}

/** What differs from run to run: numbers of runs, commits, days and times. */
const settled = (text: string): string =>
  text
    .replaceAll(/\d{8}T\d{6}-[0-9a-f]{6}/g, '<run>')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, '<time>')
    .replaceAll(/\d{4}-\d\d-\d\d/g, '<day>')
    .replaceAll(/\b[0-9a-f]{8}\b/g, '<commit>')
    .replaceAll(/\b\d+(?:\.\d+)? (?:ms|s)\b/g, '<n> s')
    .trimEnd()

/** The first line that a page shows and the output has not, in order. A line with … stands for any lines. */
export function notSaid(shown: readonly string[], said: string): string | undefined {
  const lines = said.split('\n').map(settled)
  let at = 0
  let maySkip = false
  for (const expected of shown.map(settled)) {
    if (expected === '…') {
      maySkip = true
      continue
    }
    const found = maySkip ? lines.indexOf(expected, at) : lines[at] === expected ? at : -1
    if (found === -1) return expected
    at = found + 1
    maySkip = false
  }
  return undefined
}
