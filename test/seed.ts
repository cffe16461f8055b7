/**
 * Which random cases are tried: the same ones each time, so that a red run is the fault of a change and not of luck.
 * `DREAM_SEED=random` tries others, `DREAM_SEED=n` plays one again; a failure names its number.
 */
const asked = process.env['DREAM_SEED'] ?? '20261118'

export const seed = asked === 'random' ? Math.floor(Math.random() * 1_000_000) : Number(asked)
