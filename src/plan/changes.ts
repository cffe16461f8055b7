import type {
  Action,
  ArchiveAction,
  FileName,
  Memory,
  Piece,
  Reason,
  Snapshot,
  WriteAction,
} from '../model/index.ts'
import { heirsOf } from './after.ts'
import { makeRedirector, type Redirect } from './links.ts'
import { joinPieces, mergePieces } from './pieces.ts'
import type { Departure } from './removal.ts'

/**
 * What has to be done for these to go. Heirs take over first, so that a crash leaves a sentence twice and never nowhere;
 * then the archives; then links, each waiting for the archive that makes it dangle.
 */
export function changes(before: Snapshot, departures: readonly Departure[], left: Snapshot): Action[] {
  if (departures.length === 0) return []
  const { memories } = before.folder
  const finals = new Map(left.folder.memories.map(memory => [memory.file, memory]))
  const heirs = new Map(
    departures.flatMap(one => (one.bequest.length > 0 ? [[one.heir!, one.file] as const] : [])).reverse(),
  )
  const originals = new Map(memories.map(memory => [memory.file, memory]))
  const redirect = makeRedirector(memories, heirsOf(departures))
  const changed = memories.filter(({ file, body }) => finals.has(file) && finals.get(file)!.body !== body)
  return [
    ...changed.flatMap(memory => {
      const source = heirs.get(memory.file)
      return source === undefined ? [] : [takeOver(memory, finals.get(memory.file)!, source)]
    }),
    ...departures.map(departure => archive(originals.get(departure.file)!, departure)).sort(byFile),
    ...changed
      .filter(({ file }) => !heirs.has(file))
      .map(memory => repairLinks(memory, finals.get(memory.file)!, redirect(memory.body))),
  ]
}

const byFile = (a: Action, b: Action): number => (a.file < b.file ? -1 : 1)

function archive({ file, hash }: Memory, { ground, heir, bequest }: Departure): ArchiveAction {
  const needs = heir !== undefined && bequest.length > 0 ? [heir] : []
  return { kind: 'archive', file, expect: hash, needs, reason: reasonFor(ground) }
}

function reasonFor(ground: Departure['ground']): Reason {
  if (ground.kind === 'duplicate') return { why: 'duplicate', of: ground.of }
  if (ground.kind === 'contradiction') return { why: 'contradicted', by: ground.by }
  if (ground.kind === 'promoted') return { why: 'promoted', to: ground.document }
  if (ground.kind === 'finished') return { why: 'finished' }
  if (ground.kind === 'superseded') return { why: 'superseded', by: ground.by }
  if (ground.kind === 'project-inactive' || ground.kind === 'taken-out-of-index') return { why: ground.kind }
  const missing = ground.missing.map(({ reference }) => reference.text)
  return { why: ground.kind === 'mostly-stale' ? 'mostly-stale' : 'fully-stale', missing }
}

/** Appended where that is all; where links change too the file is written whole. */
function takeOver(memory: Memory, final: Memory, source: FileName): Action {
  const { file, hash, size, head, body } = memory
  const common = { file, expect: hash, needs: [], reason: { why: 'merge', from: source } } as const
  return final.head === head && final.body.startsWith(body)
    ? { kind: 'append', ...common, expectLength: size, text: final.body.slice(body.length) }
    : { kind: 'write', ...common, pieces: [{ text: final.head + final.body }] }
}

function repairLinks(memory: Memory, final: Memory, redirects: readonly Redirect[]): WriteAction {
  const targets = [...new Set(redirects.map(({ heir }) => heir))].sort()
  const gone = new Set(redirects.map(one => one.gone))
  const pieces = redirectPieces(memory, redirects)
  const text = final.head + final.body
  const isSame = joinPieces(pieces, gone) === text
  return {
    kind: 'write',
    file: memory.file,
    expect: memory.hash,
    reason: { why: 'links-repaired', targets },
    // Where the rounds of deciding led to another text than one step does, it is all or nothing.
    needs: isSame ? [] : [...gone].sort(),
    pieces: isSame ? pieces : [{ text }],
  }
}

function redirectPieces({ head, body }: Memory, redirects: readonly Redirect[]): Piece[] {
  const pieces: Piece[] = [{ text: head }]
  let at = 0
  for (const { start, end, text, gone } of redirects) {
    pieces.push({ text: body.slice(at, start) })
    pieces.push({ text: body.slice(start, end), unlessDone: gone }, { text, onlyIfDone: gone })
    at = end
  }
  return mergePieces([...pieces, { text: body.slice(at) }])
}
