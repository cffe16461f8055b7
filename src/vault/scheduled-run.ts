import type { Where } from '../app/index.ts'
import { magmaHome, settingsOf } from '../config/index.ts'
import { errorWords, isFolder } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import type { Policy } from '../model/index.ts'

import { checkEngines } from './check.ts'
import { consolidateEngines } from './consolidate.ts'
import { goneWords } from './place.ts'

/**
 * M14: a scheduled run maintains MAGMA too, where somebody uses it: a vault is set, or it has records. What goes wrong there is a
 * sentence, and no reason for a failed run.
 */
export async function maintainScheduled(where: Where, policy: Policy): Promise<string[]> {
  try {
    const { config: settings } = await settingsOf(where)
    const home = magmaHome(where, settings)
    if (!settings.magma.enabled || (home.kind === 'state' && !isFolder(home.folder))) return []
    if (home.state === 'missing') return [say().vault.skipped(goneWords(home))]
    const { refine, magma } = await consolidateEngines({
      where,
      settings,
      policy,
      mode: 'live',
      parts: ['refine', 'magma'],
    })
    // A10: what the rules may settle alone is settled; the rest waits in the queue.
    const { resolved, waiting } = await checkEngines(where, { ...settings, rules: policy.rules }, 'fix')
    const missed = resolved.flatMap(({ did, file, detail }) =>
      did === 'settled' ? [] : [`${file}: ${detail ?? did}`],
    )
    const settled = resolved.length - missed.length
    const problems = [...(refine?.problems ?? []), ...(magma?.problems ?? []), ...missed]
    return [
      ...problems.map(problem => `MAGMA: ${problem}`),
      ...(settled + waiting.length === 0 ? [] : [say().vault.inStep(settled, waiting.length)]),
    ]
  } catch (error) {
    return [say().vault.skipped(errorWords(error))]
  }
}
