/** J3, in UTF-16 code units. */
export interface Limits {
  readonly target: number
  /** At capture the file is compressed before it grows past this. */
  readonly compress: number
  /** No write by Dream leaves the file over this. */
  readonly hard: number
  /** Where the agent cuts the file in silence. */
  readonly cut: number
}

const SEED: Limits = { target: 15_000, compress: 16_000, hard: 18_000, cut: 20_000 }

/** Which cut is in force, and how we know. */
export interface Cut {
  readonly chars: number
  readonly from: 'configured' | 'openclaw-default' | 'seed'
}

const OPENCLAW_CUT = 12_000

export function limitsFor({ chars }: Cut): Limits {
  const share = Math.min(1, chars / SEED.cut)
  const part = (limit: number) => Math.floor(limit * share)
  return { target: part(SEED.target), compress: part(SEED.compress), hard: part(SEED.hard), cut: chars }
}

export function cutFor(configured: number | undefined, hasOpenClaw: boolean): Cut {
  if (configured !== undefined && configured > 0) return { chars: configured, from: 'configured' }
  return hasOpenClaw ? { chars: OPENCLAW_CUT, from: 'openclaw-default' } : { chars: SEED.cut, from: 'seed' }
}
