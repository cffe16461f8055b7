import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, it } from 'vitest'
import { scanMarkdown, spanContent } from '../../src/text/markdown.ts'

/** `code 4-9` and `fence 20-40` of every code span and fenced block, by Dream's scanner. */
function ours(text: string): string[] {
  return scanMarkdown(text)
    .filter(span => span.kind === 'code' || span.kind === 'fence')
    .map(span => `${span.kind} ${span.start}-${span.start + span.text.trimEnd().length}`)
}

interface Node {
  readonly type: string
  readonly children?: readonly Node[]
  readonly position?: {
    readonly start: { readonly offset?: number }
    readonly end: { readonly offset?: number }
  }
}

/** The same by a full CommonMark parser; indented code, which Dream reads as prose, is left out. */
function theirs(text: string): string[] {
  const found: string[] = []
  const visit = (node: Node) => {
    const start = node.position?.start.offset ?? 0
    const source = text.slice(start, node.position?.end.offset)
    if (node.type === 'inlineCode') found.push(`code ${start}-${start + source.length}`)
    if (node.type === 'code' && /^[`~]/.test(source))
      found.push(`fence ${start}-${start + source.trimEnd().length}`)
    for (const child of node.children ?? []) visit(child)
  }
  visit(fromMarkdown(text) as Node)
  return found
}

const samples = [
  'plain words',
  'a `code` span and ``two ` ticks`` and ``` three ```',
  'an unclosed ` tick\n\nand `one` more',
  'a `run` of ``different lengths` stays prose',
  'escaped \\`not code\\` and \\\\`code\\\\`',
  'escaped run \\``code`` end',
  'span `over\ntwo lines` of one paragraph',
  'not `over\n\ntwo paragraphs`',
  '# heading `a`\n`b` after',
  'title `a\n=====\nb` text',
  '```js\nconst a = `x`\n```\nafter `b`',
  '~~~\nfenced\n~~~\n',
  '````\n```\ninner\n```\n````\n',
  '```\nnever closed `x`\n',
  '```a`b\nnot a fence\n```\n',
  '- item `a`\n- item `b\n- c` d',
  '- ```sh\n  run\n  ```\n- next `x`',
  '1. one\n   ```\n   in the item\n   ```\n2. two `y`',
  '- a\n\n  ```\n  deep\n  ```\n\nafter `z`',
  '- ```\n  open\nleft the item `a`',
  '> quote `a`\n> ```\n> fenced\n> ```\n\n`b`',
  '> ```\n> open\nleft the quote `a`',
  '> lazy `a\ncontinuation` b',
  '* * *\n`a`\n- - -\n`b`',
  'text\n***\n`a`',
  'windows `a`\r\n\r\n```\r\nb\r\n```\r\n`c`',
  '<!-- `hidden` -->\n\n`seen`',
  'words <!-- `hidden` --> `seen`',
  'words <!-- `open` without an end `x`',
  '<!--\n\n`hidden`\n\n-->\n`seen`',
  '- a\n  - b `x`\n    - c\n      ```\n      d\n      ```\n',
  '10. ten\n    ```\n    e\n    ```\n',
  'para\n1. starts `a`\n',
  'para\n2. does not start `a\nb`',
  '-\tafter tab `a`\n\n\tmore `b`',
  '`a``b` and `` ` `` and ` `` `',
]

describe('scanMarkdown', () => {
  it.each(samples)('finds the code that a CommonMark parser finds: %j', sample => {
    expect(ours(sample)).toEqual(theirs(sample))
  })

  it('gives the source back when its spans are joined', () => {
    const piece = fc.constantFrom(
      '`',
      '``',
      '```',
      '~~~',
      '\n',
      '\r\n',
      '\r',
      '- ',
      '> ',
      '1. ',
      '<!--',
      '-->',
      '\\',
      ' ',
      'a',
      '|',
      '#',
      '\t',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
        const text = pieces.join('')
        const spans = scanMarkdown(text)
        expect(spans.map(span => span.text).join('')).toBe(text)
        for (const span of spans)
          expect(text.slice(span.start, span.start + span.text.length)).toBe(span.text)
      }),
      { numRuns: 500 },
    )
  })

  it('says which line a span begins in, whatever ends the lines', () => {
    const spans = scanMarkdown('one\ntwo\r\nthree\rfour `x`\n\n```\ny\n```\n')
    expect(spans.filter(span => span.kind !== 'prose').map(span => [span.text, span.line])).toEqual([
      ['`x`', 4],
      ['```\ny\n```', 6],
    ])
  })

  it('keeps table rows apart, as GitHub does', () => {
    expect(ours('| a ` b |\n| c ` d |')).toEqual([])
    expect(ours('| `a` | b |\n| `c` | d |')).toHaveLength(2)
  })

  it('hides comments, also those that end in the middle of a line', () => {
    const spans = scanMarkdown('<!-- a\nb --> `c` <!-- d -->')
    expect(spans.map(span => span.kind)).toEqual(['comment', 'prose', 'code', 'prose', 'comment'])
  })
})

describe('spanContent', () => {
  const contents = (text: string) =>
    scanMarkdown(text)
      .filter(span => span.kind !== 'prose')
      .map(span => spanContent(span))

  it('leaves out backticks and fence lines', () => {
    expect(contents('a ``b`` c')[0]).toEqual({ text: 'b', start: 4, line: 1 })
    expect(contents('```ts\nx\ny\n```')[0]).toEqual({ text: 'x\ny', start: 6, line: 2 })
    expect(contents('~~~\nx')[0]?.text).toBe('x')
    expect(contents('```')[0]?.text).toBe('')
    expect(contents('```\n```')[0]?.text).toBe('')
  })
})
