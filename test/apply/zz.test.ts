import { it } from 'vitest'
import { playPowerLoss } from '../../torture/power-loss.ts'
it('x', async () => {
  Error.stackTraceLimit = 5
  const start = performance.now()
  let states = 0, disks = 0
  const kinds = new Map<string, [number,string]>()
  const until = start + 8000
  let seed = 1
  for (; performance.now() < until; seed++) {
    const t = await playPowerLoss(seed, { fates: 48, again: 0.05 })
    states += t.states; disks += t.disks
    for (const v of t.violations) {
      const k = v.slice(v.indexOf(',')+2).replace(/at change \d+/g,'at N').replace(/[0-9a-f]{12,}/g,'H').replace(/\d+/g,'#')
      const e = kinds.get(k) ?? [0, v]; e[0]++; kinds.set(k, e)
    }
  }
  const min = (performance.now()-start)/60000
  console.log(seed, states, disks, Math.round(states/min), 'per minute;', Math.round(disks/min))
  for (const [k,[n,v]] of [...kinds].sort((a,b)=>b[1][0]-a[1][0]).slice(0,60)) console.log(n, v)
}, 600000)
