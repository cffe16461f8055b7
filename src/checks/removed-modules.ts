/**
 * # Removed parts of the project
 *
 * Finds notes that speak of a part of the project which git removed whole after they were written: a module by the name of
 * its folder (`courier/courier.py`, `pay-bridge/`), also where they spell no path. All notes about it are one event (D38).
 *
 * Wrong to use with plain words, which mean something else most of the time: only names with a mark in them or names that
 * the main file has too are looked for, and only where nothing else of the project has that name. A record of its day, and a
 * sentence that says that the thing is gone, are left alone; one passing mention is not told.
 *
 * Before: `couriers.md` describes how `courier` retries; git removed `services/courier/` in 4f2a on 2026-03-01.
 * After: the same, and the report names the commit and every such note.
 */
import { say } from '../languages/index.ts'
import type { Memory, RemovedModule, Snapshot } from '../model/index.ts'
import { showText, textOf } from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'
import { speaksFor, writtenOn } from './pairs/order.ts'
import { saysGone } from './past-mentions.ts'
import { isRecord } from './records.ts'
import { commitWords, lineWords } from './words.ts'

const removedModule = kind({
  kind: 'removed-module',
  words: ({ judged }) => judged.removedModule,
  fields: ({ fileName, text, count }) => ({
    file: fileName,
    name: text,
    folder: text,
    commit: text,
    date: text,
    line: count,
    /** How often the memory names it. */
    times: count,
  }),
  about: ['file', 'folder'],
  say: ({ line, name, date }) => say().judged.removedModule.say(lineWords(line), showText(name), date),
  evidence: ({ folder, commit, date }) => [
    say().judged.removedModule.evidence(showText(folder), commitWords(commit, date)),
  ],
  showsEvidence: true,
})

type RemovedModuleFinding = Found<FindingOf<typeof removedModule>>

export const removedModules = check({
  name: 'removed-modules',
  kinds: [removedModule],
  notUnderSeed: true,
  find(snapshot) {
    const modules = [...(snapshot.evidence.removedModules ?? [])]
    if (modules.length === 0) return []
    return snapshot.folder.memories.flatMap(memory => modulesIn(memory, modules, snapshot))
  },
})

/** So often one commit's parts have to be named for the note to be about them. */
const LEAST_TIMES = 2

export function modulesIn(
  memory: Memory,
  modules: readonly (readonly [string, RemovedModule])[],
  snapshot: Snapshot,
): RemovedModuleFinding[] {
  if (isRecord(memory)) return []
  const written = speaksFor(memory, snapshot) ?? writtenOn(memory, snapshot)
  if (written === undefined) return []
  const text = (memory.head + memory.body).toLowerCase()
  const found = modules
    .filter(([name, { date }]) => written < date && text.includes(name))
    .flatMap(([name, module]) => mentions(memory, name, module))
  const times = (commit: string) =>
    found.filter(one => one.commit === commit).reduce((all, one) => all + one.times, 0)
  return found.map(one => (times(one.commit) < LEAST_TIMES ? { ...one, mention: true as const } : one))
}

function mentions(memory: Memory, name: string, module: RemovedModule): RemovedModuleFinding[] {
  const whole = new RegExp(`(?<![\\w-])${name.replace(/[^\w-]/g, '\\$&')}(?![\\w-])`, 'gi')
  const lines = textOf(memory).fileLines
  const naming = lines.flatMap((text, at) => {
    const said = [...text.matchAll(whole)].map(([spelled]) => spelled)
    return said.length > 0 && !saysGone(text, said[0]!) ? [{ line: at + 1, said }] : []
  })
  if (naming.length === 0) return []
  const { line, said } = naming[0]!
  const times = naming.reduce((all, one) => all + one.said.length, 0)
  return [{ kind: 'removed-module', file: memory.file, name: said[0]!, ...module, line, times }]
}
