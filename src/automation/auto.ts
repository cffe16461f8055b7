import { readTarget, targetOf } from '../app/index.ts'
import { type Answer, type AutoRequest, gateSettings, isDreaming, quickGate } from './request.ts'

/**
 * What hooks and the daemon call. With the gates closed it looks at two configuration files and one of its own, and
 * loads nothing else: an agent waits for it.
 */
export async function auto(request: AutoRequest): Promise<Answer> {
  if (isDreaming(request.env))
    return { did: 'nothing', gate: 'own-run', words: "closed: this is one of Dream's own runs" }
  const target = targetOf(request)
  const settings = await gateSettings(request, target)
  const closed = quickGate(settings, readTarget(target), request)
  if (closed !== undefined) return { did: 'nothing', ...closed }
  const { lookAndStart } = await import('./look.ts')
  return lookAndStart(request, target, settings)
}
