import { type IndexState, LAYERS, type MagmaRebuild, type MagmaStatus } from '../../model/index.ts'
import { counted, newPage, type PageOptions } from '../../report/index.ts'

const STATE: Record<IndexState, string> = {
  ready: 'ready',
  behind: 'usable, and behind',
  absent: 'not built yet',
  'other-model': 'made with another model',
  damaged: 'damaged',
  unusable: 'cannot be used',
  off: 'off',
}

export function renderMagmaStatus(status: MagmaStatus, options: PageOptions): string {
  const { home, vault, records, layers, index, documents, notes } = status
  const page = newPage(options)
  page.text('MAGMA', 0, 'strong')
  const where =
    vault === 'obsidian' ? 'in the Obsidian vault' : "in Dream's state, because obsidian.vault is not set"
  page.text(`${counted(records, 'record')} ${where}: ${home}`, 2)
  page.text(
    `${counted(documents, 'document')} can be found; by layer: ${LAYERS.map(layer => `${layer} ${layers[layer]}`).join(', ')}`,
    2,
  )
  page.text(
    `vector index: ${STATE[index.state]}, ${indexWords(index)}`,
    2,
    index.state === 'unusable' ? 'bad' : undefined,
  )
  page.text(index.path, 4, 'quiet')
  for (const note of notes) page.text(note, 2, 'warn')
  if (index.state !== 'ready' && index.state !== 'off')
    page.text(`dream magma rebuild${options.place ?? ''}  builds it`, 2, 'quiet')
  return page.end()
}

function indexWords({ rows, model, dimensions, behind }: MagmaStatus['index']): string {
  const made = model === null ? '' : `, ${model} (${dimensions} numbers each)`
  return `${counted(rows, 'vector')}${made}${behind === 0 ? '' : `, ${behind} missing`}`
}

export function renderRebuild(rebuild: MagmaRebuild, options: PageOptions): string {
  const { index, embedded, kept, removed, seconds, notes } = rebuild
  const page = newPage(options)
  page.text(
    `The vector index holds ${indexWords(index)}: ${embedded} embedded, ${kept} unchanged, ${removed} removed, ${seconds.toFixed(1)} s.`,
  )
  page.text(index.path, 2, 'quiet')
  for (const note of notes) page.text(note, 0, 'warn')
  return page.end()
}
