import type { Policy } from '../model/index.ts'
import type { Call } from './command.ts'

/** What may happen without a person: the settings in force, and the flags over them. */
export async function policyOf({ flags, settings }: Call): Promise<Policy> {
  const { DEFAULT_POLICY } = await import('../model/plan.ts')
  const { policyFrom } = await import('../app/settings.ts')
  const configured = settings === undefined ? DEFAULT_POLICY : policyFrom(settings)
  const { expiry } = configured
  return {
    ...configured,
    rules: flags.rules ?? configured.rules,
    index: flags.rebuildIndex === true ? 'rebuild' : configured.index,
    merge: flags.merge ?? configured.merge,
    large: flags.allowLarge === true ? 'allow' : configured.large,
    recentDays: flags.recentDays ?? configured.recentDays,
    expiry:
      flags.checkLinks === true
        ? { ...expiry, reference: { ...expiry.reference, checkLinks: true } }
        : expiry,
  }
}
