import type { Finding, Rules, Snapshot } from '../model/index.ts'

/** A check is a value: it looks at what was read and says what is wrong. Whether to act is decided in plan/. */
export interface Check {
  readonly name: string
  find(snapshot: Snapshot, rules: Rules): Finding[]
}
