/**
 * How much of a campaign runs: `npm test` tries a little of everything, `npm run test:slow` a great deal more of what
 * imports this file. `npm run torture` goes on for as long as it is told to.
 */
const level = process.env['DREAM_TESTS'] === 'slow' ? 'slow' : 'quick'

export function atLevel<Amount>(amounts: { readonly quick: Amount; readonly slow: Amount }): Amount {
  return amounts[level]
}

/** How many worlds a property is tried on; any number by `DREAM_RUNS`. */
export const runs = { numRuns: Number(process.env['DREAM_RUNS'] ?? atLevel({ quick: 20, slow: 300 })) }
