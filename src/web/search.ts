import type { Found, Hit } from '../page/index.ts'
import { cutAtWord } from '../text/index.ts'
import { noteId } from './notes.ts'
import type { Session } from './session.ts'

const LIMIT = 30
const EXCERPT = 400

export async function searchFor({ dream, scope }: Session, words: string): Promise<Found> {
  const begun = performance.now()
  const asked = { ...scope, words: [words], limit: LIMIT }
  const { hits, notes, corrections } = await dream.search(asked)
  return {
    hits: hits.map((hit, at) => {
      const text = (hit.match ?? hit.text).replace(/\s+/g, ' ').trim()
      return {
        id: `${at}`,
        ...(hit.part === 'memory' && { note: noteId(hit.root, hit.file) }),
        title: hit.title === '' ? hit.file : hit.title,
        source: hit.source,
        part: hit.part,
        text: cutAtWord(text, EXCERPT),
        reasons: hit.reasons,
        marked: wordsOf(hit.reasons),
        ...(hit.supersededBy !== null && { replacedBy: hit.supersededBy }),
      } satisfies Hit
    }),
    notes: [...corrections.map(({ typed, meant }) => `${typed} → ${meant}`), ...notes],
    ms: Math.round(performance.now() - begun),
  }
}

const wordsOf = (reasons: readonly string[]): string[] =>
  reasons.flatMap(reason => (reason.startsWith('words: ') ? reason.slice(7).split(', ') : []))
