/**
 * Makes the picture of the README: text of a terminal, with its colours, on standard input; an SVG on standard output.
 *
 *   FORCE_COLOR=1 npx dream demo | node scripts/run.mjs scripts/picture.ts 20 60 > docs/demo.svg
 *
 * The two numbers are the first and the last line to show.
 */
import { readFileSync } from 'node:fs'

const [first = '1', last = '60'] = process.argv.slice(2)
const lines = readFileSync(0, 'utf8')
  .split('\n')
  .slice(Number(first) - 1, Number(last))

const COLOURS: Record<string, string> = {
  '31': '#ff7b72',
  '32': '#7ee787',
  '33': '#e3b341',
  '34': '#79c0ff',
  '35': '#d2a8ff',
  '36': '#76e3ea',
  '2': '#8b949e',
  '90': '#8b949e',
}
const LINE = 20
const LEFT = 20
const width = 900
const height = lines.length * LINE + 2 * LEFT

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** One row: runs of text, each in the colour that stood before it. */
function row(line: string, at: number): string {
  let fill = '#e6edf3'
  let weight = 'normal'
  const spans = line.split(/\u001b\[([\d;]*)m/).map((part, index) => {
    if (index % 2 === 0) {
      return part === '' ? '' : `<tspan fill="${fill}" font-weight="${weight}">${escaped(part)}</tspan>`
    }
    for (const code of part.split(';')) {
      if (code === '1') weight = 'bold'
      if (code === '0' || code === '' || code === '22') weight = 'normal'
      if (code === '0' || code === '' || code === '22' || code === '39') fill = '#e6edf3'
      fill = COLOURS[code] ?? fill
    }
    return ''
  })
  return `<text x="${LEFT}" y="${LEFT + LINE * (at + 0.75)}" xml:space="preserve">${spans.join('')}</text>`
}

process.stdout.write(
  [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    '<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13">',
    ...lines.map(row),
    '</g>',
    '</svg>',
    '',
  ].join('\n'),
)
