import { COMMANDS } from '../commands/index.ts'
import { listOf, orNull, record, text } from './schema.ts'
import { type Tool, tool } from './tool.ts'

const OUTPUT = record({
  did: { enum: ['remembered', 'known', 'waits'] },
  file: text,
  folder: text,
  run: orNull(text),
  warnings: listOf(text),
})

type Remembered = Awaited<ReturnType<Awaited<ReturnType<typeof COMMANDS.remember>>['run']>>

/** What an agent tells has the origin `assistant`, whatever it says of itself. */
const answerOf = (result: Remembered) => ({
  data:
    'journal' in result
      ? {
          did: result.run === undefined ? 'known' : 'remembered',
          file: result.journal,
          folder: '',
          run: result.run ?? null,
          warnings: result.warnings,
        }
      : {
          did: result.did,
          file: result.file,
          folder: result.label,
          run: result.run ?? null,
          warnings: result.warnings,
        },
})

const remember = tool({
  name: 'memory_remember',
  load: COMMANDS.remember,
  takes: { text: 'text', as: 'as' },
  always: { origin: 'assistant' },
  effect: 'adds',
  output: OUTPUT,
  tell: answerOf,
})

const propose = tool({
  name: 'memory_propose',
  load: COMMANDS.remember,
  takes: { text: 'text', as: 'as' },
  always: { origin: 'assistant', propose: true },
  effect: 'adds',
  output: OUTPUT,
  tell: answerOf,
})

export const rememberTools: readonly Tool[] = [remember, propose]
