import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutAtWord, detached, showText } from '../../src/text/text.ts'

describe('showText', () => {
  it('leaves plain text of any script alone', () => {
    for (const text of ['a/b.ts', 'größe 中文 한국어 ไทย', 'emoji 😀', '']) expect(showText(text)).toBe(text)
  })

  it('shows what could drive a terminal or deceive a reader', () => {
    expect(showText('\u001b[31mred')).toBe('\\u{1b}[31mred')
    expect(showText('a\nb\r\tc')).toBe('a\\nb\\u{d}\\u{9}c')
    expect(showText('x\u202egnp.exe')).toBe('x\\u{202e}gnp.exe')
    expect(showText('a\u200bb\ufeffc\u2066d')).toBe('a\\u{200b}b\\u{feff}c\\u{2066}d')
    expect(showText('\u009b\u007f\u2028')).toBe('\\u{9b}\\u{7f}\\u{2028}')
    expect(showText('a\ud800b')).toBe('a\\u{d800}b')
    expect(showText('\u{e0041}')).toBe('\\u{e0041}')
  })

  it('never lets a control character through', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        expect(showText(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
      }),
    )
  })
})

describe('cutAtWord', () => {
  it('keeps what fits', () => {
    expect(cutAtWord('short', 10)).toBe('short')
    expect(cutAtWord('exactly ten', 11)).toBe('exactly ten')
  })

  it('cuts at a word, drops the mark before the cut', () => {
    expect(cutAtWord('one two, three four', 13)).toBe('one two…')
    expect(cutAtWord('one two three', 9)).toBe('one two…')
  })

  it('cuts inside a word only where there is no space to cut at', () => {
    expect(cutAtWord('一二三四五六七八', 5)).toBe('一二三四…')
    expect(cutAtWord('a bbbbbbbbbbbbbbbb', 10)).toBe('a bbbbbbb…')
  })

  it('never exceeds the limit and never halves a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, max) => {
        const cut = cutAtWord(text, max)
        expect(cut.length).toBeLessThanOrEqual(max)
        expect(cut).not.toMatch(/\p{Surrogate}/u)
      }),
    )
  })
})

describe('detached', () => {
  it('is the same text, whatever it holds', () => {
    for (const text of [
      '',
      'short',
      'größer als dreizehn',
      '一二三四五六七八九十一二三四五',
      `\ud800${'x'.repeat(20)}😀`,
    ])
      expect(detached(text)).toBe(text)
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 13, maxLength: 60 }),
        text => detached(text) === text,
      ),
    )
  })
})
