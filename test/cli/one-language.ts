export const HAN = /\p{Script=Han}/u

/** What is quoted, code, a path, a file, an address, a command or a flag is no sentence of Dream. */
function withoutNames(text: string): string {
  return text
    .replaceAll(/"[^"\n]*"|“[^”]*”|`[^`\n]*`/g, ' ')
    .replaceAll(/^\s*(?:[-+│] |\$ ).*$/gm, ' ')
    .replaceAll(/^\s*dream\b.*$/gm, ' ')
    .replaceAll(/\bdream(?: [a-z]+){1,3}/g, ' ')
    .replaceAll(/\S*[/.=_:~<>[\]@]\S*|--?[a-z][\w-]*/g, ' ')
}

/** Four English words in a row are a sentence. */
export const englishIn = (text: string): string[] =>
  withoutNames(text).match(/(?:\b[A-Za-z]{2,}\b[ ,;]+){3,}\b[A-Za-z]{2,}\b/g) ?? []
