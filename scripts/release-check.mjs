// Refuses a release whose tag is not the version, whose version is not told in CHANGELOG.md, or that nobody owns yet.
import { readFileSync } from 'node:fs'

const { version, repository, mcpName } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)
const code = readFileSync(new URL('../src/version.ts', import.meta.url), 'utf8')
const changes = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8')
const server = JSON.parse(readFileSync(new URL('../server.json', import.meta.url), 'utf8'))
const tag = process.argv[2] ?? ''

const faults = [
  tag !== `v${version}` && `the tag is ${tag || 'missing'}, and package.json has version ${version}`,
  !code.includes(`'${version}'`) && `src/version.ts does not say ${version}`,
  !changes.split('\n').some(line => line.startsWith(`## ${version}`) && !line.includes('unreleased')) &&
    `CHANGELOG.md has no section ${version}, or calls it unreleased`,
  repository.url.includes('/your-org/') && 'package.json: put your own repository in place of your-org',
  (server.name.includes('OWNER') || mcpName !== server.name) &&
    'server.json: put your own account in place of OWNER, and the same name as mcpName into package.json',
].filter(fault => fault !== false)

for (const fault of faults) process.stderr.write(`release-check: ${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
