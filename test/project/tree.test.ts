import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isVendored, walkTree } from '../../src/project/files.ts'
import { git, lay, sandbox } from '../sources/sandbox.ts'

describe('walkTree', () => {
  it('lists files in code-unit order and leaves dependency folders out', () => {
    const root = lay(sandbox(), {
      'b.ts': '',
      'B.ts': '',
      'src/a.ts': '',
      '.env.example': '',
      'node_modules/x/index.js': '',
      'src/node_modules/y.js': '',
      'dist/app.js': '',
      '.venv/lib/z.py': '',
    })
    mkdirSync(`${root}/empty`)
    expect(walkTree(root)).toEqual(['.env.example', 'B.ts', 'b.ts', 'src/a.ts'])
  })

  it('honours .gitignore, also a nested one, and the inner one decides', () => {
    const root = lay(sandbox(), {
      '.gitignore': '*.log\n/secret/\n# comment\n\n!keep.log\n',
      'a.log': '',
      'keep.log': '',
      'secret/x.ts': '',
      'src/secret/y.ts': '',
      'src/.gitignore': '!b.log\n*.tmp\n',
      'src/b.log': '',
      'src/c.tmp': '',
      'c.tmp': '',
    })
    expect(walkTree(root)).toEqual([
      '.gitignore',
      'c.tmp',
      'keep.log',
      'src/.gitignore',
      'src/b.log',
      'src/secret/y.ts',
    ])
  })

  it('agrees with git on what is ignored', () => {
    const line = fc.constantFrom(
      'a',
      '*.x',
      '/b',
      'c/',
      '!a',
      '!d.x',
      'e/f',
      '**/f',
      'b/**',
      'd*',
      '?.x',
      '\\#h',
    )
    const path = fc.constantFrom(
      'a',
      'b',
      'd.x',
      'c/a',
      'c/d.x',
      'e/f',
      'e/g/f',
      'b/x/y',
      'dd',
      '#h',
      'e/a/d.x',
    )
    const files = fc.uniqueArray(path, { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 4 }),
        fc.array(line, { maxLength: 2 }),
        files,
        (outer, inner, paths) => {
          const whole = paths.filter(one => !paths.some(other => other.startsWith(`${one}/`)))
          const root = lay(sandbox(), Object.fromEntries(whole.map(one => [one, ''])))
          lay(root, { '.gitignore': outer.join('\n') })
          if (whole.some(one => one.startsWith('e/'))) lay(root, { 'e/.gitignore': inner.join('\n') })
          git(root, 'init', '-q')
          const listed = git(root, 'ls-files', '-o', '--exclude-standard', '-z')
            .split('\0')
            .filter(Boolean)
            .sort()
          expect(walkTree(root)).toEqual(listed)
        },
      ),
      { numRuns: 25, examples: [[['a'], ['!a'], ['e/a/d.x', 'a']]] },
    )
  })

  it('does not follow links to folders', () => {
    const root = lay(sandbox(), { 'src/a.ts': '' })
    symlinkSync('.', `${root}/src/loop`)
    symlinkSync('/etc', `${root}/etc`)
    expect(walkTree(root)).toEqual(['etc', 'src/a.ts', 'src/loop'])
  })

  it('is unknown past its bound, and where a folder cannot be listed', () => {
    const root = lay(sandbox(), { a: '', b: '', c: '' })
    expect(walkTree(root, 2)).toEqual({ unknown: 'there are more than 2 files' })
    expect(walkTree(root, 3)).toHaveLength(3)
    expect(walkTree(`${root}/none`)).toEqual({ unknown: expect.stringContaining('could not be listed') })
  })

  it('passes over ignore lines that could run for ages, and a .gitignore that is no file', () => {
    const root = lay(sandbox(), {
      '.gitignore': `${'*a'.repeat(30)}*b\nx.ts\n`,
      'x.ts': '',
      [`${'a'.repeat(200)}.ts`]: '',
    })
    expect(walkTree(root)).toEqual(['.gitignore', `${'a'.repeat(200)}.ts`])
    const odd = lay(sandbox(), { 'a.ts': '' })
    execFileSync('mkfifo', [`${odd}/.gitignore`])
    expect(walkTree(odd)).toEqual(['.gitignore', 'a.ts'])
  })
})

describe('isVendored', () => {
  it('looks at folders, not at names', () => {
    expect(isVendored('lib/vendor/x.js')).toBe(true)
    expect(isVendored('src/vendor')).toBe(false)
    expect(isVendored('build/x.ts')).toBe(false)
  })
})
