import type { RecallDocument } from '../../src/search/engine.ts'

/** A document with nothing but what a test is about. */
export function document(id: string, about: Partial<RecallDocument> = {}): RecallDocument {
  const file = about.file ?? `${id}.md`
  return {
    id,
    engine: 'ccb',
    part: 'memory',
    root: '/notes',
    file,
    source: `notes/${file}`,
    title: id,
    description: '',
    text: '',
    type: null,
    layer: null,
    day: null,
    supersededBy: null,
    weight: 1,
    ...about,
  }
}
