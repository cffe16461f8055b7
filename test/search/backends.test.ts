import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { lanceBackend } from '../../src/search/backends/lance/backend.ts'
import { memoryBackend } from '../../src/search/backends/memory.ts'
import { ALL, backendContract, embedder } from './backend-contract.ts'

const top = mkdtempSync(join(tmpdir(), 'dream-backends-'))
afterAll(() => rmSync(top, { recursive: true, force: true }))

backendContract('memory', () => memoryBackend(embedder))
backendContract('lance', () => lanceBackend({ path: mkdtempSync(join(top, 'lance-')), embedder }))

it('LanceDB leaves what is not its own when it drops its index', async () => {
  const path = mkdtempSync(join(top, 'shared-'))
  writeFileSync(join(path, 'mine.txt'), 'x')
  const backend = lanceBackend({ path, embedder })
  await backend.sync(ALL)
  await backend.drop()
  expect(existsSync(join(path, 'mine.txt'))).toBe(true)
  expect(readdirSync(path).filter(name => name.endsWith('.lance'))).toEqual([])
})
