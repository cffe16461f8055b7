import type { Origin } from './origin.ts'

/** Who says something in a conversation. `system` is neither of the two: hooks, summaries, what the harness puts in. */
export type Speaker = 'user' | 'assistant' | 'tool' | 'system'

/** One thing that was said, with where it stands in its transcript. */
export interface TranscriptTurn {
  readonly speaker: Speaker
  /** Without what the harness put between the words: reminders, recalled memory, output of commands. */
  readonly text: string
  readonly origin: Origin
  /** ISO time, where the transcript tells it. */
  readonly at?: string
  readonly session?: string
  readonly cwd?: string
  /** From 1. */
  readonly line: number
  /** Of the line's first byte. */
  readonly offset: number
  /** Read before, and here only so that what is said later can be compared with it. */
  readonly seen?: true
}

/** What a transcript held that is no turn, for the report. */
export interface TranscriptCounts {
  readonly lines: number
  readonly turns: number
  /** Lines longer than anything that is read. */
  readonly tooLong: number
  /** Lines that are no record of any format we know. */
  readonly unreadable: number
}
