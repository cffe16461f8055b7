import { readFileSync } from 'node:fs'
import { it } from 'vitest'
import { runKills } from '../../torture/kill/kills.ts'
it('x', async () => {
  const t = await runKills({ seed: Number(process.env.SEED ?? 1), points: Number(process.env.POINTS ?? 40) , parallel: 2})
  const f = readFileSync('/proc/self/stat', 'utf8').split(' ')
  console.log(f.slice(13, 17), JSON.stringify({ ...t, violations: undefined }, null, 1), t.violations.join('\n'))
}, 600000)
