import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutEmphasis } from '../../src/text/markdown.ts'
import { hasStatement, textForm } from '../../src/text/sentences.ts'
import { nearTexts } from '../../src/text/words.ts'

describe('textForm', () => {
  it.each([
    ['-1', '1'],
    ['a.b', 'ab'],
    ['C', 'C++'],
    ['C#', 'C'],
    ['~5', '5'],
    ['> 5', '5'],
    ['10²', '102'],
    ['1,5', '15'],
    ['1, 2', '1 2'],
    ['src/*', 'src/**'],
    ['*.ts', '.ts'],
    ['test_*', 'test_'],
    ['__init__', 'init'],
    ['./...', './'],
    ['re-run', 'rerun'],
    ['f(x)', 'fx'],
    ['-d', '-D'],
    ['100 Mb', '100 MB'],
    ['5m', '5M'],
    ['"no"', 'no'],
    ['"1"', '1'],
    ['Deploy it?', 'Deploy it.'],
    ['~~Deploy it~~', 'Deploy it'],
    ['"Deploy it."', 'Deploy it'],
    ['No, deploy', 'No deploy'],
    ['不，要去', '不要去'],
    ['张三、李四', '张三李四'],
    ['[a](b)', '[a](c)'],
    ['a b', 'ab'],
  ])('M20 keeps apart: %s and %s', (one, other) => {
    for (const frame of ['{}', 'Use {}', 'Use {} here', '用 {} 吧'])
      expect(textForm(frame.replace('{}', one))).not.toBe(textForm(frame.replace('{}', other)))
  })

  it.each([
    ['Use it', 'use it.'],
    ['Use it', ' USE\n it!! '],
    ['Use it', '**Use** it…'],
    ['Use it', '*Use it*.'],
    ['Use `src/*`', 'use src/*'],
    ['Use “it”', 'Use "it"'],
    ['Use "it"', 'Use it'],
    ["Don't use it", 'Don’t use it'],
    ['9-12', '9–12'],
    ['用 pnpm 安装，别用 npm。', '用pnpm安装,别用npm'],
    ['用“主干”发布', '用「主干」发布！'],
    ['端口 8080', '端口８０８０'],
  ])('M20 is one for %s and %s', (one, other) => {
    expect(textForm(one)).toBe(textForm(other))
  })

  it('a form is its own form, but for what quotation marks held', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), text => {
        const plain = text.replace(/["'`*“”„«»「」『』‘’.!,;…。]/g, '')
        expect(textForm(textForm(plain))).toBe(textForm(plain))
      }),
    )
  })
})

describe('hasStatement', () => {
  const has = (text: string, statement: string) => hasStatement(textForm(text), textForm(statement))

  it.each([
    ['Sell the boat.', 'Sell the boat'],
    ['Mind the dog. Sell the boat!', 'sell the boat'],
    ['Sell the boat. Mind the dog.', 'sell the boat'],
    ['**What:** Sell the boat.', 'sell the boat'],
    ['Mind the dog. Sell the boat. Go home.', 'Mind the dog. Sell the boat'],
    ['看好狗。卖掉船。回家。', '卖掉船'],
  ])('%s has %s', (text, statement) => {
    expect(has(text, statement)).toBe(true)
  })

  it.each([
    ['Never sell the boat.', 'Sell the boat'],
    ['Sell the boat house.', 'Sell the boat'],
    ['Sell the boat? No.', 'Sell the boat'],
    ['Sell the boat... not now.', 'Sell the boat'],
    ['Some would, e.g. sell the boat.', 'Sell the boat'],
    ['Use a.b here.', 'Use a'],
    ['Mind the dog. Go home. Sell the boat.', 'Mind the dog. Sell the boat'],
    ['Sell the boat. Mind the dog.', 'Mind the dog. Sell the boat'],
    ['不要卖掉船。', '卖掉船'],
    ['卖掉船上的货。', '卖掉船'],
    ['Anything.', ''],
  ])('%s has not %s', (text, statement) => {
    expect(has(text, statement)).toBe(false)
  })
})

describe('withoutEmphasis', () => {
  it.each([
    ['**Never** push, *please*', 'Never push, please'],
    ['请**不要**推送', '请不要推送'],
    ['**Lint src/*.ts only**', 'Lint src/*.ts only'],
    ['src/** and lib/**', 'src/** and lib/**'],
    ['*.ts and *.js', '*.ts and *.js'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['**kwargs and test_*', '**kwargs and test_*'],
  ])('%s', (text, plain) => {
    expect(withoutEmphasis(text)).toBe(plain)
  })
})

describe('nearTexts', () => {
  it('M20 names what shares half of the words, the nearest first, each once', () => {
    const near = nearTexts<string>()
    near.add('The red boat lies in the old harbour', 'a')
    near.add('The boat is sold', 'b')
    near.add('The red boat lies in the new harbour', 'c')
    near.add('The red boat sank in the old harbour', 'a')
    expect(near.find('The red boat lies in the old port')).toEqual(['a', 'c'])
    expect(near.find('The boat is kept')).toEqual(['b'])
    expect(near.find('')).toEqual([])
    expect(near.find('Something else entirely')).toEqual([])
  })
})
