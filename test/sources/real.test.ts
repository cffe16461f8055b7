import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { holdsQuote } from '../../src/agents/extract-rules.ts'
import { ExtractorAgent } from '../../src/agents/extractor.ts'
import { openText } from '../../src/sources/transcripts/file.ts'
import { readTranscript } from '../../src/sources/transcripts/read.ts'

/** Real transcripts, where there are any on this machine: `DREAM_DATA`, else `../shared/data` beside the checkout. */
const checkout = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const data = join(process.env['DREAM_DATA'] ?? join(checkout, '../shared/data'), 'transcripts')
const files = existsSync(data)
  ? readdirSync(data, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && entry.name.endsWith('.jsonl'))
      .map(entry => join(entry.parentPath, entry.name))
      .sort()
  : []

describe.skipIf(files.length === 0)('M11 real transcripts', () => {
  const named = files.map(path => [path.slice(data.length + 1), path] as const)
  it.each(files.length === 0 ? ([[`needs data in ${data}`, '']] as const) : named)(
    '%s is read in full',
    (name, path) => {
      const file = openText(path)!
      const reading = readTranscript(file, { from: 0, line: 0, form: 'records' })
      const speakers = new Map<string, number>()
      let held = 0
      for (const turn of reading.turns()) {
        speakers.set(turn.speaker, (speakers.get(turn.speaker) ?? 0) + 1)
        held = Math.max(held, turn.text.length)
        expect(turn.text.trim()).not.toBe('')
        expect(turn.text).not.toMatch(turn.speaker === 'user' ? /<system-reminder>|<command-name>/ : /^$/)
      }
      file.close()
      const { lines, tooLong, unreadable } = reading.counts()
      expect(reading.end()).toEqual({ offset: statSync(path).size, line: lines })
      expect(tooLong).toBe(0)
      expect(held).toBeLessThanOrEqual(100_000)
      // Broken lines are put into the two collections of edge cases on purpose.
      expect(unreadable).toBeLessThanOrEqual(/edge_cases|amp_data/.test(name) ? 5 : 0)
      // Two of them were begun by a command: there the person types no word.
      const begun = speakers.has('user') ? 'user' : 'system'
      if (lines > 20) expect([...speakers.keys()]).toEqual(expect.arrayContaining([begun, 'assistant']))
    },
  )

  it('every one of them can be heard to its end, and what is kept of it stands there', async () => {
    for (const path of files) {
      const file = openText(path)!
      const texts: string[] = []
      const reading = readTranscript(file, { from: 0, line: 0, form: 'records' })
      function* heard() {
        for (const turn of reading.turns()) {
          if (turn.speaker === 'user') texts.push(turn.text)
          yield turn
        }
      }
      const { memories } = await new ExtractorAgent().extract({ turns: heard() })
      file.close()
      for (const { quote, origin } of memories) {
        expect(texts.some(text => holdsQuote(text, quote))).toBe(true)
        expect(origin).toBe('user')
      }
    }
  })
})
