import type { Policy } from '../index.ts'
import type { Flags } from './flags.ts'

export function policyOf(flags: Flags, defaults: Policy): Policy {
  return {
    rules: flags.rules ?? defaults.rules,
    index: flags.rebuildIndex === true ? 'rebuild' : defaults.index,
    merge: flags.merge ?? defaults.merge,
    large: flags.allowLarge === true ? 'allow' : defaults.large,
    recentDays: flags.recentDays ?? defaults.recentDays,
  }
}
