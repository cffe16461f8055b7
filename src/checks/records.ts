import type { Memory } from '../model/index.ts'

const DAY = /(?<!\d)20\d\d[-_.]?(?:0[1-9]|1[0-2])[-_.]?(?:0[1-9]|[12]\d|3[01])(?!\d)/
const RECORD =
  /(?:^|[^a-z])(?:retros?|retrospectives?|post-?mortems?|sessions?|logs?|journal|history|changelog|minutes|standup)(?:[^a-z]|$)/i

/** A record of its day: what it names was there then, and nobody reads it as what holds today. */
export const isRecord = ({ file, name = '' }: Pick<Memory, 'file' | 'name'>): boolean =>
  DAY.test(file) || RECORD.test(file.replace(/_/g, ' ')) || RECORD.test(name.replace(/_/g, ' '))
