import type { Memory } from '../model/index.ts'
import { textOf } from './analysed.ts'
import type { StatementText } from './statement.ts'

const WHAT = /^What: /
/** What every memory of Dream's own making has beside its statement. */
const FRAME = /^(?:Why: |How to apply: |Said by |From (?:the result|a web)|Of unknown origin|As given)/

const FRAMED = /^(?:\*\*)?(?:What|How to apply): /m

/** D47: the words of a note by which it is told from others: its body, without the frame that Dream gives a memory. */
export const ownText = (memory: Parameters<typeof noteStatement>[0] & Pick<Memory, 'body'>): string =>
  FRAMED.test(memory.body.replace(/\*\*/g, '')) ? noteStatement(memory).text : memory.body

/**
 * What a note says, to be compared: without the frame that Dream gives a memory, which would make all of them alike. Of a
 * framed note its first part alone is the statement.
 */
export function noteStatement(
  memory: Pick<Memory, 'head' | 'body' | 'description' | 'dated' | 'modified'>,
): StatementText {
  const { description, dated, modified } = memory
  const blocks = textOf(memory).blocks.map(block => block.replace(/\*\*/g, ''))
  const what = blocks.find(block => WHAT.test(block))
  const own =
    what === undefined ? blocks.filter(block => !FRAME.test(block)).join('\n') : what.replace(WHAT, '')
  return {
    text: own,
    ...(what === undefined && description !== undefined && { title: description }),
    day: new Date(Math.floor((dated ?? modified) / 1000)).toISOString().slice(0, 10),
  }
}
