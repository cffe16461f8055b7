const TOKEN = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}_])+/gu
const LENGTH = 4

/** Every run of four words in a row, as numbers. Texts that share most of these say the same in the same words. */
export function shingles(text: string): Set<number> {
  const runs = new Set<number>()
  const words = (text.toLowerCase().match(TOKEN) ?? []).map(hashOf)
  for (let start = 0; start + LENGTH <= words.length; start++) {
    let run = 0x811c9dc5
    for (let at = start; at < start + LENGTH; at++) run = Math.imul(run ^ words[at]!, 0x01000193)
    runs.add(run >>> 0)
  }
  return runs
}

/** Thirty-two bits, with a sign. */
export function hashOf(token: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < token.length; at++) hash = Math.imul(hash ^ token.charCodeAt(at), 0x01000193)
  return hash ^ (hash >>> 15)
}
