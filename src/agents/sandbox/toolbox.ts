import { z } from 'zod'
import type { ToolCall, ToolOffer } from '../../models/index.ts'
import { globMatcher } from '../../project/index.ts'
import { type Box, nameWords, newOutput, Refused, showPlace } from './box.ts'
import { type ChangeContext, editFile, writeFile } from './change.ts'
import { COMMAND_USAGE, ls, type ParsedCommand, runCommand, stat } from './commands.ts'
import { compilePattern, linesOf, nameMatcher, searchFiles } from './search.ts'

/** What became of a call. A refusal is an answer too: the model reads why. */
interface ToolResult {
  readonly did: 'done' | 'refused'
  readonly text: string
}

export interface Toolbox {
  readonly offers: readonly ToolOffer[]
  call(call: Pick<ToolCall, 'tool' | 'input'>): ToolResult
}

interface Tool {
  readonly about: string
  readonly input: z.ZodType
  run(input: unknown): string
}

const path = z.string().max(4096)
const LINES = 400

/** P2: the tools of the dream agent, and no others. */
export function makeToolbox(box: Box, context: ChangeContext, now: () => number): Toolbox {
  const tools = new Map(Object.entries(toolsFor(box, context, now)))
  return {
    offers: [...tools].map(([name, { about, input }]) => ({ name, about, input })),
    call: ({ tool, input }) => {
      try {
        const known = tools.get(tool)
        if (known === undefined)
          throw new Refused(
            `there is no tool ${nameWords(String(tool).slice(0, 80))}; there are ${[...tools.keys()].join(', ')}`,
          )
        return { did: 'done', text: known.run(input) }
      } catch (error) {
        if (error instanceof Refused) return { did: 'refused', text: `Refused: ${error.reason}` }
        throw error
      }
    },
  }
}

/** What the model sent is looked at before anything else. */
function tool<Input>(about: string, input: z.ZodType<Input>, run: (input: Input) => string): Tool {
  return {
    about,
    input,
    run(sent) {
      const read = input.safeParse(sent)
      if (read.success) return run(read.data)
      const first = read.error.issues[0]
      throw new Refused(`the input is not right: ${first?.path.join('.') || 'it'}: ${first?.message}`)
    },
  }
}

function toolsFor(box: Box, context: ChangeContext, now: () => number): Record<string, Tool> {
  return {
    read: tool(
      `Lines of a file, numbered; at most ${LINES} at a time.`,
      z.strictObject({
        file: path,
        from: z.int().min(1).optional(),
        lines: z.int().min(1).max(LINES).optional(),
      }),
      ({ file, from = 1, lines = LINES }) => readLines(box, file, from, lines),
    ),
    list: tool(
      'What lies in a folder, with sizes and times.',
      z.strictObject({ folder: path.optional() }),
      ({ folder = '.' }) => ls(box, asIf([folder], 'l')),
    ),
    stat: tool('Kind, size and time of a file.', z.strictObject({ file: path }), ({ file }) =>
      stat(box, asIf([file])),
    ),
    glob: tool(
      'Files whose path matches a pattern such as *.md or **/*.jsonl.',
      z.strictObject({ pattern: z.string().max(300), folder: path.optional() }),
      ({ pattern, folder = '.' }) => glob(box, pattern, folder),
    ),
    grep: tool(
      'Lines that match a pattern: plain words, . [a-z] \\d \\w \\s, the marks * + ?, ^ $, and a|b, groups (RE2).',
      z.strictObject({
        pattern: z.string().max(200),
        path: path.optional(),
        files: z.string().max(300).optional().describe('only files with such a name: *.jsonl'),
        ignoreCase: z.boolean().optional(),
        context: z.int().min(0).max(20).optional(),
        most: z.int().min(1).max(1000).optional().describe('hits of one file'),
      }),
      input => grep(box, input),
    ),
    command: tool(
      `One read-only command without a shell, and | head, | tail or | wc behind it: ${COMMAND_USAGE}`,
      z.strictObject({ command: z.string().max(4000) }),
      ({ command }) => runCommand(box, command, now()),
    ),
    edit: tool(
      'Replaces a text that stands in a memory exactly once.',
      z.strictObject({ file: path, old: z.string().max(200_000), new: z.string().max(200_000) }),
      input => editFile(context, box.locate(input.file), input.old, input.new),
    ),
    write: tool(
      'Writes a memory whole. An empty text archives it: it leaves the folder and stays in the archive.',
      z.strictObject({ file: path, text: z.string().max(400_000) }),
      ({ file, text }) => writeFile(context, box.locate(file), text),
    ),
  }
}

const asIf = (operands: string[], ...switches: string[]): ParsedCommand => ({
  switches: new Set(switches),
  values: new Map(),
  operands,
})

function readLines(box: Box, file: string, from: number, most: number): string {
  const output = newOutput()
  const spot = box.locate(file)
  let more = 0
  for (const { text, number } of linesOf(box, spot, { left: 64_000_000 })) {
    if (number < from) continue
    if (number >= from + most) {
      more = number
      break
    }
    box.showsLine(spot, number)
    if (!output.line(`${number}\t${text}`)) break
  }
  if (more > 0) output.note(`there is more from line ${more} on`)
  return output.end('(no such line)')
}

function glob(box: Box, pattern: string, folder: string): string {
  const matches = globMatcher(pattern)
  if (matches === undefined) throw new Refused('the pattern is too long')
  const output = newOutput()
  const top = box.locate(folder)
  for (const { kind, spot } of box.walk(top)) {
    const below = spot.segments.slice(top.segments.length).join('/')
    if (kind === 'file' && matches(below) && !output.line(nameWords(showPlace(spot)))) break
  }
  return output.end('(nothing found)')
}

interface GrepInput {
  readonly pattern: string
  readonly path?: string | undefined
  readonly files?: string | undefined
  readonly ignoreCase?: boolean | undefined
  readonly context?: number | undefined
  readonly most?: number | undefined
}

function grep(
  box: Box,
  { pattern, path: where = '.', files, ignoreCase = false, context = 0, most = 50 }: GrepInput,
) {
  return searchFiles(box, [box.locate(where)], newOutput(), {
    pattern: compilePattern(pattern, { dialect: 'extended', ignoreCase, word: false }),
    answer: 'lines',
    invert: false,
    numbers: true,
    before: context,
    after: context,
    most,
    isMeant: files === undefined ? () => true : nameMatcher(files),
  })
}
