// Programs of others that Dream is tried with, each in the version that is named here: `node scripts/outside-tool.mjs claude` prints
// where it lies. Fetched once from the npm registry and kept below node_modules; nobody who uses Dream needs them.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fail, fetchPackage, root } from './node-binary.mjs'

const { platform, arch } = process
const claude = `@anthropic-ai/claude-code-${platform}-${arch}`

const TOOLS = {
  // The program itself, without the package that only chooses one for the platform.
  claude: { wanted: `${claude}@2.1.197`, file: `${claude}/claude` },
  codex: { wanted: '@openai/codex@0.169.0', file: '@openai/codex/bin/codex.js' },
  gemini: { wanted: '@google/gemini-cli@0.61.0', file: '@google/gemini-cli/bundle/gemini.js' },
  // Needs Node 24.
  openclaw: { wanted: 'openclaw@2026.9.6', file: 'openclaw/openclaw.mjs' },
  inspector: {
    wanted: '@modelcontextprotocol/inspector@2.12.0',
    file: '@modelcontextprotocol/inspector/clients/launcher/build/index.js',
  },
}

const tool = TOOLS[process.argv[2]]
if (tool === undefined) fail(`usage: node scripts/outside-tool.mjs ${Object.keys(TOOLS).join('|')}`)
const place = join(root, 'node_modules/.cache/dream-outside', tool.wanted.replaceAll('/', '+'))
const path = join(place, 'node_modules', tool.file)
if (!existsSync(path)) fetchPackage(place, tool.wanted)
if (!existsSync(path)) fail(`${tool.wanted} was fetched, and ${path} is not there`)
process.stdout.write(`${path}\n`)
