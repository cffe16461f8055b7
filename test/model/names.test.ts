import { describe, expect, it } from 'vitest'
import {
  asFileName,
  asStoredName,
  FOLDERS,
  fileName,
  folderPart,
  storedName,
} from '../../src/model/file-name.ts'

describe('a name that may become a path', () => {
  it.each(['', '.', '..', 'a/b', '/a', 'a\0b'])('D2 is not %j', text => {
    expect(asFileName(text)).toBeUndefined()
    expect(() => fileName(text)).toThrow('not a plain file name')
  })

  it.each(['a.md', '...', '.hidden', 'a b', '中文.md', '\\'])('is %j, one plain segment', text => {
    expect(fileName(text)).toBe(text)
    expect(asStoredName(text)).toBe(text)
  })
})

describe('a name that history may hold', () => {
  it('is plain, or lies in one of the fixed places', () => {
    for (const folder of FOLDERS) expect(storedName(`${folder}/a.md`)).toBe(`${folder}/a.md`)
    expect(folderPart('@vault/magma/a.md')).toBe('@vault/magma/')
    expect(folderPart('a.md')).toBe('')
  })

  it.each(['other/a.md', 'memory/', 'memory/..', 'memory/sub/a.md', '../memory/a.md', '/memory/a.md'])(
    'D2 is nothing else: %j',
    text => {
      expect(() => storedName(text)).toThrow('not a place in a memory folder')
    },
  )
})
