import type { Memory } from '../model/index.ts'

/** A memory as it was parsed in an earlier run, without its text: that is on disk. */
export interface ParsedMemory extends Omit<Memory, 'head' | 'body'> {
  /** How much of the text stands before the body. */
  readonly headLength: number
}

/** What of a memory is worth keeping; nothing where its text cannot be put together again from the file. */
export function parsedPart({ head, body, ...rest }: Memory): ParsedMemory | undefined {
  return Buffer.byteLength(head) + Buffer.byteLength(body) === rest.size
    ? { ...rest, headLength: head.length }
    : undefined
}

/** The memory again, with the text that was read now; its hash says that it is the same. */
export function withText({ headLength, ...rest }: ParsedMemory, text: string, modified: number): Memory {
  return { ...rest, modified, head: text.slice(0, headLength), body: text.slice(headLength) }
}
