export { analyse, documentParts, textOf, uniqueSentences } from './analysed.ts'
export { type Comparison, compareStatements, compareTexts, type Relation } from './compare.ts'
export { contactIn, type Known, knownFrom, ordinaryWords, unfounded } from './founded.ts'
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
export { indexNote } from './index-note.ts'
export { isInstruction, isLoadedUnasked, isOrder, newNameFault } from './instructions.ts'
export { withItem, withMember } from './json-edit.ts'
export { commentedJson, type JsonFault, type JsonPlace, jsonAt, readJsonPlaces } from './json-places.ts'
export {
  filesNamedIn,
  findLinks,
  findUrls,
  type IndexLink,
  type LinkMatch,
  linksIn,
  makeLinkResolver,
} from './links.ts'
export { scanMarkdown, withoutEmphasis } from './markdown.ts'
export {
  type Field,
  type Fields,
  isFields,
  type MemorySource,
  originIn,
  parseMemory,
  parseYaml,
  readFrontmatter,
  setFrontmatterField,
  splitFrontmatter,
  withOrigin,
} from './memory-file.ts'
export { noteStatement, ownText } from './note-statement.ts'
export { findReferences } from './references.ts'
export { findSecrets, HIDDEN, maskSecrets } from './secrets.ts'
export {
  hasStatement,
  normaliseSentence,
  splitSentences,
  textForm,
} from './sentences.ts'
export { jsonFault, nearest } from './spelling.ts'
export { hasAtMostClauses, type ReadStatement, readStatement, type Token } from './statement.ts'
export {
  counted,
  cutAtWord,
  detached,
  exactText,
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
