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
import { replacementsOf } from './after.ts'
import { makeRedirector, type Redirect } from './links.ts'
import { joinPieces, mergePieces } from './pieces.ts'
import type { Removal } from './removal.ts'

/**
 * What has to be done for these to go. Heirs take over first, so that a crash leaves a sentence twice and never nowhere;
 * then the archives; then links, each waiting for the archive that makes it dangle.
 */
export function changes(before: Snapshot, removals: readonly Removal[], left: Snapshot): Action[] {
  if (removals.length === 0) return []
  const { memories } = before.folder
  const finals = new Map(left.folder.memories.map(memory => [memory.file, memory]))
  const replacements = new Map(
    removals
      .flatMap(one => (one.carriedOverSentences.length > 0 ? [[one.replacement!, one.file] as const] : []))
      .reverse(),
  )
  const originals = new Map(memories.map(memory => [memory.file, memory]))
  const redirect = makeRedirector(memories, replacementsOf(removals))
  const changed = memories.filter(({ file, body }) => finals.has(file) && finals.get(file)!.body !== body)
  return [
    ...changed.flatMap(memory => {
      const source = replacements.get(memory.file)
      return source === undefined ? [] : [takeOver(memory, finals.get(memory.file)!, source)]
    }),
    ...removals.map(removal => archive(originals.get(removal.file)!, removal)).sort(byFile),
    ...changed
      .filter(({ file }) => !replacements.has(file))
      .map(memory => repairLinks(memory, finals.get(memory.file)!, redirect(memory.body))),
  ]
}

const byFile = (a: Action, b: Action): number => (a.file < b.file ? -1 : 1)

function archive(
  { file, hash }: Memory,
  { reason, replacement, carriedOverSentences }: Removal,
): ArchiveAction {
  const needs = replacement !== undefined && carriedOverSentences.length > 0 ? [replacement] : []
  return { kind: 'archive', file, expect: hash, needs, reason: reasonFor(reason) }
}

function reasonFor(reason: Removal['reason']): Reason {
  if (reason.kind === 'duplicate') return { why: 'duplicate', of: reason.of }
  if (reason.kind === 'contradiction') return { why: 'contradicted', by: reason.by }
  if (reason.kind === 'promoted') return { why: 'promoted', to: reason.document }
  if (reason.kind === 'finished') return { why: 'finished' }
  if (reason.kind === 'superseded') return { why: 'superseded', by: reason.by }
  if (reason.kind === 'project-inactive' || reason.kind === 'taken-out-of-index') return { why: reason.kind }
  const missing = reason.missing.map(({ reference }) => reference.text)
  return { why: reason.kind === 'mostly-stale' ? 'mostly-stale' : 'fully-stale', missing }
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
  const targets = [...new Set(redirects.map(({ replacement }) => replacement))].sort()
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
