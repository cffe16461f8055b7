import { type App, type Host, openApp, type Scope } from '../app/index.ts'
import { type Command, type Input, type Inputs, optionHelp, SILENT, type Values } from '../commands/index.ts'
import { inLanguage, type Messages, say } from '../languages/index.ts'
import { DreamError, isGiven } from '../model/index.ts'
import { newPage } from '../report/index.ts'

type ToolName = keyof Messages['mcp']['tools']

/** A command as a tool: which of its inputs a model may give, and what of its result the model is answer. */
export interface Tool<I extends Inputs = Inputs, R = unknown, A extends Inputs = Inputs> {
  readonly name: ToolName
  load(): Promise<Command<I, R>>
  /** What the model calls an argument, and which input of the command it is. */
  readonly takes: Readonly<Record<string, keyof I & string>>
  /** Arguments that change what is answer and not what is done. */
  readonly also?: A
  /** Inputs that are given whatever the model says. */
  readonly always?: Partial<Values<I>>
  /** Arguments that are an object of their own, given as such or as its text. The command gets the text. */
  readonly json?: readonly string[]
  /**
   * - `adds`: something new is written, undoable and bounded in number.
   * - `answers`: what was asked for is answered; the gate of briefs bounds what comes of it, and twice is as once.
   * No tool removes what is there beyond what `dream undo` brings back.
   */
  readonly effect: 'reads' | 'adds' | 'answers'
  /** The JSON Schema of what `tell` gives. */
  readonly output: JsonSchema
  /** For programs; and for the model where the text is not just what the command would print. */
  tell(result: R, about: CallContext<I, A>): { readonly data: object; readonly text?: string }
}

interface CallContext<I extends Inputs, A extends Inputs> {
  readonly app: App
  readonly input: Values<I>
  readonly also: Values<A>
}

export type JsonSchema = { readonly type: 'object' } & Readonly<Record<string, unknown>>

/** Keeps the types of a command and of what is answer together, and forgets them for the table. */
export const tool = <I extends Inputs, R, A extends Inputs = Record<never, never>>(
  spec: Tool<I, R, A>,
): Tool => spec as unknown as Tool

/** Longer than any question or note, and short enough for every check. */
const LONGEST = 4000
const LARGEST = 1_000_000
/** An answer of as many operations as a brief takes. */
const LONGEST_JSON = 200_000

/** The arguments of a tool with the input of each: its kind, its bounds. */
function argumentsOf({ takes, also = {} }: Tool, { input }: Command): Inputs {
  const taken = Object.entries(takes).map(([name, key]) => [name, input[key]!] as const)
  return { ...Object.fromEntries(taken), ...also }
}

/** What the protocol is answer about a tool, in the language that is spoken. */
export async function described(tool: Tool) {
  const command = await tool.load()
  const { title, description, options } = say().mcp.tools[tool.name]
  const known: Readonly<Record<string, string>> = options
  const inputs = Object.entries(argumentsOf(tool, command))
  const words = (name: string) => known[name] ?? optionHelp(command, tool.takes[name] ?? name, say())
  return {
    name: tool.name,
    title,
    description,
    inputSchema: {
      type: 'object' as const,
      properties: Object.fromEntries(
        inputs.map(([name, input]) => [
          name,
          { ...(isJson(tool, name) ? ANY_OBJECT : schemaOf(input)), description: words(name) },
        ]),
      ),
      required: inputs
        .filter(([name, input]) => isJson(tool, name) || isRequired(input))
        .map(([name]) => name),
      additionalProperties: false,
    },
    outputSchema: tool.output,
    annotations: {
      title,
      readOnlyHint: tool.effect === 'reads',
      destructiveHint: false,
      idempotentHint: tool.effect !== 'adds',
      openWorldHint: false,
    },
  }
}

const isJson = ({ json = [] }: Tool, name: string): boolean => json.includes(name)

/** Some hosts know no type but one: text is taken too, and not answer of. */
const ANY_OBJECT = { type: 'object', additionalProperties: true }

const isRequired = (input: Input): boolean => 'need' in input && input.need === 'required'

function schemaOf(input: Input): Record<string, unknown> {
  switch (input.kind) {
    case 'flag':
      return { type: 'boolean' }
    case 'choice':
      return { type: 'string', enum: input.choices }
    case 'count':
    case 'positive':
      return { type: 'integer', minimum: leastOf(input.kind), maximum: LARGEST }
    case 'word':
      if (isList(input.completes)) return { type: 'string', enum: input.completes }
      return { type: 'string', minLength: 1, maxLength: LONGEST }
    case 'text':
    case 'texts':
    case 'words':
      return { type: 'string', minLength: 1, maxLength: LONGEST }
  }
}

const isList = (completes: unknown): completes is readonly string[] => Array.isArray(completes)

const leastOf = (kind: 'count' | 'positive'): number => (kind === 'count' ? 0 : 1)

/** The value that the command is given, or the sentence that says what is wrong with it. */
function checkedValue(name: string, input: Input, given: unknown): unknown {
  const words = say().mcp.argument
  switch (input.kind) {
    case 'flag':
      if (typeof given === 'boolean') return given
      throw new DreamError(words.flag(name), 2)
    case 'choice':
      if (input.choices.some(choice => choice === given)) return given
      throw new DreamError(words.choice(name, input.choices), 2)
    case 'count':
    case 'positive':
      if (Number.isInteger(given) && Number(given) >= leastOf(input.kind) && Number(given) <= LARGEST)
        return given
      throw new DreamError(words.number(name, leastOf(input.kind), LARGEST), 2)
    case 'text':
    case 'texts':
    case 'word':
    case 'words': {
      if (typeof given !== 'string' || given.trim() === '' || given.length > LONGEST)
        throw new DreamError(words.text(name, LONGEST), 2)
      return input.kind === 'texts' || input.kind === 'words' ? [given] : given
    }
  }
}

/** The text of an object, or text that may be one: the command reads it. */
function checkedJson(name: string, given: unknown): string {
  const text = typeof given === 'string' ? given : isGiven(given) ? JSON.stringify(given) : ''
  if (text.trim() === '' || text.length > LONGEST_JSON)
    throw new DreamError(say().mcp.argument.object(name, LONGEST_JSON), 2)
  return text
}

/** Checks what a model sent before any command sees it. */
function valuesOf(tool: Tool, command: Command, given: unknown): Record<'input' | 'also', Values<Inputs>> {
  const inputs = argumentsOf(tool, command)
  const sent = isGiven(given) ? Object.entries(given).filter(([, value]) => value !== undefined) : []
  const input: Record<string, unknown> = {}
  const also: Record<string, unknown> = {}
  for (const [name, value] of sent) {
    if (!Object.hasOwn(inputs, name))
      throw new DreamError(say().mcp.argument.unknown(name.slice(0, 60), Object.keys(inputs)), 2)
    const key = Object.hasOwn(tool.takes, name) ? tool.takes[name] : undefined
    const checked = isJson(tool, name) ? checkedJson(name, value) : checkedValue(name, inputs[name]!, value)
    if (key === undefined) also[name] = checked
    else input[key] = checked
  }
  const missing = Object.keys(inputs).find(
    name =>
      (isJson(tool, name) || isRequired(inputs[name]!)) && !sent.some(([sentName]) => sentName === name),
  )
  if (missing !== undefined) throw new DreamError(say().mcp.argument.missing(missing), 2)
  return { input: { ...input, ...tool.always } as Values<Inputs>, also: also as Values<Inputs> }
}

/** One call: checks, runs the command, tells what came of it. */
export async function callTool(tool: Tool, given: unknown, host: Host, scope: Scope) {
  const command = await tool.load()
  const { input, also } = valuesOf(tool, command, given)
  const values = { ...scope, ...input } as Values<Inputs>
  const app = await openApp(host, values, command.settings)
  const result = await command.run(app, values, SILENT)
  const answer = () => {
    const { data, text } = tool.tell(result, { app, input: values, also })
    return { data, text: text ?? printed(command, result, values, app.place) }
  }
  // As at the terminal: what is about journals is said in their language.
  const language = app.language ?? command.language?.(result)
  return language === undefined ? answer() : inLanguage(language, answer)
}

function printed(command: Command, result: unknown, input: Values<Inputs>, place: string): string {
  const { look } = SILENT
  const rendered = command.render(result, newPage(look), { input, place, look, output: 'terminal' })
  return typeof rendered === 'string' ? rendered : rendered.end()
}
