import {
  acquire,
  Dir,
  type LockKind,
  makeFolder,
  readSmallText,
  realSys,
  writeSmallFile,
} from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { LOCKS, STATE, stateHomeOf } from '../state/index.ts'
import type { Spent } from './model.ts'

/** Money that several runs and processes share. */
export interface Purse {
  /** Sets aside what a call may cost at most; a sentence where that is not there any more. */
  hold(tokens: number, usd: number): Promise<{ settle(spent: Spent): Promise<void> } | string>
}

export interface MonthLimits {
  readonly tokens: number | null
  readonly usd: number | null
}

/** What automatic runs spent in one month. What was set aside by a process that died stays spent. */
export interface MonthSpent {
  /** `2026-11`. */
  readonly month: string
  readonly tokens: number
  readonly usd: number
  /** Calls whose price nobody knows. */
  readonly unpriced: number
}

interface PursePlace {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
}

const LOCK: LockKind = { name: LOCKS.spending, leaseMs: 30_000, attempts: 200, pauseMs: 50 }

const folderOf = (place: PursePlace): string => `${stateHomeOf(place)}/${STATE.spending}`
const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7)

/** What is spent in the month of this moment. */
export function spentInMonth(place: PursePlace, now: number): MonthSpent {
  const nothing = { month: monthOf(now), tokens: 0, usd: 0, unpriced: 0 }
  const text = readSmallText(`${folderOf(place)}/month.json`)
  if (text === undefined) return nothing
  const kept = JSON.parse(text) as Partial<MonthSpent>
  const { month, tokens, usd, unpriced } = kept
  if (![tokens, usd, unpriced].every(each => typeof each === 'number' && each >= 0)) throw new Error(text)
  // Also a clock that was set back begins no second budget for a month that is over.
  return month !== undefined && month >= nothing.month ? (kept as MonthSpent) : nothing
}

/** A9: the purse of automatic runs, for one month. Every call is entered before it is made. */
export function monthPurse(place: PursePlace, limits: MonthLimits, now: () => number = Date.now): Purse {
  const change = async <Result>(
    work: (spent: MonthSpent) => { readonly next?: MonthSpent; readonly result: Result },
  ) => {
    makeFolder(folderOf(place), 'private')
    const dir = Dir.open(realSys, folderOf(place), 'follow')
    try {
      const lock = await acquire(dir, LOCK, 'model')
      try {
        const { next, result } = work(spentInMonth(place, now()))
        lock.check()
        if (next !== undefined) writeSmallFile(`${folderOf(place)}/month.json`, `${JSON.stringify(next)}\n`)
        return result
      } finally {
        lock.release()
      }
    } finally {
      dir.close()
    }
  }
  const add = (spent: MonthSpent, tokens: number, usd: number, unpriced = 0): MonthSpent => ({
    ...spent,
    tokens: Math.max(0, spent.tokens + tokens),
    usd: Math.max(0, spent.usd + usd),
    unpriced: spent.unpriced + unpriced,
  })
  return {
    async hold(tokens, usd) {
      try {
        const why = await change(spent => {
          const over = whyOver(spent, limits, tokens, usd)
          return over === undefined ? { next: add(spent, tokens, usd), result: undefined } : { result: over }
        })
        if (why !== undefined) return why
      } catch {
        // What cannot be counted is not spent.
        return say().models.month.unknown
      }
      return {
        async settle({ inputTokens, outputTokens, cost }) {
          const isUnpriced = cost === null ? 1 : 0
          const by = { tokens: inputTokens + outputTokens - tokens, usd: (cost ?? usd) - usd }
          try {
            await change(spent => ({ next: add(spent, by.tokens, by.usd, isUnpriced), result: undefined }))
          } catch {
            // Then all that was set aside stays spent.
          }
        },
      }
    },
  }
}

function whyOver(spent: MonthSpent, limits: MonthLimits, tokens: number, usd: number): string | undefined {
  const words = say().models.month
  if (limits.tokens !== null && spent.tokens + tokens > limits.tokens)
    return words.tokens(spent.tokens, limits.tokens)
  if (limits.usd === null) return undefined
  if (spent.unpriced > 0) return words.unknownPrice
  return spent.usd >= limits.usd || spent.usd + usd > limits.usd
    ? words.dollars(spent.usd, limits.usd)
    : undefined
}
