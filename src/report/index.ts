export { renderChanges } from './change.ts'
export { type DiffLine, difference, leftOutWords } from './difference.ts'
export { DRY_RUN_NOTICE } from './dry-run.ts'
export { jsonText, renderJson, shownJson, shownPlan } from './json.ts'
export { renderMarkdown } from './markdown.ts'
export { writeNear } from './near.ts'
export { newPage, type Page, type PageOptions } from './page.ts'
export { NO_COLOR, type Palette } from './palette.ts'
export { writeSpent } from './spent.ts'
export { renderTerminal } from './terminal.ts'
export {
  againWords,
  CLASS_WORDS,
  indexWords,
  RESULT_WORDS,
  reasonWords,
  shellWord,
  sizeWords,
  timeWords,
  weightWords,
} from './words.ts'
