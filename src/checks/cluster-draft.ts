import { type FileName, lowest, type Memory } from '../model/index.ts'
import { normaliseSentence } from '../text/index.ts'

/**
 * The draft of a merge. One section a note, under a heading that names it, so that every sentence has its source;
 * what several notes say in the same words stands once, with the others named behind it. No byte of a note is changed else.
 */
export function clusterDraft(topic: readonly string[], members: readonly Memory[]): string {
  const sources = sourcesOfBlocks(members)
  const sections = members.map(memory => {
    const blocks = blocksOf(memory).flatMap(block => {
      const files = sources.get(normaliseSentence(block)) ?? []
      if (files[0] !== memory.file) return []
      const others = files.slice(1)
      return others.length === 0 ? [block] : [`${block} (also in ${others.join(', ')})`]
    })
    return [`## ${titleOf(memory)} (from ${memory.file})`, ...blocks].join('\n\n')
  })
  return `${frontmatter(topic, members)}\n${sections.join('\n\n')}\n`
}

const titleOf = ({ name, file }: Memory): string => (name ?? file.replace(/\.md$/i, '')).replace(/\s+/g, ' ')

function frontmatter(topic: readonly string[], members: readonly Memory[]): string {
  const { type } = members[0]!
  const origin = lowest(members.map(member => member.origin))
  const what = members.map(titleOf).join('; ')
  const lines = [
    `name: ${JSON.stringify(topic.join(' '))}`,
    `description: ${JSON.stringify(`${members.length} notes in one: ${what}`)}`,
    ...(type === undefined ? [] : [`type: ${type}`]),
    ...(origin === undefined ? [] : ['metadata:', `  dream_origin: ${origin}`]),
  ]
  return `---\n${lines.join('\n')}\n---\n`
}

/** Paragraphs as they stand, headings one level deeper so that they stay below the note's own. */
function blocksOf({ body }: Memory): string[] {
  const blocks = splitAtBlankLines(body)
  return blocks.map(block => (block.startsWith('```') ? block : block.replace(/^(#{1,5}) /gm, '$1# ')))
}

/** Fenced code is one block, whatever blank lines it holds. */
function splitAtBlankLines(body: string): string[] {
  const blocks: string[][] = [[]]
  let fence = ''
  for (const line of body.split(/\r\n|\r|\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    if (fence === '' && mark !== '') fence = mark.slice(0, 3)
    else if (fence !== '' && mark.startsWith(fence)) fence = ''
    if (line.trim() === '' && fence === '') blocks.push([])
    else blocks.at(-1)!.push(line)
  }
  return blocks.map(lines => lines.join('\n')).filter(block => block.trim() !== '')
}

function sourcesOfBlocks(members: readonly Memory[]): Map<string, FileName[]> {
  const sources = new Map<string, FileName[]>()
  for (const memory of members) {
    for (const block of new Set(blocksOf(memory).map(normaliseSentence))) {
      const files = sources.get(block)
      if (files === undefined) sources.set(block, [memory.file])
      else files.push(memory.file)
    }
  }
  return sources
}
