import { existsSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesWrittenBefore, oldCaches, removeCacheFolder, removeOldFiles } from '../../src/state/cache.ts'
import { newFolder } from './folder.ts'

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
  expect(filesWrittenBefore(folder, 400_000)).toEqual([{ path: `${folder}/b/new`, size: 4 }])
  expect([existsSync(join(folder, 'a')), existsSync(join(folder, 'b'))]).toEqual([false, true])
  removeCacheFolder(join(folder, 'b'))
  expect(existsSync(join(folder, 'b'))).toBe(false)
})

it('finds caches that nobody used for months, and those of earlier versions; what was dear to make stays', () => {
  const home = newFolder()
  const put = (path: string, seconds: number) => {
    mkdirSync(join(home, path, '..'), { recursive: true })
    writeFileSync(join(home, path), 'x')
    utimesSync(join(home, path), seconds, seconds)
  }
  const now = 200 * 86_400
  for (const path of ['a/plan.cache', 'models/answers.cache', 'magma/words', 'recall/1.bin']) put(path, 1)
  for (const path of ['b/plan.cache', 'b/last-night', 'models/answers', 'review-ids']) put(path, now)
  expect(
    oldCaches(home, now * 1000)
      .map(({ path }) => path.slice(home.length + 1))
      .sort(),
  ).toEqual(['a/plan.cache', 'b/last-night', 'models/answers', 'recall/1.bin', 'review-ids'])
})
