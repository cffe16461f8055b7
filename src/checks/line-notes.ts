import { says } from '../languages/index.ts'
import { asFileName, type FileName } from '../model/index.ts'
import { newNameFault } from '../text/index.ts'
import type { OfferContext } from './check.ts'

/** The note that a line without a file asks for, where the line is the only copy of a rule. */
export function noteOfLine(
  { snapshot, isSaid }: OfferContext,
  line: number,
  target: string,
): { readonly file: FileName; readonly text: string } | undefined {
  const { index, memories } = snapshot.folder
  const { entry } = index?.lines[line - 1] ?? {}
  const file = asFileName(target)
  if (file === undefined || entry?.file !== file) return undefined
  const names = memories.map(memory => memory.file)
  if (newNameFault(file, names) !== undefined) return undefined
  const rule = [entry.hook, entry.title].map(text => text.replace(/\s+/g, ' ').trim()).find(statesRule)
  return rule === undefined || isSaid(rule) ? undefined : { file, text: noteFrom(entry.title, rule) }
}

/** A title and a pointer say where to look; an order says what to do. */
const statesRule = says(({ cues }) => cues?.rule?.inIndexLine)

function noteFrom(title: string, rule: string): string {
  const name = JSON.stringify(title.replace(/\s+/g, ' '))
  return `---\nname: ${name}\ndescription: ${JSON.stringify(rule)}\ntype: feedback\n---\n\n${rule}\n`
}
