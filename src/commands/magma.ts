import { say } from '../languages/index.ts'
import type { Page } from '../report/index.ts'
import { LAYERS } from '../search/index.ts'
import { type MagmaStatus, magmaStatus } from '../vault/index.ts'
import { command } from './command.ts'
import { FOLDERS } from './options.ts'

export const magma = command({
  name: 'magma',
  group: 'engines',
  help: say => say.help.magma,
  effect: 'read',
  settings: 'follow',
  input: FOLDERS,
  examples: ['dream magma', 'dream magma rebuild', 'dream magma check'],
  run: async ({ where, settings }) => magmaStatus(where, settings.config),
  format: 'magma-status',
  render: (status, page, { place }) => writeStatus(status, page, place),
})

function writeStatus(status: MagmaStatus, page: Page, place: string): Page {
  const { index } = status
  const words = say().engines.magma
  const where = status.vault === 'obsidian' ? words.inVault : words.inState
  const layers = LAYERS.map(layer => `${layer} ${status.layers[layer]}`).join(', ')
  page.text('MAGMA', 0, 'strong')
  page.text(words.records(status.records, where, status.home), 2)
  page.text(words.documents(status.documents, layers), 2)
  const isBad = index.state === 'unusable'
  page.text(words.index(words.states[index.state], indexWords(index)), 2, isBad ? 'bad' : undefined)
  page.text(index.path, 4, 'quiet')
  for (const note of status.notes) page.text(note, 2, 'warn')
  if (index.state !== 'ready' && index.state !== 'off')
    page.text(`dream magma rebuild${place}  ${words.builds}`, 2, 'quiet')
  return page
}

export const indexWords = ({ rows, model, dimensions, behind }: MagmaStatus['index']): string =>
  say().engines.magma.vectors(rows, model, dimensions ?? 0, behind)
