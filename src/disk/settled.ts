/** A file that changed this short a time ago may change again within one tick of its clock. */
const SETTLED_NS = 2_000_000_000n

/** The moment before which a file's times can be trusted, in nanoseconds since 1970. */
export const settledBefore = (): bigint => BigInt(Date.now()) * 1_000_000n - SETTLED_NS
