import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import { builtCommand } from '../built.ts'
import type { World } from '../cli/run-dream.ts'

const bin = builtCommand()

export interface Served {
  readonly client: Client
  readonly pid: number
  /** What came on standard error so far. */
  stderr(): string
  /** Calls a tool and holds the answer against the schema that it declares. */
  call(name: string, given?: Record<string, unknown>): Promise<Answer>
  close(): Promise<void>
}

type Rows = readonly [Row, ...Row[]]
type Row = Readonly<Record<string, unknown>>

interface Answer {
  readonly text: string
  /** What some tool answers with; its schema says which. */
  readonly data: {
    readonly hits: Rows
    readonly notes: Rows
    readonly folders: Rows
    readonly items: Rows
    readonly file: string
    readonly run: string
  }
  readonly failed: boolean
}

export interface Serving {
  readonly args?: readonly string[]
  readonly env?: Record<string, string>
  readonly cwd?: string
  /** `legacy`: a host of the specification before. */
  readonly mode?: 'legacy' | 'auto'
}

export const environmentOf = ({ home, env }: World): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  ...env,
})

const validators = new Map<string, ReturnType<AjvJsonSchemaValidator['getValidator']>>()

/** To make one takes longer than most calls, and all servers declare the same schemas. */
function validator(schema: unknown) {
  const key = JSON.stringify(schema)
  const made = validators.get(key) ?? new AjvJsonSchemaValidator().getValidator(schema as never)
  validators.set(key, made)
  return made
}

/** The built command as a host starts it, and the official client that speaks to it. */
export async function served(
  world: World,
  { args = [], env, cwd, mode = 'auto' }: Serving = {},
): Promise<Served> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'mcp', ...args],
    cwd: cwd ?? world.cwd,
    env: { ...environmentOf(world), ...env },
    stderr: 'pipe',
  })
  let stderr = ''
  transport.stderr?.on('data', chunk => {
    stderr += String(chunk)
  })
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  let schemas: Map<string, unknown> | undefined
  const schemaOf = async (name: string): Promise<unknown> => {
    schemas ??= new Map(
      (await client.listTools()).tools.map(({ name, outputSchema }) => [name, outputSchema]),
    )
    return schemas.get(name)
  }
  return {
    client,
    pid: transport.pid!,
    stderr: () => stderr,
    async call(name, given = {}) {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: given })
      const [first] = content
      const text = first?.type === 'text' ? first.text : ''
      if (isError !== true) {
        const { valid: isValid, errorMessage } = validator(await schemaOf(name))(structuredContent)
        if (!isValid) throw new Error(`${name} does not keep to its schema: ${errorMessage}`)
      }
      return { text, data: structuredContent as Answer['data'], failed: isError === true }
    },
    close: () => client.close(),
  }
}
