import { DreamError } from '../model/index.ts'
import { difference as differenceOf, leftOutWords } from '../report/index.ts'
import { versionDiff } from '../vault/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

export const diff = command({
  name: 'diff',
  group: 'folders',
  summary: 'what changed between two versions of a memory',
  effect: 'read',
  settings: 'follow',
  input: {
    memory: { kind: 'word', need: 'required', about: 'its file', completes: 'files' },
    a: {
      kind: 'word',
      need: 'optional',
      about: 'the earlier version (else: the one before b)',
      completes: 'nothing',
    },
    b: {
      kind: 'word',
      need: 'optional',
      about: 'the later version (else: the newest)',
      completes: 'nothing',
    },
    ...shared('folder', 'project', 'allProjects'),
  },
  examples: [
    { line: 'dream diff auth.md', about: 'by its newest change' },
    { line: 'dream diff auth.md 1 4', about: 'between these two; dream history auth.md lists them' },
  ],
  format: 'diff',
  async run({ where }, { memory, a, b }) {
    const [from, to] = [a, b].map(word => (word === undefined ? undefined : versionOf(word)))
    return { difference: versionDiff(where, memory, from, to) }
  },
  render({ difference: { id, from, to, before, after } }, page) {
    page.entry(id, `version ${from.version} against version ${to.version}`, 0, 'strong').gap()
    if (before === after) return page.text('They are the same.')
    const lines = differenceOf(before, after)
    if (lines.every(line => line.in === 'both' || line.in === 'cut'))
      page.text('What differs is a secret, a line end or white space at the end.')
    for (const line of lines) {
      if ('lines' in line) page.text(leftOutWords(line), 2, 'quiet')
      else if (line.in === 'both') page.text(line.text === '' ? ' ' : line.text, 2)
      else
        page.text(`${line.in === 'first' ? '-' : '+'} ${line.text}`, 0, line.in === 'first' ? 'bad' : 'good')
    }
    return page
  },
})

export function versionOf(word: string): number {
  if (/^\d{1,9}$/.test(word)) return Number(word)
  throw new DreamError(`a version is a number from 1 on, not ${word}; dream history MEMORY lists them.`, 2)
}
