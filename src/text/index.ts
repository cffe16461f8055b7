export { analyse, textOf, uniqueSentences } from './analysed.ts'
export {
  type Field,
  type Fields,
  isFields,
  originIn,
  parseYaml,
  readFrontmatter,
  setFrontmatterField,
  splitFrontmatter,
  withOrigin,
} from './frontmatter.ts'
export {
  type EntryDraft,
  entryChanges,
  filesLedTo,
  firstHeadingOrSentence,
  type IndexedMemory,
  indexLine,
  type LinkFate,
  lineChanges,
  lineDraft,
  lineOf,
  lineOnceThere,
  linesOf,
  MAX_INDEX_BYTES,
  MAX_INDEX_LINES,
  MAX_LINE_LENGTH,
  onceThere,
  parseIndex,
  rebuildIndex,
  unseenLines,
} from './index-file.ts'
export { isInstruction, isLoadedUnasked, isOrder, newNameFault } from './instructions.ts'
export { jsonFault } from './json-fault.ts'
export {
  filesNamedIn,
  findLinks,
  findUrls,
  type IndexLink,
  type LinkMatch,
  linksIn,
  makeLinkResolver,
} from './links.ts'
export { type DocumentLine, documentParts, scanMarkdown, withoutEmphasis } from './markdown.ts'
export { type MemorySource, parseMemory } from './parse.ts'
export { findReferences } from './references.ts'
export { findSecrets, HIDDEN, maskSecrets } from './secrets.ts'
export {
  hasStatement,
  normaliseSentence,
  splitSentences,
  textForm,
} from './sentences.ts'
export {
  counted,
  cutAtWord,
  detached,
  exactText,
  lineWords,
  quoted,
  showDeep,
  showLines,
  showText,
  showToModel,
} from './text.ts'
export { differingValues, occursAsWord, sentenceValues } from './values.ts'
export {
  hashOf,
  likeness,
  nearTexts,
  overlap,
  type Sketch,
  segmentsOf,
  shingles,
  significantWords,
  sketchesOf,
} from './words.ts'
