import { sayEarly } from '../languages/index.ts'
import { targetFor } from '../sources/index.ts'
import { readTarget } from './gates.ts'
import { type Answer, type AutoRequest, gateSettings, isDreaming, quickGate } from './request.ts'

/**
 * What hooks and the daemon call. With the gates closed it looks at two configuration files and one of its own, and
 * loads nothing else: an agent waits for it.
 */
export async function auto(request: AutoRequest): Promise<Answer> {
  if (isDreaming(request.env))
    return {
      did: 'nothing',
      gate: 'own-run',
      words: sayEarly().automation.closed(sayEarly().automation.ownRun),
    }
  const target = targetFor(request)
  const settings = gateSettings(request, target)
  const closed = quickGate(settings, readTarget(target), request)
  if (closed !== undefined) return { did: 'nothing', ...closed }
  if (request.look === 'elsewhere') {
    const { startAlone } = await import('./alone.ts')
    const session = request.session === undefined ? [] : ['--session', request.session]
    startAlone(['auto', '--quiet', ...session], request)
    return { did: 'asked-elsewhere', gate: 'open', words: '' }
  }
  const { lookAndStart } = await import('./look.ts')
  return lookAndStart(request, target, settings)
}
