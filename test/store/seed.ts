/** A different slice each run; a failure names what repeats it. `DREAM_SEED=n` plays one again. */
export const seed = Number(process.env['DREAM_SEED'] ?? Math.floor(Math.random() * 1_000_000))
