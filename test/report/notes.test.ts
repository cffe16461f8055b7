import { describe, expect, it } from 'vitest'
import type { KnownFinding } from '../../src/checks/index.ts'
import { fileName } from '../../src/model/file-name.ts'
import { digestNotes } from '../../src/report/notes.ts'

const long = (line: number, length: number): KnownFinding => ({
  source: 'observed',
  kind: 'index-line-long',
  line,
  length,
})
const dangling = (line: number): KnownFinding => ({
  source: 'observed',
  kind: 'dangling-link',
  file: fileName('a.md'),
  target: 'x',
  text: '[[x]]',
  line,
})

describe('what else was seen', () => {
  it('D22 a hundred long lines are one remark', () => {
    const notes = digestNotes(Array.from({ length: 100 }, (_, i) => long(i + 1, i === 39 ? 738 : 160)))
    expect(notes).toEqual([
      {
        name: 'MEMORY.md',
        words: '100 lines are longer than the 150 characters that agents want; line 40 has 738',
        evidence: [],
      },
    ])
  })

  it('a few are shown, the rest is counted, and no kind hides another', () => {
    const notes = digestNotes([...Array.from({ length: 9 }, (_, i) => dangling(i + 1)), long(3, 200)])
    expect(notes.map(note => note.name)).toEqual([
      'a.md',
      'a.md',
      'a.md',
      'a.md',
      'and 5 more of this kind',
      'MEMORY.md',
    ])
    expect(digestNotes([1, 2, 3, 4, 5].map(dangling))).toHaveLength(5)
  })
})
