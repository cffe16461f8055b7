import { randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Who may ask. The server listens on loopback, and a browser on this machine also carries out what other sites tell it to: so
 * the name by which it was called has to be its own (a site may point a name of its own here), what changes something has to
 * come from its own page, and every question needs the cookie that the link was exchanged for.
 */
export interface Guard {
  /** For the address; the first browser that brings it gets the cookie. */
  readonly token: string
  readonly isOwnName: (host: string | undefined) => boolean
  readonly isOwnPage: (headers: Asking) => boolean
  /** The cookie to set, where this is the token and nobody has used it. */
  redeem(token: string): string | undefined
  readonly isSignedIn: (cookies: string | undefined) => boolean
}

interface Asking {
  readonly origin: string | undefined
  readonly site: string | undefined
}

const secret = (): string => randomBytes(32).toString('base64url')

export function newGuard(port: number): Guard {
  const [token, session] = [secret(), secret()]
  const names = [`127.0.0.1:${port}`, `localhost:${port}`]
  // Cookies do not tell ports apart: two pages of two projects would sign each other out.
  const cookie = `dream_${port}`
  let state: 'unused' | 'used' = 'unused'
  return {
    token,
    isOwnName: host => host !== undefined && names.includes(host.toLowerCase()),
    isOwnPage: ({ origin, site }) =>
      (origin === undefined || names.some(name => origin === `http://${name}`)) &&
      (site === undefined || site === 'same-origin' || site === 'none'),
    redeem(given) {
      if (state === 'used' || !isSame(given, token)) return undefined
      state = 'used'
      return `${cookie}=${session}; Path=/; HttpOnly; SameSite=Strict`
    },
    isSignedIn: (cookies = '') =>
      cookies.split(/;\s*/).some(each => {
        const [name, value = ''] = each.split('=')
        return name === cookie && isSame(value, session)
      }),
  }
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** On every answer. No inline code, nothing from elsewhere, no frame around it; what came from a note can only ever be text. */
export const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}
