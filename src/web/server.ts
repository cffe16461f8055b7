import type { ServerResponse } from 'node:http'
import { type HttpBindings, serve } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { foldersOf, type Host } from '../app/index.ts'
import { packageFile } from '../disk/index.ts'
import { inLanguage, languageOfLocale, say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import type { CallName, Event, Failure } from '../page/index.ts'
import { decisionsOf } from '../pipeline/index.ts'
import { glance } from '../sources/index.ts'
import { showLines } from '../text/index.ts'
import { CALLS, checkedInput } from './calls.ts'
import { type Guard, HEADERS, newGuard } from './guard.ts'
import { newSession, type PageScope, type Session } from './session.ts'
import { shown } from './shown.ts'

export interface ServeRequest {
  readonly host: Host
  readonly scope: PageScope
  /** Absent: one that is free. */
  readonly port?: number
  /** Chosen by a flag. */
  readonly language?: string
  /** For whoever looks at the terminal. */
  log(text: string): void
}

export interface Serving {
  readonly port: number
  /** With the token that the first browser exchanges for its cookie. */
  readonly address: string
  /** Ends when what is being written is written. */
  close(): Promise<void>
}

const LOOPBACK = '127.0.0.1'

export async function startServer(request: ServeRequest): Promise<Serving> {
  const tabs = newTabs()
  const session = newSession(request.host, request.scope, tabs.tell)
  const work = oneAtATime()
  let guard: Guard | undefined
  const app = new Hono<{ Bindings: HttpBindings }>()
  addRoutes(app, { request, session, tabs, work, guard: () => guard! })
  const server = serve({ fetch: app.fetch, hostname: LOOPBACK, port: request.port ?? 0 })
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', error => reject(cannotListen(error, request.port)))
  })
  const { port } = server.address() as { port: number }
  guard = newGuard(port)
  const watch = watchFolders(session, tabs)
  return {
    port,
    address: `http://${LOOPBACK}:${port}/?token=${guard.token}`,
    async close() {
      clearInterval(watch)
      await work(async () => undefined)
      tabs.close()
      await new Promise<void>(resolve => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
    },
  }
}

function cannotListen(error: Error & { code?: string }, port = 0): DreamError {
  const words = say().page.errors
  if (error.code === 'EADDRINUSE') return new DreamError(words.portTaken(port), 2)
  if (error.code === 'EACCES') return new DreamError(words.portNotAllowed(port), 2)
  return new DreamError(words.cannotListen(error.message), 1)
}

interface Routes {
  readonly request: ServeRequest
  readonly session: Session
  readonly tabs: Tabs
  readonly work: Work
  readonly guard: () => Guard
}

type PageApp = Hono<{ Bindings: HttpBindings }>
type Asked = Context<{ Bindings: HttpBindings }>

const LARGEST_REQUEST = 2_000_000

function addRoutes(app: PageApp, routes: Routes): void {
  const { guard, tabs } = routes
  const header = (c: Asked, name: string) => c.req.header(name)
  app.use(async (c, next) => {
    for (const [name, value] of Object.entries(HEADERS)) c.header(name, value)
    if (!guard().isOwnName(header(c, 'host'))) return c.text('Wrong host.\n', 421)
    return next()
  })
  app.use('/api/*', async (c, next) => {
    const asking = { origin: header(c, 'origin'), site: header(c, 'sec-fetch-site') }
    const isCall = c.req.method === 'POST' && header(c, 'content-type')?.split(';')[0] === 'application/json'
    const isKnown = isCall || (c.req.method === 'GET' && c.req.path === '/api/events')
    // What changes something names its page, as every browser does.
    const isNamed = !isCall || asking.origin !== undefined
    if (!guard().isOwnPage(asking) || !isKnown || !isNamed) return fail(c, 403, 'refused')
    if (!guard().isSignedIn(header(c, 'cookie'))) return fail(c, 401, 'signed-out')
    return next()
  })
  app.get('/api/events', c => {
    tabs.add(c.env.outgoing as ServerResponse)
    return RESPONSE_ALREADY_SENT
  })
  app.post('/api/:call', bodyLimit({ maxSize: LARGEST_REQUEST }), c => answerCall(c, routes))
  app.get('/', c => {
    const token = c.req.query('token')
    if (token === undefined) return file(c, 'index.html')
    const cookie = guard().redeem(token)
    if (cookie !== undefined) c.header('Set-Cookie', cookie)
    // Out of the address: it is of no more use, and need not stand in the history of the browser.
    return c.redirect('/', 303)
  })
  app.get('/:name{[\\w-]+\\.(?:js|css|svg)}', c => file(c, c.req.param('name')))
  app.notFound(c => c.text('Not found.\n', 404))
}

/** In English: who is refused has not said which language it speaks. */
const fail = (c: Asked, status: 401 | 403, kind: Failure['kind']): Response =>
  c.json({ error: kind, kind } satisfies Failure, status)

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

function file(c: Asked, name: string): Response {
  const bytes = packageFile(`dist/page/${name}`)
  if (bytes === undefined) return c.text(`${name} is not in this installation; npm run build makes it\n`, 404)
  return c.body(new Uint8Array(bytes), 200, { 'Content-Type': TYPES[name.split('.').at(-1)!]! })
}

async function answerCall(c: Asked, { request, session, tabs, work }: Routes): Promise<Response> {
  const name = c.req.param('call') as CallName
  const language = await languageFor(c, request, session)
  return inLanguage(language, async () => {
    try {
      if (!Object.hasOwn(CALLS, name)) throw new DreamError(say().page.errors.badRequest(name), 2)
      const { effect, do: carryOut } = CALLS[name]
      const input = checkedInput(name, await c.req.json().catch(() => undefined))
      const now = async (): Promise<unknown> => carryOut(session, input)
      const answer = effect === 'write' ? await work(now) : await now()
      if (effect === 'write') tabs.tell({ type: 'changed' })
      return c.json((name === 'raw' ? answer : shown(answer)) as object)
    } catch (error) {
      return failed(c, error, request)
    } finally {
      tabs.tell({ type: 'idle' })
    }
  })
}

function failed(c: Asked, error: unknown, { log }: ServeRequest): Response {
  if (error instanceof DreamError) {
    const kind = error.exit === 4 ? 'changed' : 'wrong'
    return c.json(
      { error: showLines(error.sentence), kind } satisfies Failure,
      kind === 'changed' ? 409 : 400,
    )
  }
  log(`dream: ${showLines(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`)
  return c.json({ error: say().page.errors.broken, kind: 'broken' } satisfies Failure, 500)
}

/** The page's own choice, a flag, the setting, the language of the journals, the locale. */
async function languageFor(c: Asked, { language, host }: ServeRequest, session: Session): Promise<string> {
  const chosen = c.req.header('x-dream-language')
  if (chosen === 'en' || chosen === 'zh') return chosen
  if (language !== undefined) return language
  try {
    const set = (await session.app()).language
    if (set !== undefined) return set
    const { language: journals } = await session.dream.journal(session.scope)
    return journals
  } catch {
    // Settings that cannot be read are said where they are needed; without journals there is no language of theirs.
    return languageOfLocale(host.env)
  }
}

type Tabs = ReturnType<typeof newTabs>

/** The streams to every open page. Written past the library, which would wait until a plan is made. */
function newTabs() {
  const open = new Set<ServerResponse>()
  const write = (tab: ServerResponse, text: string) => {
    tab.write(text)
    tab.socket?.uncork()
  }
  return {
    get count() {
      return open.size
    },
    add(tab: ServerResponse) {
      tab.writeHead(200, { ...HEADERS, 'Content-Type': 'text/event-stream' })
      open.add(tab)
      tab.once('close', () => open.delete(tab))
      write(tab, ': hello\n\n')
    },
    tell(event: Event) {
      for (const tab of open) write(tab, `data: ${JSON.stringify(shown(event))}\n\n`)
    },
    close() {
      for (const tab of open) tab.end()
    },
  }
}

const EVERY_MS = 2000

/** A terminal, an agent or an editor may change what the page shows. */
function watchFolders({ app }: Session, tabs: Tabs): NodeJS.Timeout {
  let known: string | undefined
  const look = async () => {
    try {
      const { where } = await app()
      const now = JSON.stringify(
        foldersOf(where).map(found => {
          const { memories, index } = glance(found)
          return [found.root, [...memories], index, decisionsOf(where, found.root).length]
        }),
      )
      if (known !== undefined && known !== now) tabs.tell({ type: 'changed' })
      known = now
    } catch {
      // What cannot be looked at now is looked at the next time.
    }
  }
  // Before a page can be open: what changes after that is told.
  void look()
  return setInterval(() => tabs.count > 0 && look(), EVERY_MS).unref()
}

type Work = <T>(task: () => Promise<T>) => Promise<T>

/** What writes waits for what writes: two would meet at the same lock. */
function oneAtATime(): Work {
  let last: Promise<unknown> = Promise.resolve()
  return task => {
    const next = last.then(task)
    last = next.catch(() => undefined)
    return next
  }
}
