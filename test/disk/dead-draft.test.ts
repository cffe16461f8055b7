import { expect, it } from 'vitest'
import { isDeadDraft } from '../../src/disk/files.ts'

it('a draft is dead where its process is gone, or where 0.1.0 wrote it', () => {
  expect(isDeadDraft('counts.json')).toBe(false)
  expect(isDeadDraft('counts.json.new')).toBe(true)
  expect(isDeadDraft(`counts.json.${process.pid}.new`)).toBe(false)
  // Larger than any process number of Linux or macOS.
  expect(isDeadDraft('counts.json.999999999.new')).toBe(true)
})
