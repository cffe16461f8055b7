/**
 * Makes the picture of the README: text of a terminal, with its colours, on standard input; an SVG on standard output.
 *
 *   npm run build && FORCE_COLOR=1 node dist/bin.js demo | node scripts/run.mjs scripts/picture.ts > docs/demo.svg
 *
 * It shows the plan of the demo; test/cli/demo.test.ts fails where the picture is not what the demo prints.
 */
import { readFileSync } from 'node:fs'

const all = readFileSync(0, 'utf8').split('\n')
const at = (words: string): number => all.findIndex(line => line.includes(words))
const lines = all.slice(at('$ dream plan'), at('Memory directories scanned') - 1)

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
