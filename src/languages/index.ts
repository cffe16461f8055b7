export {
  addDays,
  type Day,
  dateOfDay,
  dayOf,
  daysBetween,
  type Moment,
  momentIn,
  momentWords,
  monthFrom,
  readMoment,
  type Stretch,
  stretchWords,
  yearFrom,
} from './calendar.ts'
export {
  alternatives,
  categoryWord,
  categoryWords,
  claimsIn,
  eachWritten,
  type Language,
  languageOf,
  languageOfLocale,
  pattern,
  patterns,
  says,
  stem,
  wordSet,
  writtenIn,
} from './combined.ts'
export type { Comparing } from './comparing.ts'
export {
  mayHaveRelativeDate,
  monthNumber,
  namedDay,
  relativeDates,
  spelledDay,
  withNamedDays,
} from './dates.ts'
export { sayEarly } from './early.ts'
export {
  type Claim,
  HERE,
  IS_ONE_WORD,
  PREFER,
  type Questions,
  ROLE_NAMES,
  type Sign,
  type Surety,
  USE,
} from './lexicon.ts'
export { inLanguage, languageSpoken, type Messages, say, spokenLanguages } from './messages.ts'
export { BARE_NUMBER, COMMON_FORMS } from './quantity-forms.ts'
export { LANGUAGES } from './registry.ts'
export { itemsStatus, linesStatus, type StatusWord, titleStatus } from './status-words.ts'
export type { LastingKind, TalkSigns } from './talk-signs.ts'
