import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { initJournals } from '../../src/journal/init.ts'
import { readLedger } from '../../src/journal/ledger.ts'
import { review } from '../../src/journal/review.ts'
import { dreamAt } from '../dream-at.ts'
import { nightOf } from './place.ts'
import { emptyWorkspace, JOURNALS, ready } from './workspace.ts'

describe('bad input', () => {
  it('J1 a vault that is missing, or no folder, is a sentence', async () => {
    const place = emptyWorkspace(JOURNALS)
    await expect(review({ where: place.where })).rejects.toThrow(
      /vault .* does not exist. dream journal init creates it/,
    )
    writeFileSync(place.vault, 'a file')
    await expect(review({ where: place.where })).rejects.toThrow(/is not a folder/)
    await expect(initJournals({ where: place.where })).rejects.toThrow(/is not a folder/)
  })

  it('J5 a journal called 2026-13-45.md is told and not read', async () => {
    const place = await ready({ ...JOURNALS, 'memory/2026-13-45.md': '- Decided on nonsense\n' })
    const result = await review({ where: place.where, epochMs: nightOf('2026-02-04') })
    expect(result.warnings).toContain('memory/2026-13-45.md is named like a date but is none: not read')
    expect(place.read('MEMORY.md')).not.toContain('nonsense')
  })

  it('J7 a torn removed-entries.json loses nothing that could be read, and its bytes stay in history', async () => {
    const place = await ready({
      ...JOURNALS,
      'MEMORY.md': '## Current state\n- Building the Atlas prototype (2026-01-20)\n',
    })
    const torn =
      '[{"hash":"aaaaaaaa","summary":"once upon a time","removedAt":"2026-01-01 03:30","by":"dream","section":"current","reason":"x"},{"hash":"bb'
    writeFileSync(join(place.vault, 'meta/removed-entries.json'), torn)
    const result = await review({ where: place.where, epochMs: nightOf('2026-02-04') })
    expect(result.warnings.join()).toMatch(/removed-entries.json was damaged: 1 entry/)
    const kept = JSON.parse(place.vaultFile('meta/removed-entries.json')) as { summary: string }[]
    expect(kept[0]?.summary).toBe('once upon a time')
    await dreamAt(place.where).undo()
    expect(place.vaultFile('meta/removed-entries.json')).toBe(torn)
  })

  it('J9 an index that does not match is written anew, and a ledger that was cut off is not written over', async () => {
    const place = await ready({
      ...JOURNALS,
      'MEMORY.md': '## Current state\n- Building the Atlas prototype (2026-01-20)\n',
    })
    const torn = '---\nID: aaaaaaaa\nArchived: 2026-01-01 03:30\nCategory: [note]\nCon'
    writeFileSync(join(place.vault, 'ledger.md'), torn)
    writeFileSync(join(place.vault, 'ledger-index.json'), '{"nonsense')
    const result = await review({ where: place.where, epochMs: nightOf('2026-02-04') })
    expect(result.warnings.join()).toMatch(/1 incomplete block/)
    expect(place.vaultFile('ledger.md').startsWith(torn)).toBe(true)
    expect(JSON.parse(place.vaultFile('ledger-index.json'))).toHaveLength(
      readLedger(place.vaultFile('ledger.md')).active.length,
    )
  })

  it('a journal that is a link or no text is told, and the others are read', async () => {
    const place = await ready({ 'memory/2026-02-01.md': '- Decided to sell the boat\n' })
    writeFileSync(join(place.top, 'secret.md'), '- Decided to steal it\n')
    symlinkSync(join(place.top, 'secret.md'), join(place.root, 'memory/2026-02-02.md'))
    writeFileSync(join(place.root, 'memory/2026-02-03.md'), Buffer.from([0x2d, 0x20, 0xff, 0xfe, 0x0a]))
    const result = await review({ where: place.where, epochMs: nightOf('2026-02-04') })
    expect(result.counts.added).toBe(1)
    expect(result.warnings.join('\n')).toMatch(/symbolic link[\s\S]*not valid UTF-8/)
    expect(place.read('MEMORY.md')).not.toContain('steal')
  })
})
