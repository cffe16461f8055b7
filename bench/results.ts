import type { Beside, RipgrepPass, Starts } from './beside.ts'
import type { Measured, Pass, Timed } from './passes.ts'

/** One arrangement of memories, and its passes. */
export interface Measurement {
  readonly memories: number
  readonly folders: number
  readonly characters: number
  readonly passes: readonly Pass[]
  /** For one folder: ripgrep's pass over the project for all that its memories name. */
  readonly ripgrep?: RipgrepPass
}

export interface Results {
  readonly machine: string
  readonly seed: string
  readonly projectFiles: number
  readonly measurements: readonly Measurement[]
  readonly beside: Beside | { readonly failed: string }
  readonly starts: Starts
}

export interface Aim {
  readonly aim: string
  readonly wanted: string
  readonly measured: string
  readonly verdict: 'met' | 'missed' | 'not measured'
}

const MOST = { symbols: 2, time: 2.5, processor: 4, again: 0.1, growth: 12, start: 1.3, hook: 1.5 }

/** All ratios are of figures of this run. */
export function aimsOf({ measurements, beside, starts }: Results): Aim[] {
  const lookups = 'failed' in beside ? undefined : beside
  return [
    aim(
      "symbol evidence, cold, against ripgrep's single pass",
      MOST.symbols,
      ratio(lookups?.symbolsCold.ms, lookups?.ripgrep.ms),
    ),
    ...measurements.flatMap(one => [...besideRipgrep(one), ...again(one)]),
    ...growth(measurements),
    aim('dream --version against node -e 0', MOST.start, ratio(starts.dream, starts.node)),
    aim('a hook with nothing to do against node -e 0', MOST.hook, ratio(starts.hook, starts.node)),
  ]
}

/** The whole run, of which finding the words is a part. */
function besideRipgrep(one: Measurement): Aim[] {
  if (one.ripgrep === undefined) return []
  const { ms, cpuMs } = one.ripgrep
  return [
    aim(`full pass against ripgrep's, ${nameOf(one)}`, MOST.time, ratio(timedOf(one, 'full')?.ms, ms)),
    aim(
      `full pass against ripgrep's, processor, ${nameOf(one)}`,
      MOST.processor,
      ratio(timedOf(one, 'full')?.cpuMs, cpuMs),
    ),
  ]
}

function again(one: Measurement): Aim[] {
  const against = (what: string, kind: Pass['kind']) =>
    aim(`${what}, ${nameOf(one)}`, MOST.again, ratio(msOf(one, kind), msOf(one, 'full')))
  const second = against('second pass against the first', 'second')
  return one.memories < 10_000 ? [second] : [second, against('ten changed against the first', 'ten-changed')]
}

/** From one folder of n to ten times as many memories in folders of a hundredth each. */
function growth(measurements: readonly Measurement[]): Aim[] {
  return measurements.flatMap(many => {
    const one = measurements.find(({ folders, memories }) => folders === 1 && memories * 10 === many.memories)
    if (one === undefined) return []
    const grown = ratio(msOf(many, 'full'), msOf(one, 'full'))
    return [aim(`full pass, ${nameOf(one)} → ${nameOf(many)}`, MOST.growth, grown)]
  })
}

function aim(name: string, most: number, measured: number | undefined): Aim {
  return {
    aim: name,
    wanted: `at most ${most}×`,
    measured: measured === undefined ? '–' : `${measured.toFixed(2)}×`,
    verdict: measured === undefined ? 'not measured' : measured <= most ? 'met' : 'missed',
  }
}

const ratio = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a / b

export function nameOf({ memories, folders }: Measurement): string {
  const each = memories / folders
  return folders === 1 ? `${number(memories)} in one folder` : `${folders} folders of ${number(each)}`
}

function timedOf({ passes }: Measurement, kind: Pass['kind']): Timed | undefined {
  const measured = passes.find(pass => pass.kind === kind)?.measured
  return measured !== undefined && isTimed(measured) ? measured : undefined
}

const msOf = (one: Measurement, kind: Pass['kind']): number | undefined => timedOf(one, kind)?.ms

export function isTimed(measured: Measured): measured is Timed {
  return !('failed' in measured)
}

export function number(value: number): string {
  return value.toLocaleString('en-US')
}
