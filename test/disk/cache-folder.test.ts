import { existsSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesWrittenBefore, removeCacheFolder, removeOldFiles } from '../../src/state/cache-folder.ts'
import { filesIn, newFolder } from './folder.ts'

function cache(): string {
  const folder = newFolder()
  const put = (path: string, text: string, seconds: number) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
    utimesSync(join(folder, path), seconds, seconds)
  }
  put('a/old', 'one', 100)
  put('b/old', 'four', 100)
  put('b/new', 'five', 300)
  symlinkSync(join(folder, 'b'), join(folder, 'link'))
  return folder
}

it('finds the files that were written before a moment, and follows no link', () => {
  const folder = cache()
  expect(filesWrittenBefore(folder, 200_000)).toEqual([
    { path: `${folder}/a/old`, size: 3 },
    { path: `${folder}/b/old`, size: 4 },
  ])
  expect(filesWrittenBefore(join(folder, 'nothing'), 200_000)).toEqual([])
})

it('removes them, and the folders that are empty then', () => {
  const folder = cache()
  removeOldFiles(filesWrittenBefore(folder, 200_000))
  expect(filesIn(folder)).toEqual({ 'b/new': 'five' })
  expect([existsSync(join(folder, 'a')), existsSync(join(folder, 'b'))]).toEqual([false, true])
  removeCacheFolder(join(folder, 'b'))
  expect(existsSync(join(folder, 'b'))).toBe(false)
})
