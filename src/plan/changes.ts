import type { Action, ArchiveAction, Finding, Memory, Piece, Snapshot, WriteAction } from '../model/index.ts'
import { replacementsIn } from './after.ts'
import { makeRedirector, type Redirect } from './links.ts'
import { joinPieces, mergePieces } from './pieces.ts'
import { type Removal, rulesOf } from './removal.ts'

/**
 * What has to be done for these to go. Replacements take over first, so that a crash leaves a sentence twice and never
 * nowhere; then the archives; then links, each waiting for the archive that makes it dangle.
 */
export function changes(before: Snapshot, removals: readonly Removal[], left: Snapshot): Action[] {
  if (removals.length === 0) return []
  const { memories } = before.folder
  const finals = new Map(left.folder.memories.map(memory => [memory.file, memory]))
  const takenOver = new Map(
    removals.flatMap(one => (one.carriedOver.length > 0 ? [[one.replacement!, one] as const] : [])).reverse(),
  )
  const originals = new Map(memories.map(memory => [memory.file, memory]))
  const redirect = makeRedirector(memories, replacementsIn(removals))
  const changed = memories.filter(({ file, body }) => finals.has(file) && finals.get(file)!.body !== body)
  return [
    ...changed.flatMap(memory => {
      const source = takenOver.get(memory.file)
      return source === undefined ? [] : [takeOver(memory, finals.get(memory.file)!, source)]
    }),
    ...removals.map(removal => archive(originals.get(removal.file)!, removal)).sort(byFile),
    ...changed
      .filter(({ file }) => !takenOver.has(file))
      .map(memory => repairLinks(memory, finals.get(memory.file)!, redirect(memory.body))),
  ]
}

const byFile = (a: Action, b: Action): number => (a.file < b.file ? -1 : 1)

function archive({ file, hash }: Memory, { finding, replacement, carriedOver }: Removal): ArchiveAction {
  const needs = replacement !== undefined && carriedOver.length > 0 ? [replacement] : []
  const reason = rulesOf(finding).reason?.(finding) ?? { why: finding.kind }
  return { kind: 'archive', file, expect: hash, needs, reason, ...named(finding) }
}

/** The finding that an action follows from. */
export const named = ({ id }: Finding): Pick<Action, 'finding'> => (id === undefined ? {} : { finding: id })

/** Appended where that is all; where links change too the file is written whole. */
function takeOver(memory: Memory, final: Memory, { file: from, finding }: Removal): Action {
  const { file, hash, size, head, body } = memory
  const common = { file, expect: hash, needs: [], reason: { why: 'merge', from }, ...named(finding) } as const
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
