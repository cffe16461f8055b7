const TOKEN = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}_])+/gu
const LENGTH = 4

/** Every run of four words in a row, as numbers. Texts that share most of these say the same in the same words. */
export function shingles(text: string): Set<number> {
  const runs = new Set<number>()
  const last: number[] = []
  for (const [token] of text.toLowerCase().matchAll(TOKEN)) {
    last.push(hashOf(token))
    if (last.length > LENGTH) last.shift()
    if (last.length === LENGTH)
      runs.add(last.reduce((run, word) => Math.imul(run ^ word, 0x01000193), 0x811c9dc5) >>> 0)
  }
  return runs
}

function hashOf(token: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < token.length; at++) hash = Math.imul(hash ^ token.charCodeAt(at), 0x01000193)
  return hash ^ (hash >>> 15)
}
