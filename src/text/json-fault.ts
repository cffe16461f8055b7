// Apart from the other words about text: hooks read settings, and load no dictionary for it.

/** What is wrong with a text that is no JSON, without the part of it that Node quotes: it may hold anything. */
export const jsonFault = (error: unknown): string =>
  (error as Error).message.replace(/, (?:\.{3})?"[\s\S]*"(?:\.{3})? is not valid JSON$/, '')
