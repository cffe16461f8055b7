import { it } from 'vitest'
import { runKills } from '../../torture/kill/kills.ts'
it('x', async () => {
  const t = await runKills({ seed: 1, points: 40 , parallel: 2})
  console.log(JSON.stringify({ ...t, violations: undefined }, null, 1), t.violations.join('\n'))
}, 600000)
