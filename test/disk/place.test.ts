import { normalize, posix, relative } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { locate } from '../../src/disk/place.ts'

const ROOT = '/home/ann/shop'
const HOME = '/home/ann'

describe('where a path leads', () => {
  it.each([
    ['src/app.ts', { at: 'inside', path: 'src/app.ts' }],
    ['./src//app.ts', { at: 'inside', path: 'src/app.ts' }],
    ['src/', { at: 'inside', path: 'src' }],
    ['.', { at: 'inside', path: '.' }],
    ['.github/x.yml', { at: 'inside', path: '.github/x.yml' }],
    ['..', { at: 'outside', path: '/home/ann' }],
    ['...', { at: 'inside', path: '...' }],
    ['src/../../notes', { at: 'outside', path: '/home/ann/notes' }],
    ['/home/ann/shop/src', { at: 'inside', path: 'src' }],
    ['/etc/hosts', { at: 'outside', path: '/etc/hosts' }],
    ['~/shop/a.md', { at: 'inside', path: 'a.md' }],
    ['~', { at: 'outside', path: '/home/ann' }],
    ['$HOME/.zshrc', { at: 'outside', path: '/home/ann/.zshrc' }],
    ['$ROOT/a', { at: 'inside', path: '$ROOT/a' }],
    ['~bob/a', { at: 'nowhere' }],
    ['C:\\a', { at: 'nowhere' }],
    ['C:/a', { at: 'nowhere' }],
    ['C:a', { at: 'inside', path: 'C:a' }],
    ['a\0b', { at: 'nowhere' }],
  ])('D4 %j', (spelled, place) => {
    expect(locate(spelled, ROOT, HOME)).toEqual(place)
  })

  it('is the same for what is spelled plainly as for what has to be worked out', () => {
    const piece = fc.constantFrom('a', 'b.ts', '.', '..', '...', '', ' ', '.x', 'x.', '\n', 'é', '~', '$HOME')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), pieces => {
        const spelled = pieces.join('/')
        fc.pre(!/^(?:\/|~|\$HOME(?:\/|$))/.test(spelled))
        const absolute = normalize(posix.join(ROOT, spelled)).replace(/(?<=.)\/$/s, '')
        const way = relative(ROOT, absolute)
        const isInside = way !== '..' && !way.startsWith('../')
        expect(locate(spelled, ROOT, HOME)).toEqual(
          isInside ? { at: 'inside', path: way || '.' } : { at: 'outside', path: absolute },
        )
      }),
      { numRuns: 500 },
    )
  })
})
