export { type DocumentLine, documentParts } from './document-parts.ts'
export { withoutEmphasis } from './emphasis.ts'
export {
  type Field,
  type Fields,
  isFields,
  parseYaml,
  readFrontmatter,
  splitFrontmatter,
} from './frontmatter.ts'
export { setFrontmatterField } from './frontmatter-edit.ts'
export { globMatcher, isGlob, literalFolder, type Matcher } from './glob.ts'
export {
  entryChanges,
  firstHeadingOrSentence,
  type IndexedMemory,
  indexLine,
  lineChanges,
  linesOf,
  MAX_INDEX_BYTES,
  MAX_INDEX_LINES,
  MAX_LINE_LENGTH,
  parseIndex,
  rebuildIndex,
  unseenLines,
} from './index-file.ts'
export { filesNamedIn, type IndexLink, linksIn } from './index-links.ts'
export { isInstruction, isLoadedUnasked } from './instructions.ts'
export { jsonFault } from './json-fault.ts'
export {
  type EntryDraft,
  filesLedTo,
  type LinkFate,
  lineDraft,
  lineOf,
  lineOnceThere,
  onceThere,
} from './line-draft.ts'
export { findLinks, type LinkMatch } from './link-syntax.ts'
export { makeLinkResolver } from './links.ts'
export { scanMarkdown } from './markdown.ts'
export { asText, dayBefore, type Moment, momentIn, readMoment } from './moment.ts'
export { nearTexts } from './near-texts.ts'
export { newNameFault } from './new-name.ts'
export { isOrder } from './orders.ts'
export { originIn, withOrigin } from './origin-field.ts'
export { type MemorySource, parseMemory } from './parse.ts'
export { proseLines } from './prose-lines.ts'
export { counted, lineWords, quoted } from './quoted.ts'
export { findReferences } from './references.ts'
export { hasStatement, textForm } from './same-text.ts'
export { findSecrets, HIDDEN, maskSecrets } from './secrets.ts'
export { splitSentences } from './sentence-ends.ts'
export { sentenceValues } from './sentence-values.ts'
export { normaliseSentence, proseBlocks, sentences, uniqueSentences } from './sentences.ts'
export { hashOf, shingles } from './shingles.ts'
export { likeness, type Sketch, sketchesOf } from './sketch.ts'
export { cutAtWord, detached, exactText, showDeep, showLines, showText, showToModel } from './text.ts'
export { findUrls } from './urls.ts'
export { differingValues, occursAsWord } from './values.ts'
export { overlap, segmentsOf, significantWords } from './words.ts'
