// One question to memory files, journals and MAGMA.
//   node examples/search.mjs
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CrossSystemInterop, IntelligentRouter, IntentClassifier, recallGate } from 'dream'

const top = mkdtempSync(join(tmpdir(), 'dream-example-'))
const memory = join(top, 'memory')
mkdirSync(memory)
const note = (file, name, type, text) =>
  writeFileSync(join(memory, file), `---\nname: ${name}\ntype: ${type}\n---\n\n${text}\n`)
note('editor.md', 'Editor', 'user', 'The user prefers a dark theme and tabs of two spaces.')
note(
  'queue.md',
  'Queue',
  'project',
  'We left Redis for the job queue because it lost jobs when it was restarted.',
)
note('deploy.md', 'Deploy', 'reference', 'Deploys happen from the release branch, never on Fridays.')
// Everything of Dream's own stays in the temporary place too.
const place = { cwd: top, home: top, env: {} }

try {
  // Cross-system search: files first, MAGMA only where it is wanted and they do not suffice
  const interop = new CrossSystemInterop(memory, place)
  await interop.initialize()
  const results = await interop.retrieve({
    query: 'user preferences',
    limit: 10,
    searchCCB: true,
    searchMAGMA: false,
  })
  for (const { source, text, reasons } of results.hits)
    console.log(`${source}: ${text.trim()} (${reasons.join('; ')})`)

  // The parts by themselves
  const why = await interop.retrieve({ query: 'why did we leave redis?', limit: 1, searchMAGMA: false })
  console.log(`${why.intent.kind}: ${why.hits[0].title}`)
  console.log(new IntelligentRouter().route(why.intent).why)
  const classifier = new IntentClassifier({
    settings: {
      enableLLM: false,
      enableRules: true,
      llmConfidenceThreshold: 0.7,
      ruleConfidenceThreshold: 0.5,
      cacheEnabled: false,
    },
  })
  console.log((await classifier.classify('什么时候上线的？')).kind)

  // What would be lost if a memory went?
  const before = results.hits.map(hit => ({ ...hit, engine: 'ccb' }))
  const gate = recallGate({ before, after: before.filter(hit => hit.file !== 'editor.md') })
  console.log(`${gate.outcome}: ${gate.blamed.map(({ id }) => id.split('/')[1]).join(', ')}`)
} finally {
  rmSync(top, { recursive: true })
}
