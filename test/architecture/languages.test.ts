import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { filesOfExample, sourcesWith } from './examples.ts'

const src = resolve(dirname(fileURLToPath(import.meta.url)), '../../src')

/** Letters, not marks: a wide colon ends a word in any language. */
const CHINESE = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u

describe('languages', () => {
  it('the words of a language stand in its folder and nowhere else', () => {
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter(path => path.endsWith('.ts') && !path.startsWith('languages/zh/'))
      .filter(path => CHINESE.test(readFileSync(join(src, path), 'utf8')))
    expect(files).toEqual([])
  })

  it('a new language is one folder and one line, as docs/contributing.md has it', async () => {
    const files = filesOfExample('Add a language')
    expect([...files.keys()]).toEqual(['src/languages/de/index.ts', 'src/languages/registry.ts'])
    const changed = sourcesWith(files)
    try {
      expect(changed.faults).toEqual([])
      const found = await changed.run(`
        import { dayOf, linesStatus, relativeDates, stretchWords } from './src/languages/index.ts'
        import { protections } from './src/checks/protections.ts'
        import { traitsOf } from './src/journal/traits.ts'
        import { statesDecision } from './src/vault/layers.ts'
        import { significantWords } from './src/text/index.ts'
        const note = { type: 'project', body: 'Nie am Freitag ausliefern.', file: 'a.md' }
        export const words = [...significantWords('Der Wert und die Zahl')]
        export const status = linesStatus(['Stand: fertig'])?.how
        export const dates = relativeDates('Der Schlüssel lief vorgestern ab.', dayOf('2026-03-05')).map(({ meant }) => stretchWords(meant))
        export const decided = statesDecision('Wir haben uns für Postgres entschieden.')
        export const traits = [...traitsOf('Beschlossen: der Umzug.', '2026-03-05').has]
        export const rules = protections(note, { clocks: new Map(), now: 0 }, { recentDays: 0 })
      `)
      expect({ ...found }).toEqual({
        words: ['wert', 'zahl'],
        status: 'status',
        dates: ['2026-03-03'],
        decided: true,
        traits: ['decision'],
        rules: ['rule'],
      })
    } finally {
      changed.remove()
    }
  })
})
