import { scanMarkdown } from './markdown.ts'

/** The lines of a text with code and comments blanked, so that they keep their numbers and their columns. */
export function proseLines(body: string): string[] {
  return scanMarkdown(body)
    .map(({ kind, text }) => (kind === 'prose' ? text : text.replace(/[^\r\n]/g, ' ')))
    .join('')
    .split(/\r\n|\r|\n/)
}
