export { type DiffLine, difference, leftOutWords, renderChanges } from './difference.ts'
export { renderGithub } from './github.ts'
export { jsonText, renderJson, shownJson, shownPlan } from './json.ts'
export { renderMarkdown } from './markdown.ts'
export { columnsOf, NO_COLOR, newPage, type Page, type PageOptions, type Palette } from './page.ts'
export { renderSarif } from './sarif.ts'
export { renderTerminal } from './terminal.ts'
export {
  againWords,
  fateWords,
  indexWords,
  reasonWords,
  shellWord,
  sizeWords,
  timeWords,
  weightWords,
  writeNear,
  writeSpent,
} from './words.ts'
