import { bundle } from './bundle.ts'
import { tryCrowd } from './concurrency.ts'
import { sentences } from './found.ts'
import { runKills } from './kill/kills.ts'
import type { SIMULATED } from './simulated.ts'
import type { Trial } from './trials.ts'
import type { Variant } from './variants.ts'

/** Sets the harness that is meant for a broken variant on it; it stops at the first violation, or in the end. */
export async function bite(variant: Variant, first: number, ms: number): Promise<Trial> {
  const { caughtBy, patches, seed = first } = variant
  if (caughtBy === 'kill') {
    // Where the first file leaves its place; a sound Dream has no violations there either way.
    const calls = ({ path }: { path: string }) => path.endsWith('.old')
    const tally = await runKills({
      seed,
      points: 'all',
      only: ['apply'],
      calls,
      patches,
      budgetMs: ms,
      violations: 1,
    })
    return { tried: tally.kills, violations: sentences(tally.found) }
  }
  if (caughtBy === 'crowd') return biteCrowd(seed, ms, patches)
  const built = await bundle({ simulated: 'torture/simulated.ts' }, patches)
  try {
    const broken = (await import(built.path('simulated'))) as { SIMULATED: typeof SIMULATED }
    return await broken.SIMULATED[caughtBy](seed, { ms, violations: 1 })
  } finally {
    built.remove()
  }
}

/** Short rounds until one of them shows the fault: how many it takes depends on the machine, the result does not. */
async function biteCrowd(seed: number, ms: number, patches: Variant['patches']): Promise<Trial> {
  const crowd = { processes: 8, stoppers: 0, editor: false, skewed: false, ms: 1000, patches }
  const end = performance.now() + 2 * ms
  let trial = await tryCrowd({ ...crowd, seed })
  for (let round = 1; trial.violations.length === 0 && performance.now() < end; round += 1)
    trial = await tryCrowd({ ...crowd, seed: seed + round })
  return trial
}
