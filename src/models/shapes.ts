import { z } from 'zod'

/** Words worth keeping. Kinds and lengths are looked at by us, one by one: one wrong word must not cost the others. */
export const pointedAt = z.object({
  memories: z.array(z.object({ type: z.string(), quote: z.string(), why: z.string().nullish() })),
})

/** A memory in a model's words. */
export const reworded = z.object({
  name: z.string(),
  description: z.string(),
  what: z.string(),
  why: z.string().nullish(),
  howToApply: z.string().nullish(),
})
