import type { NearNote } from '../model/index.ts'
import { quoted } from '../text/index.ts'
import type { Page } from './page.ts'

/** What comes near is said to be there: a person sees what may have to go. */
export function writeNear(page: Page, near: readonly NearNote[], indent: number): void {
  for (const { file, text } of near)
    page.text(`Near it, and kept: ${file}${text === '' ? '' : `: ${quoted(text)}`}`, indent, 'warn')
}
