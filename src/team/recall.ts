import type { Where } from '../app/index.ts'
import { DreamError } from '../model/index.ts'
import {
  askedTerms,
  type Found,
  type FoundMemory,
  type RecallDocument,
  type SearchAnswer,
  vectorText,
} from '../search/index.ts'
import { fuse } from '../vault/index.ts'
import { sharedFolders } from './move.ts'
import { type TeamPlace, type TeamSettings, withTeam } from './place.ts'

/** What the team has to a question: ranks by meaning and by words, and the documents that they name. */
interface TeamAnswer {
  readonly near: readonly Found[]
  readonly worded: readonly Found[]
  readonly documents: ReadonlyMap<string, RecallDocument>
}

interface Row {
  readonly how: 'near' | 'words'
  readonly score: number
  readonly scope: string
  readonly id: string
  readonly title: string
  readonly description: string
  readonly text: string
  readonly type: string | null
  readonly layer: RecallDocument['layer']
  readonly day: string | null
  readonly machine: string
  readonly agent: string
}

/** Asks the whole team at once; `own` are the scopes of this machine, whose notes lie here as files already. */
export async function askTeam(
  place: TeamPlace,
  query: string,
  limit: number,
  own: ReadonlySet<string> = new Set(),
): Promise<TeamAnswer> {
  const { database, embedder } = place
  const [vector] = (await embedder?.embedAll([query])) ?? []
  const { terms, importance } = askedTerms(query)
  // One statement: what is found by either way, with its text.
  const rows = await database.query<Row>(
    `with found as (
       select 'near' as how, * from dream.by_meaning($1, $2, null, $5) where $1::text is not null
       union all select 'words', * from dream.by_words($3, $4, null, $5))
     select how, score, r.scope, r.id, title, description, text, type, layer, day, machine, agent
     from found join dream.records r on r.scope = found.scope and r.id = found.id and r.state = 'live'
     order by score desc`,
    [vector === undefined ? null : vectorText(vector), embedder?.name ?? '', terms, importance, limit],
  )
  const others = rows.filter(({ scope }) => !own.has(scope))
  const by = (way: Row['how']): Found[] =>
    others
      .filter(({ how }) => how === way)
      .map(({ scope, id, score }) => ({ id: `${scope}/${id}`, score: Number(score) }))
  const documents = new Map(others.map(row => [`${row.scope}/${row.id}`, documentOf(row)]))
  return { near: by('near'), worded: by('words'), documents }
}

function documentOf({ scope, id, machine, agent, how: _, score: __, ...rest }: Row): RecallDocument {
  return {
    ...rest,
    id: `${scope}/${id}`,
    engine: 'magma',
    part: 'record',
    root: `team:${scope}`,
    file: id,
    source: `${scope}/${id} (${agent}, ${machine})`,
    supersededBy: null,
    weight: 1,
  }
}

/** Below this two texts have nothing to do with each other. */
const LEAST = 0.3
const SHOWN = 2000

/** Adds what other scopes of the team know, rank by rank. Where the team cannot be asked, a note says so. */
export async function withTeamHits(
  where: Where,
  settings: TeamSettings,
  answer: SearchAnswer,
  limit: number,
): Promise<SearchAnswer> {
  if (settings.store.kind !== 'postgres') return answer
  const searched = new Set(answer.folders.map(({ root }) => root))
  const own = sharedFolders(where, settings).filter(({ folder }) => searched.has(folder.root))
  try {
    const { near, worded, documents } = await withTeam(where, settings, place =>
      askTeam(place, answer.query, Math.max(50, limit), new Set(own.map(({ scope }) => scope))),
    )
    const fused = fuse(
      near.filter(({ score }) => score >= LEAST),
      worded,
      documents,
    )
    const found = fused.map(({ document: { engine, ...document }, score, reasons }): FoundMemory => {
      const text = document.text.slice(0, SHOWN)
      return {
        ...document,
        text,
        engines: [engine],
        tokens: Math.ceil(text.length / 4),
        score,
        reasons,
        also: [],
      }
    })
    const longest = Math.max(answer.hits.length, found.length)
    const both = Array.from({ length: longest }, (_, rank) => [answer.hits[rank], found[rank]]).flat()
    const hits = both.filter(hit => hit !== undefined).slice(0, limit)
    const sureness = answer.sureness === 'nothing' && hits.length > 0 ? 'not-sure' : answer.sureness
    return { ...answer, hits, sureness }
  } catch (error) {
    if (!(error instanceof DreamError)) throw error
    return { ...answer, notes: [...answer.notes, error.sentence] }
  }
}

/** Documents of the team lie in no folder of this machine. */
export const isOfTeam = ({ root }: Pick<RecallDocument, 'root'>): boolean => root.startsWith('team:')
