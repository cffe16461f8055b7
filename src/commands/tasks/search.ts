import { foldersOf, noFolderHere, type Where } from '../../app/index.ts'
import { CrossSystemInterop } from '../../compat/index.ts'
import type { Config } from '../../config/index.ts'
import { parseSnapshot } from '../../journal/index.ts'
import { DreamError, type FoundMemory, type SearchAnswer } from '../../model/index.ts'
import { noteSearch } from '../../search/index.ts'
import { openclaw, readText, type Workspace } from '../../sources/index.ts'

export interface SearchRequest {
  readonly where: Where
  readonly query: string
  readonly settings: Config
  readonly limit?: number
  /** Which engines; else what is configured. */
  readonly engine?: 'ccb' | 'magma' | 'both'
  readonly verify?: boolean
}

/** `dream search`: ranked by M4 over every folder that is found; J11 where one of them is a journal workspace. */
export async function search(request: SearchRequest): Promise<SearchAnswer> {
  const { where, query, limit } = request
  if (foldersOf(where).length === 0) throw new DreamError(noFolderHere(where), 2)
  const interop = new CrossSystemInterop(where, { settings: settingsFor(request) })
  try {
    await interop.initialize()
    const answer = await interop.retrieve({
      query,
      ...(limit !== undefined && { limit }),
      ...(request.verify === true && { verify: true }),
    })
    interop.keep()
    noteSearch(where, query)
    const workspaces = interop.opened!.folders.flatMap(({ workspace }) =>
      workspace === undefined ? [] : [workspace],
    )
    const [workspace] = workspaces
    return workspace === undefined ? answer : journalAnswer(answer, where, workspace)
  } finally {
    await interop.close()
  }
}

const STRATEGIES = { ccb: 'ccb-only', magma: 'magma-only', both: 'both' } as const

function settingsFor({ settings, engine }: SearchRequest): Config {
  if (engine === undefined) return settings
  return { ...settings, retrieval: { ...settings.retrieval, defaultStrategy: STRATEGIES[engine] } }
}

/** J11: OpenClaw's own search answers for journals and snapshot where it is there. */
function journalAnswer(answer: SearchAnswer, where: Where, workspace: Workspace): SearchAnswer {
  const native = openclaw(where.env, ['memory', 'search', answer.query])
  const { language } = parseSnapshot(snapshotText(workspace))
  if (native === undefined) return { ...answer, language, memoryBy: 'dream' }
  const others = answer.hits.filter(({ part }) => part !== 'journal' && part !== 'snapshot')
  return { ...answer, language, memoryBy: 'openclaw', hits: [...nativeHits(native, workspace), ...others] }
}

function snapshotText(workspace: Workspace): string {
  try {
    return readText(workspace, workspace.snapshot).text
  } catch (error) {
    if (error instanceof DreamError) return ''
    throw error
  }
}

const MOST_NATIVE = 20

/** What `openclaw memory search` printed, a line each. */
function nativeHits(said: string, { root, snapshot }: Workspace): FoundMemory[] {
  const lines = said.split('\n').map(line => line.trim())
  return lines
    .filter(line => line !== '')
    .slice(0, MOST_NATIVE)
    .map((text, at) => ({
      id: `openclaw#${at}`,
      engines: [],
      part: 'journal',
      root,
      file: snapshot,
      source: 'openclaw memory search',
      title: '',
      description: '',
      text,
      tokens: 0,
      score: 1,
      type: null,
      layer: null,
      day: null,
      supersededBy: null,
      weight: 1,
      reasons: ['found by openclaw'],
      also: [],
    }))
}
