/**
 * `**bold**` and `*italic*`, also inside a Chinese sentence. The stars of `*.ts`, `src/**`, `test_*` and 2 * 3 are no marks: they come in
 * no pairs around words.
 */
const BOLD = /(?<![A-Za-z0-9/*.])\*\*(?=[^\s*./])([^\n]{1,500}?)(?<=[^\s*/])\*\*(?!\*)/g
const ITALIC = /(?<![A-Za-z0-9/*.])\*(?=[^\s*./])([^*\n]{1,500}?)(?<=[^\s*/])\*(?![A-Za-z0-9/*]|\.\w)/g

export const withoutEmphasis = (text: string): string => text.replace(BOLD, '$1').replace(ITALIC, '$1')
