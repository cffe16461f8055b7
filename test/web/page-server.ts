import { request } from 'node:http'
import type { CallName, Calls } from '../../src/page/index.ts'
import { type Serving, startServer } from '../../src/web/server.ts'
import type { World } from '../cli/run-dream.ts'

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** The page of a project, in this process, and a browser that is signed in to it. */
export interface PageServer extends Serving {
  readonly cookie: string
  readonly logged: string[]
  /** As a browser asks, with other headers where they are given; `null` leaves one out. */
  fetch(path: string, options?: Options): Promise<Answer>
  call<N extends CallName>(name: N, input: Calls[N]['in']): Promise<Calls[N]['out']>
}

interface Options {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | null>>
  readonly body?: string
}

export async function pageServer({ cwd, home, env = {} }: World): Promise<PageServer> {
  const logged: string[] = []
  const host = {
    cwd,
    home,
    env: { PATH: process.env['PATH'], HOME: home, ...env },
    platform: 'linux',
    program: [process.execPath, 'dist/bin.js'],
    machineFile: '/nonexistent/dream/config.json',
  }
  const serving = await startServer({ host, scope: {}, log: text => logged.push(text) })
  const base = `127.0.0.1:${serving.port}`
  const fetch = (path: string, { method = 'GET', headers = {}, body }: Options = {}) =>
    ask(serving.port, { path, method, body, headers: { host: base, ...headers } })
  const signIn = await fetch(`/?token=${new URL(serving.address).searchParams.get('token')}`)
  const cookie = String(signIn.headers['set-cookie']).split(';')[0]!
  return {
    ...serving,
    cookie,
    logged,
    fetch,
    async call(name, input) {
      const headers = { cookie, origin: `http://${base}`, 'content-type': 'application/json' }
      const { status, text } = await fetch(`/api/${name}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(input),
      })
      if (status !== 200) throw new Error(`${status} ${text}`)
      return JSON.parse(text)
    },
  }
}

function ask(
  port: number,
  {
    path,
    method,
    headers,
    body,
  }: { path: string; method: string; headers: Record<string, string | null>; body: string | undefined },
): Promise<Answer> {
  const given = Object.entries(headers).filter(([, value]) => value !== null) as [string, string][]
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path, method, headers: Object.fromEntries(given), setHost: false },
      answer => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', part => {
          text += part
        })
        answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }))
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}
