import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { errorCode } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import type { ResourceFact } from '../model/index.ts'
import { findSecrets } from '../text/index.ts'
import { VERSION } from '../version.ts'

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
  const answers = new Map<string, ResourceFact>(all.slice(MOST_LINKS).map(url => [url, tooMany()]))
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

const tooMany = (): ResourceFact => unknown(say().places.links.tooMany(MOST_LINKS))

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

const noHost = (): string => say().places.links.noHost

/** Offline, every host is "no such host". It is believed only where some server did answer. */
function believable(answers: Map<string, ResourceFact>): Map<string, ResourceFact> {
  const facts = [...answers.values()]
  const isOnline = facts.some(
    fact => fact.state === 'reachable' || (fact.state === 'gone' && fact.why !== noHost()),
  )
  if (isOnline) return answers
  return new Map(
    Array.from(answers, ([url, fact]) =>
      fact.state === 'gone' ? [url, unknown(say().places.links.offline)] : [url, fact],
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
    if (signal.aborted) return unknown(say().places.links.noAnswer(timeoutMs))
    if (error instanceof Forbidden) return unknown(say().places.links.notPublic)
    const code = errorCode(error)
    return code === 'ENOTFOUND'
      ? { state: 'gone', why: noHost() }
      : unknown(say().places.links.notAsked(code ?? say().places.links.unknownError))
  }
}

const askSystem: AskOptions['addressesOf'] = host => lookup(host, { all: true })

/** Every step is looked at as if it were the first. */
async function follow(url: string, options: Asking): Promise<ResourceFact> {
  let at = url
  for (let step = 0; step <= MOST_REDIRECTS; step++) {
    if (!URL.canParse(at)) return unknown(say().places.links.noAddress)
    const next = new URL(at)
    const refusal = whyNot(next)
    if (refusal !== undefined) return unknown(refusal)
    const said = await inTurn(next.host, options.turns, () => headOf(next, options))
    if (said.status < 300 || said.status > 399 || said.location === undefined) return meaningOf(said, next)
    if (!URL.canParse(said.location, next.href)) return unknown(say().places.links.toNoAddress)
    at = new URL(said.location, next).href
  }
  return unknown(say().places.links.redirects(MOST_REDIRECTS))
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
  if (protocol !== 'http:' && protocol !== 'https:') return say().places.links.notHttp
  if (username !== '' || password !== '') return say().places.links.password
  if (findSecrets(href).length > 0) return say().places.links.secret
  if (port !== '' && Number(port) < 1024 && port !== '80' && port !== '443') return say().places.links.port
  const isName = !/^\[|^[\d.]+$/.test(hostname)
  if (isName && (!hostname.includes('.') || OWN_NAMES.test(hostname))) return say().places.links.privateName
  return undefined
}

/** Hosts that answer 404 without a login for what is there but private. */
const HIDES_PRIVATE = ['github.com', 'githubusercontent.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org']

function meaningOf({ status }: Said, { hostname }: URL): ResourceFact {
  if (status >= 200 && status < 300) return { state: 'reachable' }
  if (status === 404 && HIDES_PRIVATE.some(host => hostname === host || hostname.endsWith(`.${host}`)))
    return unknown(say().places.links.hidesPrivate(hostname))
  if (status === 404 || status === 410) return { state: 'gone', why: String(status) }
  return unknown(say().places.links.answered(status))
}

const unknown = (why: string): ResourceFact => ({ state: 'unknown', why })

/** What a server said to one request: its status, and where it sends us. */
interface Said {
  readonly status: number
  readonly location?: string
}

/** The address is not one that may be asked. */
class Forbidden extends Error {}

interface AskOptions {
  /** Whether an address may be connected to. */
  readonly mayAsk: (address: string) => boolean
  /** What a name stands for. */
  readonly addressesOf: (host: string) => Promise<LookupAddress[]>
  readonly signal: AbortSignal
}

const WHO = `dream/${VERSION} (looks whether links in a user's notes are alive)`

/** One request, without following anything. Only the head of the answer is read. */
async function askOnce(url: URL, method: 'HEAD' | 'GET', options: AskOptions): Promise<Said> {
  const { mayAsk, signal } = options
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  // A host that is an address is connected to as it is: nobody looks it up.
  if (isIP(literal) !== 0 && !mayAsk(literal)) throw new Forbidden(literal)
  // Loaded for those alone who want links to be asked.
  const { request } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'))
  const how = {
    method,
    signal,
    agent: false,
    lookup: lookupAmong(options),
    headers: { 'user-agent': WHO, accept: '*/*' },
  }
  return new Promise((resolve, reject) => {
    const asked = request(url, how, response => {
      const { statusCode = 0, headers } = response
      resolve({ status: statusCode, ...(headers.location !== undefined && { location: headers.location }) })
      response.destroy()
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** The address that is looked at is the address that is connected to. One that may not be asked spoils them all. */
function lookupAmong({ mayAsk, addressesOf }: AskOptions): LookupFunction {
  return (host, { all }, done) => {
    const chosen = addressesOf(host).then(addresses => {
      const forbidden = addresses.find(({ address }) => !mayAsk(address))
      if (forbidden !== undefined || addresses.length === 0) throw new Forbidden(host)
      return addresses
    })
    chosen.then(
      addresses => {
        const [first = { address: '', family: 4 }] = addresses
        if (all === true) done(null, addresses)
        else done(null, first.address, first.family)
      },
      error => done(error, ''),
    )
  }
}

/** What is set aside for private networks, machines themselves, groups, documentation and tests. */
const NOT_PUBLIC_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** Of IPv6 only this is public at all; addresses that hold an IPv4 one (mapped, NAT64) lie outside. */
const PUBLIC_6 = ['2000::/3']

/** Teredo, 6to4, which holds an IPv4 address, and what is set aside. */
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const refused4 = listOf(NOT_PUBLIC_4, 'ipv4')
const public6 = listOf(PUBLIC_6, 'ipv6')
const refused6 = listOf(NOT_PUBLIC_6, 'ipv6')

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address, bits] = network.split('/') as [string, string]
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** Whether an address, as it is connected to, is one that everybody can reach. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !refused4.check(address, 'ipv4')
  if (family !== 6 || address.includes('%')) return false
  return public6.check(address, 'ipv6') && !refused6.check(address, 'ipv6')
}
