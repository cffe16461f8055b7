import { readSmallText, sha256, writeSmallFile } from '../disk/index.ts'
import { sayEarly } from '../languages/index.ts'
import { isNewer, newerFormat } from '../model/index.ts'
import { STATE } from '../state/index.ts'
import { ConfigError } from './layers.ts'

/** A file that the user has read and vouches for, as it was then: another byte, and it is untrusted again. */
export interface Trusted {
  readonly file: string
  readonly sha256: string
  readonly at: string
}

const VERSION = 1

const trustFile = (stateHome: string): string => `${stateHome}/${STATE.trust}`

export function listTrusted(stateHome: string): readonly Trusted[] {
  const text = readSmallText(trustFile(stateHome))
  if (text === undefined) return []
  try {
    const { trusted, version } = JSON.parse(text) as { trusted: Trusted[]; version?: number }
    if (isNewer(version, VERSION)) throw new ConfigError(newerFormat(trustFile(stateHome), version, VERSION))
    return trusted.filter(each => typeof each.file === 'string' && typeof each.sha256 === 'string')
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(sayEarly().settings.trustUnreadable(trustFile(stateHome)))
  }
}

export function isTrusted(stateHome: string, file: string, text: string): boolean {
  return listTrusted(stateHome).some(each => each.file === file && each.sha256 === sha256(text))
}

/** `only`: what was trusted of this file before is not any more. */
export function trustText(
  stateHome: string,
  file: string,
  text: string,
  now: number,
  as: 'only' | 'beside' = 'only',
): void {
  if (as === 'beside' && isTrusted(stateHome, file, text)) return
  const kept = listTrusted(stateHome).filter(each => as === 'beside' || each.file !== file)
  store(stateHome, [...kept, { file, sha256: sha256(text), at: new Date(now).toISOString() }])
}

export function revokeTrust(stateHome: string, file: string): 'revoked' | 'was-not-trusted' {
  const all = listTrusted(stateHome)
  const rest = all.filter(each => each.file !== file)
  if (rest.length === all.length) return 'was-not-trusted'
  store(stateHome, rest)
  return 'revoked'
}

function store(stateHome: string, trusted: readonly Trusted[]): void {
  writeSmallFile(trustFile(stateHome), `${JSON.stringify({ version: VERSION, trusted }, null, 2)}\n`)
}
