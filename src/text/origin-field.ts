import { lowest, ORIGINS, type Origin } from '../model/index.ts'
import { setFrontmatterField } from './frontmatter-edit.ts'

const FIELD = 'dream_origin'
const LABEL = new RegExp(`\\b${FIELD}["']?[ \\t]{0,8}:[ \\t]{0,8}["']?([\\w-]{0,20})`, 'g')

/**
 * The label that stands in a memory's head. Looked for in the bare text, so that frontmatter that is broken, or that says
 * it twice, cannot lose it: of several the lowest counts, and a word that is no label is one that nobody vouches for.
 */
export function originIn(head: string): Origin | undefined {
  if (!head.includes(FIELD)) return undefined
  const words = Array.from(head.matchAll(LABEL), ([, word = '']) => word.toLowerCase())
  return lowest(words.map(word => ORIGINS.find(origin => origin === word) ?? 'unknown'))
}

/** The text of a memory with this label; as it was where it has no frontmatter that could hold one. */
export function withOrigin(text: string, origin: Origin): string {
  return setFrontmatterField(text, ['metadata', FIELD], origin)
}
