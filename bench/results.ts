import type { Beside, Starts } from './beside.ts'
import type { Measured, Pass, Timed } from './passes.ts'

/** One arrangement of memories, and its passes. */
export interface Measurement {
  readonly memories: number
  readonly folders: number
  readonly characters: number
  readonly passes: readonly Pass[]
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

const MOST = { symbols: 2, again: 0.1, growth: 12, start: 1.5 }

/** All ratios are of figures of this run. */
export function aimsOf({ measurements, beside, starts }: Results): Aim[] {
  const lookups = 'failed' in beside ? undefined : beside
  return [
    aim(
      "symbol evidence, cold, against ripgrep's single pass",
      MOST.symbols,
      ratio(lookups?.symbolsCold.ms, lookups?.ripgrep.ms),
    ),
    ...measurements.map(one =>
      aim(
        `second pass against the first, ${nameOf(one)}`,
        MOST.again,
        ratio(msOf(one, 'second'), msOf(one, 'full')),
      ),
    ),
    ...growth(measurements),
    aim('dream --version against node -e 0', MOST.start, ratio(starts.dream, starts.node)),
  ]
}

/** From one folder of n to ten times as many memories in folders of a hundredth each. */
function growth(measurements: readonly Measurement[]): Aim[] {
  return measurements
    .filter(({ folders }) => folders > 1)
    .flatMap(many => {
      const one = measurements.find(
        ({ folders, memories }) => folders === 1 && memories * 10 === many.memories,
      )
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

function msOf({ passes }: Measurement, kind: Pass['kind']): number | undefined {
  const measured = passes.find(pass => pass.kind === kind)?.measured
  return measured !== undefined && isTimed(measured) ? measured.ms : undefined
}

export function isTimed(measured: Measured): measured is Timed {
  return !('failed' in measured)
}

export function number(value: number): string {
  return value.toLocaleString('en-US')
}
