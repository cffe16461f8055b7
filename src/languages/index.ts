export {
  type Day,
  dateOfDay,
  dayOf,
  daysBetween,
  monthFrom,
  type Stretch,
  stretchWords,
  yearFrom,
} from './calendar.ts'
export { relativeDates } from './relative-dates.ts'
export { itemsStatus, linesStatus, type StatusWord, titleStatus } from './status-words.ts'
