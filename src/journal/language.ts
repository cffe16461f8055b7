export type Language = 'en' | 'zh'

/** Chinese where a third of the letters are; a file of code words and Chinese sentences is a Chinese file. */
export function languageOf(text: string, otherwise: Language = 'en'): Language {
  const sample = text.slice(0, 50_000)
  const han = sample.match(/\p{Script=Han}/gu)?.length ?? 0
  const latin = sample.match(/[A-Za-z]{2,}/g)?.length ?? 0
  if (han + latin === 0) return otherwise
  return han > latin / 2 ? 'zh' : 'en'
}
