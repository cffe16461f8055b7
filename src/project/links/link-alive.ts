import { lookup } from 'node:dns/promises'
import { errorCode } from '../../disk/index.ts'
import type { ResourceFact } from '../../model/index.ts'
import { findSecrets } from '../../text/index.ts'
import { type AskOptions, askOnce, Forbidden, type Said } from './ask-once.ts'
import { isPublicAddress } from './public-address.ts'

export interface LinkOptions {
  /** For one link, all its redirects included. */
  readonly timeoutMs: number
  /** Which addresses may be connected to; else those that everybody can reach. */
  readonly mayAsk?: AskOptions['mayAsk']
  /** What names stand for; else what the system says. */
  readonly addressesOf?: AskOptions['addressesOf']
  readonly onAnswer?: (done: number, of: number) => void
}

const MOST_LINKS = 500
const MOST_AT_ONCE = 4
const MOST_REDIRECTS = 3

/**
 * Asks whether links are alive: politely (one request a host at a time, few at once, the head alone) and never inside a
 * private network. Whatever is not surely there or surely gone is unknown.
 */
export async function askLinks(
  urls: readonly string[],
  options: LinkOptions,
): Promise<Map<string, ResourceFact>> {
  const all = [...new Set(urls)].sort()
  const answers = new Map<string, ResourceFact>(all.slice(MOST_LINKS).map(url => [url, TOO_MANY]))
  const turns = new Map<string, Promise<unknown>>()
  const queues = [...byHost(all.slice(0, MOST_LINKS)).values()]
  const work = async () => {
    for (let queue = queues.shift(); queue !== undefined; queue = queues.shift())
      for (const url of queue) {
        answers.set(url, await askLink(url, options, turns))
        options.onAnswer?.(answers.size, all.length)
      }
  }
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, work))
  return believable(answers)
}

const TOO_MANY: ResourceFact = { state: 'unknown', why: `only ${MOST_LINKS} links are asked in one run` }

function byHost(urls: readonly string[]): Map<string, string[]> {
  const queues = new Map<string, string[]>()
  for (const url of urls) {
    const host = URL.canParse(url) ? new URL(url).host : ''
    const queue = queues.get(host)
    if (queue === undefined) queues.set(host, [url])
    else queue.push(url)
  }
  return queues
}

const NO_HOST = 'no such host'

/** Offline, every host is "no such host". It is believed only where some server did answer. */
function believable(answers: Map<string, ResourceFact>): Map<string, ResourceFact> {
  const facts = [...answers.values()]
  const isOnline = facts.some(
    fact => fact.state === 'reachable' || (fact.state === 'gone' && fact.why !== NO_HOST),
  )
  if (isOnline) return answers
  return new Map(
    Array.from(answers, ([url, fact]) =>
      fact.state === 'gone'
        ? [url, unknown('no host was found and no server answered: this machine may be offline')]
        : [url, fact],
    ),
  )
}

/** By host, the request that was begun last. */
type Turns = Map<string, Promise<unknown>>

interface Asking extends AskOptions {
  readonly turns: Turns
}

async function askLink(
  url: string,
  { timeoutMs, mayAsk = isPublicAddress, addressesOf = askSystem }: LinkOptions,
  turns: Turns,
): Promise<ResourceFact> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await follow(url, { mayAsk, addressesOf, signal, turns })
  } catch (error) {
    if (signal.aborted) return unknown(`no answer within ${timeoutMs} ms`)
    if (error instanceof Forbidden) return unknown('it leads into a network that is not public')
    const code = errorCode(error)
    return code === 'ENOTFOUND'
      ? { state: 'gone', why: NO_HOST }
      : unknown(`it could not be asked (${code ?? 'unknown error'})`)
  }
}

const askSystem: AskOptions['addressesOf'] = host => lookup(host, { all: true })

/** Every step is looked at as if it were the first. */
async function follow(url: string, options: Asking): Promise<ResourceFact> {
  let at = url
  for (let step = 0; step <= MOST_REDIRECTS; step++) {
    if (!URL.canParse(at)) return unknown('it is no address')
    const next = new URL(at)
    const refusal = whyNot(next)
    if (refusal !== undefined) return unknown(refusal)
    const said = await inTurn(next.host, options.turns, () => headOf(next, options))
    if (said.status < 300 || said.status > 399 || said.location === undefined) return meaningOf(said, next)
    if (!URL.canParse(said.location, next.href)) return unknown('it leads to what is no address')
    at = new URL(said.location, next).href
  }
  return unknown(`it leads on more than ${MOST_REDIRECTS} times`)
}

/** A redirect may lead to a host that somebody else is asking: one at a time there too. */
function inTurn<Result>(host: string, turns: Turns, ask: () => Promise<Result>): Promise<Result> {
  const before = turns.get(host) ?? Promise.resolve()
  const own = before.then(ask, ask)
  turns.set(host, own)
  return own
}

/** Some servers do not know HEAD, and some say 404 to it: those are asked once more, and hung up on after the head. */
async function headOf(url: URL, options: AskOptions): Promise<Said> {
  const said = await askOnce(url, 'HEAD', options)
  return [404, 405, 410, 501].includes(said.status) ? askOnce(url, 'GET', options) : said
}

/** Names that only a network of one's own knows: not even the question is sent. */
const OWN_NAMES =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|test|invalid|onion)\.?$/i

function whyNot({ href, protocol, hostname, port, username, password }: URL): string | undefined {
  if (protocol !== 'http:' && protocol !== 'https:') return 'it leads to what is neither http nor https'
  if (username !== '' || password !== '') return 'it holds a password'
  if (findSecrets(href).length > 0) return 'it holds what looks like a secret'
  if (port !== '' && Number(port) < 1024 && port !== '80' && port !== '443')
    return 'its port is not one for web pages'
  const isName = !/^\[|^[\d.]+$/.test(hostname)
  if (isName && (!hostname.includes('.') || OWN_NAMES.test(hostname)))
    return 'its host is a name of a private network'
  return undefined
}

/** Hosts that answer 404 without a login for what is there but private. */
const HIDES_PRIVATE = ['github.com', 'githubusercontent.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org']

function meaningOf({ status }: Said, { hostname }: URL): ResourceFact {
  if (status >= 200 && status < 300) return { state: 'reachable' }
  if (status === 404 && HIDES_PRIVATE.some(host => hostname === host || hostname.endsWith(`.${host}`)))
    return unknown(`${hostname} answers 404 also for what is private`)
  if (status === 404 || status === 410) return { state: 'gone', why: String(status) }
  return unknown(`the server answered ${status}`)
}

const unknown = (why: string): ResourceFact => ({ state: 'unknown', why })
