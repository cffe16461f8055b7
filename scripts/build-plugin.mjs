// Builds what the plugin for Claude Code runs: `plugin/dream.js`, which is all that a hook loads, and `plugin/program.js`, the rest.
// Both are committed, so that the plugin needs no installation; `node scripts/build-plugin.mjs DIR` builds them somewhere else.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const outDir = resolve(process.argv[2] ?? join(root, 'plugin'))

/** What `src/bin.ts` and a hook load only when they need it. */
const LATER = [
  'cli/main.ts',
  'cli/process-io.ts',
  'app/sightings.ts',
  'automation/look.ts',
  'commands/morning.ts',
].map(path => join(root, 'src', path))
/** Too large, or for other machines. Whoever uses them installs Dream; their absence is told where they are asked for. */
const LEFT_OUT = [/^@lancedb\//, /^apache-arrow$/, /^@ai-sdk\//, /^pg$/, /^graphile-worker$/]

const packages = new Map()
const shared = {
  cwd: root,
  config: false,
  outDir,
  clean: false,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  fixedExtension: false,
  dts: false,
  minify: true,
  logLevel: 'error',
  treeshake: { moduleSideEffects: false },
  external: LEFT_OUT,
  noExternal: id => !LEFT_OUT.some(each => each.test(id)),
  outputOptions: { codeSplitting: false },
}

await build({
  ...shared,
  entry: { dream: 'src/bin.ts' },
  plugins: [
    { name: 'later', resolveId: { order: 'pre', handler: laterFile } },
    { name: 'used', generateBundle: noteUsed },
  ],
})
await build({
  ...shared,
  entry: { program: 'later' },
  plugins: [
    {
      name: 'program',
      resolveId: { order: 'pre', handler: id => (id === 'later' ? id : undefined) },
      load: id =>
        id === 'later' ? LATER.map(path => `export * from ${JSON.stringify(path)}`).join('\n') : undefined,
    },
    { name: 'used', generateBundle: noteUsed },
  ],
})
writeFileSync(join(outDir, 'LICENSES.txt'), licences())

function laterFile(source, importer) {
  if (importer === undefined || !source.startsWith('.')) return undefined
  return LATER.includes(resolve(dirname(importer), source))
    ? { id: './program.js', external: true }
    : undefined
}

/** Of which packages something is in the bundle. */
function noteUsed(_, bundle) {
  for (const { modules = {} } of Object.values(bundle))
    for (const path of Object.keys(modules)) {
      const [, folder, name] = /^(.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+))[\\/]/.exec(path) ?? []
      if (folder !== undefined) packages.set(name, folder)
    }
}

function licences() {
  const texts = [...packages].sort().map(([name, folder]) => {
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find(each => /^licen[cs]e/i.test(each))
    if (file === undefined) throw new Error(`${name} comes without a licence text`)
    return section(`${name} ${version} (${license})`, readFileSync(join(folder, file), 'utf8'))
  })
  return [section('Dream (MIT)', readFileSync(join(root, 'LICENSE'), 'utf8')), ...texts].join('\n')
}

function section(title, text) {
  return `${title}\n${'='.repeat(title.length)}\n\n${text.replaceAll('\r\n', '\n').trim()}\n`
}
