import type { Where } from '../app/index.ts'
import { magmaHome, settingsOf } from '../config/index.ts'
import { errorWords, isFolder } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import type { Policy } from '../model/index.ts'

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
    const problems = [...(refine?.problems ?? []), ...(magma?.problems ?? [])]
    return problems.map(problem => `MAGMA: ${problem}`)
  } catch (error) {
    return [say().vault.skipped(errorWords(error))]
  }
}
