export {
  addDays,
  asText,
  type Day,
  dateOfDay,
  dayOf,
  daysBetween,
  type Moment,
  momentIn,
  monthFrom,
  readMoment,
  type Stretch,
  stretchWords,
  yearFrom,
} from './calendar.ts'
export { type Claim, IS_ONE_WORD, PREFER, USE } from './claim.ts'
export { alternatives, claimsIn, pattern, patterns, says, stem, wordSet } from './combined.ts'
export {
  mayHaveRelativeDate,
  monthNumber,
  namedDay,
  relativeDates,
  spelledDay,
  withNamedDays,
} from './dates.ts'
export {
  categoryWord,
  categoryWords,
  eachWritten,
  type Language,
  languageOf,
  languageOfLocale,
  writtenIn,
} from './language.ts'
export { HERE, type Questions, type Sign, type Surety } from './lexicon.ts'
export { LANGUAGES } from './registry.ts'
export { itemsStatus, linesStatus, type StatusWord, titleStatus } from './status-words.ts'
