import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { askLinks, isPublicAddress, type LinkOptions } from '../../src/project/links.ts'

interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A real server on this machine; what it was asked is kept. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: Asked[] = []
  let open = 0
  let most = 0
  const server = createServer((request, response) => {
    asked.push({ method: request.method!, url: request.url!, headers: request.headers })
    most = Math.max(most, ++open)
    response.on('close', () => open--)
    answer(request, response)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  closing.push(() => {
    server.closeAllConnections()
    return new Promise(done => server.close(() => done()))
  })
  const { port } = server.address() as AddressInfo
  return { asked, base: `http://127.0.0.1:${port}`, most: () => most }
}

const plain =
  (status: number, headers: Record<string, string> = {}) =>
  (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(status, headers).end()

/** As if this machine were a public one. */
const HERE: LinkOptions = { timeoutMs: 5000, mayAsk: address => address === '127.0.0.1' }

const ask = async (url: string, options = HERE) => (await askLinks([url], options)).get(url)

/** A name that leads where the test wants it to. */
const standsFor =
  (...addresses: string[]) =>
  async () =>
    addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('M10 a link is asked', () => {
  it('M10 with HEAD, by somebody who says who they are, without a word about the user', async () => {
    const { asked, base } = await serve(plain(200))
    expect(await ask(`${base}/there?a=b#part`)).toEqual({ state: 'reachable' })
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ method: 'HEAD', url: '/there?a=b' })
    expect(asked[0]!.headers['user-agent']).toMatch(/^dream\/\d/)
    expect(Object.keys(asked[0]!.headers).sort()).toEqual(['accept', 'connection', 'host', 'user-agent'])
  })

  it.each([
    [404, 'gone', '404'],
    [410, 'gone', '410'],
    [401, 'unknown', 'the server answered 401'],
    [403, 'unknown', 'the server answered 403'],
    [429, 'unknown', 'the server answered 429'],
    [500, 'unknown', 'the server answered 500'],
    [503, 'unknown', 'the server answered 503'],
    [304, 'unknown', 'the server answered 304'],
  ])('M10 and %i means %s', async (status, state, why) => {
    const { base } = await serve(plain(status))
    expect(await ask(`${base}/x`)).toEqual({ state, why })
  })

  it.each([405, 501, 404])('M10 with GET where HEAD gets %i, and nobody waits for the body', async status => {
    const { asked, base } = await serve((request, response) => {
      if (request.method === 'HEAD') response.writeHead(status).end()
      // The body never ends.
      else response.writeHead(200).write('x'.repeat(1000))
    })
    expect(await ask(`${base}/x`)).toEqual({ state: 'reachable' })
    expect(asked.map(({ method }) => method)).toEqual(['HEAD', 'GET'])
  })

  it('M10 and a server that says nothing is given up on: unknown', async () => {
    const { base } = await serve(() => {})
    expect(await ask(`${base}/x`, { ...HERE, timeoutMs: 60 })).toEqual({
      state: 'unknown',
      why: 'no answer within 60 ms',
    })
  })

  it('M10 and a door that is shut, or an answer that is no HTTP, says nothing: unknown', async () => {
    const { base } = await serve((_, response) => response.socket!.end('nonsense\r\n\r\n'))
    expect(await ask(`${base}/x`)).toMatchObject({ state: 'unknown' })
    const { port } = new URL(base)
    for (const close of closing.splice(0)) await close()
    expect(await ask(`http://127.0.0.1:${port}/`)).toEqual({
      state: 'unknown',
      why: 'it could not be checked (ECONNREFUSED)',
    })
  })

  it('M10 and up to three redirects are followed', async () => {
    const { asked, base } = await serve((request, response) => {
      const step = Number(request.url!.slice(1))
      if (step === 0) response.writeHead(204).end()
      else response.writeHead(301, { location: `/${step - 1}` }).end()
    })
    expect(await ask(`${base}/3`)).toEqual({ state: 'reachable' })
    expect(asked).toHaveLength(4)
    expect(await ask(`${base}/4`)).toEqual({ state: 'unknown', why: 'it redirects more than 3 times' })
    expect(asked).toHaveLength(8)
  })

  it('M10 one at a time where one host has many, each link once, and no more than 500 in a run', async () => {
    const { asked, base, most } = await serve((request, response) =>
      setTimeout(() => plain(200)(request, response), 2),
    )
    const urls = Array.from({ length: 510 }, (_, at) => `${base}/${String(at).padStart(3, '0')}`)
    const answers = await askLinks([...urls, ...urls.slice(0, 50)], HERE)
    expect(most()).toBe(1)
    expect(asked).toHaveLength(500)
    expect(answers.size).toBe(510)
    expect(answers.get(urls[509]!)).toEqual({
      state: 'unknown',
      why: 'only 500 links are checked in one run',
    })
  })
})

describe('M10 a link is not asked', () => {
  it('M10 at an address that is not public: not a byte is sent', async () => {
    const { asked, base } = await serve(plain(404))
    const { port } = new URL(base)
    const spellings = [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '127.1',
      '[::ffff:127.0.0.1]',
      '[::1]',
      '0',
    ]
    const urls = spellings.map(host => `http://${host}:${port}/x`)
    for (const [, fact] of await askLinks(urls, { timeoutMs: 5000 }))
      expect(fact).toEqual({ state: 'unknown', why: 'it leads into a network that is not public' })
    expect(asked).toEqual([])
  })

  it('M10 at an address that is not public and that a name stands for, be it one of many', async () => {
    const { asked, base } = await serve(plain(404))
    const { port } = new URL(base)
    for (const addresses of [['127.0.0.1'], ['93.184.215.14', '127.0.0.1'], ['::1'], ['fd00::1', '1.1.1.1']])
      expect(
        await ask(`http://rebind.example.org:${port}/`, {
          timeoutMs: 5000,
          addressesOf: standsFor(...addresses),
        }),
      ).toEqual({ state: 'unknown', why: 'it leads into a network that is not public' })
    expect(asked).toEqual([])
  })

  it('M10 at another address than the one that was looked at: names are resolved once', async () => {
    const { base, asked } = await serve(plain(200))
    let times = 0
    const addressesOf = async () => {
      times++
      return [{ address: '127.0.0.1', family: 4 }]
    }
    const url = `http://once.example.org:${new URL(base).port}/`
    expect(await ask(url, { ...HERE, addressesOf })).toEqual({ state: 'reachable' })
    expect([times, asked.length]).toEqual([1, 1])
  })

  it.each([
    'http://127.0.0.1:%/secret',
    'http://[::ffff:127.0.0.1]:%/secret',
    'http://0x7f000001:%/secret',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:%/',
    'http://someone:password@example.org/',
    'http://localhost:%/',
  ])('M10 after a redirect to %s', async target => {
    const inner = await serve(plain(200))
    const { port } = new URL(inner.base)
    const outer = await serve((_, response) =>
      plain(302, { location: target.replace('%', port) })(_, response),
    )
    // Only the first server stands for a public one.
    let first = true
    const mayAsk = (address: string) => {
      const isFirst = first
      first = false
      return isFirst || isPublicAddress(address)
    }
    expect(await ask(outer.base, { timeoutMs: 5000, mayAsk })).toMatchObject({ state: 'unknown' })
    expect(outer.asked).toHaveLength(1)
    expect(inner.asked).toEqual([])
  })

  it.each([
    ['ftp://example.org/x', 'it leads to something that is neither http nor https'],
    ['file:///etc/passwd', 'it leads to something that is neither http nor https'],
    ['https://user:hunter2hunter2@example.org/', 'it holds a password'],
    ['https://user@example.org/', 'it holds a password'],
    [`https://example.org/?key=ghp_${'a1B2'.repeat(9)}`, 'it holds what looks like a secret'],
    ['http://example.org:22/', 'its port is not one for web pages'],
    ['http://localhost/', 'its host is a name of a private network'],
    ['http://wiki/', 'its host is a name of a private network'],
    ['http://router.local/', 'its host is a name of a private network'],
    ['http://metadata.google.internal./', 'its host is a name of a private network'],
    ['http://', 'it is not an address'],
    ['http://999.1.2.3/', 'it is not an address'],
  ])('M10 %s: %s', async (url, why) => {
    const seen: string[] = []
    const mayAsk = (address: string) => {
      seen.push(address)
      return false
    }
    expect(await ask(url, { timeoutMs: 5000, mayAsk })).toEqual({ state: 'unknown', why })
    expect(seen).toEqual([])
  })

  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '100::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    '2606:4700::1%eth0',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '5f00::1',
    'example.org',
    '',
    '0x7f.1',
    '2130706433',
  ])('M10 at %s, which is not public', address => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00:1450:4001::1',
  ])('M10 but %s is public', address => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

describe('M10 what is gone', () => {
  const noSuchHost: LinkOptions['addressesOf'] = async host => {
    throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' })
  }

  it('M10 no such host is believed only where some server did answer: offline, nothing is gone', async () => {
    const { base } = await serve(plain(200))
    const options = { ...HERE, addressesOf: noSuchHost }
    const nowhere = 'http://nowhere.example.org/'
    expect(await ask(nowhere, options)).toEqual({
      state: 'unknown',
      why: 'no host was found and no server answered: this machine may be offline',
    })
    expect((await askLinks([nowhere, base], options)).get(nowhere)).toEqual({
      state: 'gone',
      why: 'no such host',
    })
  })

  it('M10 a resolver that fails says nothing about the host', async () => {
    const { base } = await serve(plain(200))
    const addressesOf = async () => {
      throw Object.assign(new Error('try again'), { code: 'EAI_AGAIN' })
    }
    const url = 'http://nowhere.example.org/'
    expect((await askLinks([url, base], { ...HERE, addressesOf })).get(url)).toEqual({
      state: 'unknown',
      why: 'it could not be checked (EAI_AGAIN)',
    })
  })

  it('M10 GitHub and its kin answer 404 to strangers for what is private: not believed, while 410 is', async () => {
    const missing = await serve(plain(404))
    const gone = await serve(plain(410))
    const options = { ...HERE, addressesOf: standsFor('127.0.0.1') }
    const at = (host: string, { base }: typeof missing) =>
      ask(`http://${host}:${new URL(base).port}/x`, options)
    expect(await at('github.com', missing)).toEqual({
      state: 'unknown',
      why: 'github.com answers 404 for private pages too',
    })
    expect(await at('raw.githubusercontent.com', missing)).toMatchObject({ state: 'unknown' })
    expect(await at('notgithub.com', missing)).toEqual({ state: 'gone', why: '404' })
    expect(await at('github.com', gone)).toEqual({ state: 'gone', why: '410' })
  })
})
