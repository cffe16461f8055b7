import {
  type RequestMethod,
  type RequestTypeMap,
  type ResultTypeMap,
  Server,
} from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Host, Scope } from '../app/index.ts'
import type { Pipes } from '../commands/index.ts'
import { inLanguage, languageOfLocale, say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { showDeep, showLines, showToModel } from '../text/index.ts'
import { VERSION } from '../version.ts'
import { instructions } from './instructions.ts'
import { getPrompt, listPrompts } from './prompt.ts'
import { listResources, readResource } from './resources.ts'
import { callTool, described } from './tool.ts'
import { TOOLS } from './tools.ts'
import { watchNotes } from './watch.ts'

export interface Serving {
  readonly host: Host
  readonly scope: Scope
  /** That the settings ask for. */
  readonly language: string | undefined
  /** Standard error: standard output carries the protocol alone. */
  log(text: string): void
}

/** Additions of one server, all tools together. */
const MOST_ADDED = 20

/** Serves until standard input ends, and finishes what it is writing then. */
export async function serve(serving: Serving, pipes?: Pipes): Promise<void> {
  const transport = new StdioServerTransport(pipes?.input, pipes?.output)
  const work = oneAtATime()
  const added = { count: 0 }
  serveStdio(({ era }) => connection({ ...serving, era, work, added }), {
    transport,
    onerror: error => serving.log(`dream: ${say().mcp.failed(showLines(error.message))}\n`),
  })
  const { onclose } = transport
  await new Promise<void>(resolve => {
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
  })
  await work(async () => undefined)
}

interface Connection extends Serving {
  readonly era: 'legacy' | 'modern'
  readonly work: Work
  readonly added: { count: number }
}

async function connection(serving: Connection): Promise<Server> {
  const { host, scope, era, work } = serving
  const language = serving.language ?? languageOfLocale(host.env)
  const about = await inLanguage(language, () => work(() => instructions(host, scope)))
  const server = new Server(
    { name: 'dream', title: 'Dream', version: VERSION },
    {
      capabilities: { tools: {}, prompts: {}, resources: { subscribe: true, listChanged: true } },
      instructions: showToModel(about),
    },
  )
  // The one way out: no secret, no escape and no bidi character of a note passes it.
  const on: On = (method, handle) =>
    server.setRequestHandler(method, async request =>
      plain(showDeep(await inLanguage(language, () => handle(request as never)), showToModel)),
    )
  on('tools/list', async () => ({ tools: await Promise.all(TOOLS.map(described)) }))
  on('tools/call', ({ params }) => answerCall(serving, params))
  on('prompts/list', async () => listPrompts())
  on('prompts/get', async ({ params }) => getPrompt(params.name))
  on('resources/list', ({ params }) => work(() => listResources(host, scope, params?.cursor)))
  on('resources/templates/list', async () => ({ resourceTemplates: [] }))
  on('resources/read', ({ params }) => work(() => readResource(host, scope, params.uri)))
  const watch = watchNotes(serving, {
    changed: uri => void server.sendResourceUpdated({ uri }).catch(() => undefined),
    listChanged: () => void server.sendResourceListChanged().catch(() => undefined),
  })
  // Later hosts have one stream for all that they listen to, which the library keeps.
  if (era === 'legacy') {
    on('resources/subscribe', async ({ params }) => watch.follow(params.uri))
    on('resources/unsubscribe', async ({ params }) => watch.leave(params.uri))
  }
  server.onclose = watch.stop
  return server
}

type On = <M extends RequestMethod>(
  method: M,
  handle: (request: RequestTypeMap[M]) => Promise<ResultTypeMap[M]>,
) => void

/** `showDeep` makes objects without a prototype, which the protocol's own checks do not take. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

/** What the user or the model got wrong is an answer with the next step, and never ends the conversation. */
async function answerCall(
  { host, scope, work, added, log }: Connection,
  { name, arguments: given }: { name: string; arguments?: unknown },
) {
  try {
    const tool = TOOLS.find(each => each.name === name)
    if (tool === undefined)
      throw new DreamError(
        say().mcp.unknownTool(
          name.slice(0, 60),
          TOOLS.map(each => each.name),
        ),
        2,
      )
    const { data, text } = await work(async () => {
      if (tool.effect === 'adds' && added.count >= MOST_ADDED)
        throw new DreamError(say().mcp.tooMany(MOST_ADDED), 1)
      const answer = await callTool(tool, given, host, scope)
      if (tool.effect === 'adds') added.count++
      return answer
    })
    return { content: [{ type: 'text' as const, text }], structuredContent: data as Record<string, unknown> }
  } catch (error) {
    const sentence = error instanceof DreamError ? error.sentence : say().mcp.internal
    if (!(error instanceof DreamError))
      log(`dream: ${showLines(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`)
    return { content: [{ type: 'text' as const, text: sentence }], isError: true }
  }
}

type Work = <T>(task: () => Promise<T>) => Promise<T>

/** Requests wait for each other: two that write would meet at the same lock. */
function oneAtATime(): Work {
  let last: Promise<unknown> = Promise.resolve()
  return task => {
    const next = last.then(task)
    last = next.catch(() => undefined)
    return next
  }
}
