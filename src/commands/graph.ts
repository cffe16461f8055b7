import type { Call, Command } from './command.ts'
import { Refusal } from './errors.ts'
import { whereOf } from './where.ts'

export const graphCommand: Command = {
  name: 'graph',
  summary: 'the memories and their links, as Mermaid, DOT or JSON',
  arguments: [{ spelling: '[memory]', about: 'only this one and what it is linked to', completes: 'files' }],
  flags: ['format', 'relation', 'output', 'folder', 'project', 'allProjects', 'layout', 'env', 'json'],
  examples: [
    { line: 'dream graph', about: 'all of them, for a Markdown file' },
    { line: 'dream graph auth.md --format dot | dot -Tsvg > auth.svg', about: 'around one, as a picture' },
    { line: 'dream graph --relation causal --relation link', about: 'what led to what' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { EDGE_KINDS, memoryGraph } = await import('../vault/graph.ts')
  const { graphDot, graphMermaid } = await import('./render/graph.ts')
  const { shownJson } = await import('../report/json.ts')
  const { showText } = await import('../text/text.ts')
  const { writeTextFile } = await import('../disk/text-file.ts')
  const kindOf = (word: string) => {
    const kind = EDGE_KINDS.find(each => each === word)
    if (kind !== undefined) return kind
    throw new Refusal(`--relation knows ${EDGE_KINDS.join(', ')}, not ${word}.`)
  }
  const { flags, io } = call
  const [memory] = call.words
  const graph = memoryGraph({
    where: whereOf(call),
    settings: call.settings!.config,
    relations: (flags.relation ?? []).map(kindOf),
    ...(memory !== undefined && { memory }),
  })
  const format = flags.json === true ? 'json' : (flags.format ?? 'mermaid')
  const text =
    format === 'json'
      ? shownJson({ format: 'dream-graph', version: 1, ...graph })
      : format === 'dot'
        ? graphDot(graph)
        : graphMermaid(graph)
  for (const note of graph.notes) io.stderr.write(`dream: ${showText(note)}\n`)
  if (flags.output === undefined) io.stdout.write(text)
  else {
    writeTextFile(flags.output, text)
    io.stderr.write(`${showText(flags.output)} was written\n`)
  }
  return 0
}
