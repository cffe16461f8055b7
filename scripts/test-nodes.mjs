// Runs the core of the tests on every version of Node that is promised, then the packed package.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { binaryOf, fail, root, VERSIONS, withNode } from './node-binary.mjs'

const vitest = join(root, 'node_modules/vitest/vitest.mjs')

for (const version of VERSIONS) {
  const node = binaryOf(version)
  process.stdout.write(`\nNode ${version}\n`)
  const { status, signal } = spawnSync(node, [vitest, 'run', '--mode', 'nodes'], {
    cwd: root,
    env: withNode(node),
    stdio: 'inherit',
  })
  if (status !== 0)
    fail(`test-nodes: the tests failed on Node ${version} (${signal ?? `exit code ${status}`})`)
}
process.stdout.write(`\nThe core of the tests passed on Node ${VERSIONS.join(', ')}.\n`)

const { status } = spawnSync(process.execPath, [join(root, 'scripts/test-package.mjs'), ...VERSIONS], {
  stdio: 'inherit',
})
if (status !== 0) fail('test-nodes: the packed package failed')
