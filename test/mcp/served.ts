import { PassThrough } from 'node:stream'
import { Client, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import { realClock } from '../../src/disk/lock.ts'
import { builtCommand } from '../built.ts'
import { runDream, type World } from '../cli/run-dream.ts'

export interface Served {
  readonly client: Client
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

/** The whole command in this process, and the official client that speaks to it. */
export async function served(world: World, { args = [], env, cwd, mode }: Serving = {}): Promise<Served> {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const there = { ...environmentOf(world), ...env }
  const ended = runDream(['mcp', ...args], {
    cwd: cwd ?? world.cwd,
    home: world.home,
    env: there,
    time: { clock: realClock },
    pipes: { input, output },
  })
  return spoken(lines(input, output), mode, async () => {
    input.end()
    const { code, stderr } = await ended
    if (code !== 0) throw new Error(stderr)
  })
}

/** One message a line, as both sides have it. */
function lines(input: PassThrough, output: PassThrough): Transport {
  const transport: Transport = {
    async start() {
      let rest = ''
      output.on('data', chunk => {
        const parts = (rest + String(chunk)).split('\n')
        rest = parts.pop()!
        for (const part of parts) transport.onmessage?.(JSON.parse(part))
      })
    },
    async send(message) {
      input.write(`${JSON.stringify(message)}\n`)
    },
    async close() {
      transport.onclose?.()
    },
  }
  return transport
}

export interface Process extends Served {
  readonly pid: number
  /** What came on standard error so far. */
  stderr(): string
}

/** The built command as a host starts it. */
export async function servedProcess(
  world: World,
  { args = [], env, cwd, mode }: Serving = {},
): Promise<Process> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [builtCommand(), 'mcp', ...args],
    cwd: cwd ?? world.cwd,
    env: { ...environmentOf(world), ...env },
    stderr: 'pipe',
  })
  let stderr = ''
  transport.stderr?.on('data', chunk => {
    stderr += String(chunk)
  })
  const served = await spoken(transport, mode)
  return { ...served, pid: transport.pid!, stderr: () => stderr }
}

async function spoken(
  transport: Transport,
  mode: Serving['mode'] = 'auto',
  end: () => Promise<void> = async () => {},
): Promise<Served> {
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
    async close() {
      await client.close()
      await end()
    },
  }
}
