import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { VERSION } from '../../version.ts'

/** What a server said to one request: its status, and where it sends us. */
export interface Said {
  readonly status: number
  readonly location?: string
}

/** The address is not one that may be asked. */
export class Forbidden extends Error {}

export interface AskOptions {
  /** Whether an address may be connected to. */
  readonly mayAsk: (address: string) => boolean
  /** What a name stands for. */
  readonly addressesOf: (host: string) => Promise<LookupAddress[]>
  readonly signal: AbortSignal
}

const WHO = `dream/${VERSION} (looks whether links in a user's notes are alive)`

/** One request, without following anything. Only the head of the answer is read. */
export async function askOnce(url: URL, method: 'HEAD' | 'GET', options: AskOptions): Promise<Said> {
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
