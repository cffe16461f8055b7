// The second engine: notes in an Obsidian vault are its records, LanceDB finds them.
//   node examples/magma.mjs
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CCBReader, ConflictArbiter, ConsistencyChecker, MagmaAdapter } from 'dream'

const top = mkdtempSync(join(tmpdir(), 'dream-example-'))
const [memory, vault] = ['memory', 'vault'].map(name => join(top, name))
mkdirSync(memory)
mkdirSync(vault)
writeFileSync(
  join(memory, 'api.md'),
  '---\nname: Payment API\ntype: reference\n---\n\nThe payment API answers within 200 ms.\n',
)
// Everything of Dream's own stays in the temporary place too.
const place = { cwd: top, home: top, env: {} }

try {
  // 1. Read the memory files
  const ccbReader = new CCBReader(memory, place)
  const ccbDir = await ccbReader.readMemoryDirectory()
  console.log(`Found ${ccbDir.memoryFiles.length} memory files`)

  // 2. Open MAGMA, and give it something to keep
  const magmaAdapter = new MagmaAdapter({ lancedbPath: join(top, 'lancedb'), obsidianPath: vault, ...place })
  await magmaAdapter.initialize()
  await magmaAdapter.update({
    name: 'Payment API',
    text: 'The payment API answers within 350 ms.',
    type: 'reference',
  })
  const { hits, notes } = await magmaAdapter.search('how fast is the payment service', { limit: 3 })
  for (const note of notes) console.log(note)
  console.log(`Best answer: ${hits[0].document.text} (${hits[0].reasons.join(', ')})`)

  // 3. Do the two agree?
  const checker = new ConsistencyChecker(ccbReader, magmaAdapter)
  const { conflicts } = await checker.checkConsistency()
  for (const conflict of conflicts) {
    const strategy = await new ConflictArbiter(ccbReader, magmaAdapter).resolveConflict(conflict)
    console.log(`${conflict.ccb.file}: ${conflict.type}, ${conflict.severity}: ${strategy}`)
  }
  magmaAdapter.close()
} finally {
  rmSync(top, { recursive: true, force: true })
}
