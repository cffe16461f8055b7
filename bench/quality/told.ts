import { relative } from 'node:path'
import { filesOf, findingSubject } from '../../src/checks/index.ts'
import type { Finding } from '../../src/model/plan.ts'

/** One thing that a report tells, in the words of the readings. */
export interface Told {
  /** Relative to the project. */
  readonly file: string
  readonly kind: string
  /** More files of the same event. */
  readonly files?: readonly string[]
}

interface Report {
  readonly folders: readonly { readonly root: string; readonly findings: readonly Finding[] }[]
}

/** What the readings call the kinds of findings. An oddity is one that the agent cannot read. */
const NAMES: Readonly<Record<string, string>> = {
  'fully-stale': 'stale-path',
  'mostly-stale': 'stale-path',
  'partially-stale': 'stale-path',
  'renamed-path': 'renamed-path',
  'moved-paths': 'renamed-path',
  finished: 'finished',
  promoted: 'promoted',
  duplicate: 'duplicate',
  contained: 'contained',
  'topic-cluster': 'cluster',
  contradiction: 'contradiction',
  superseded: 'superseded',
  'removed-module': 'stale-path',
  'said-gone': 'stale-symbol',
  'index-text-stale': 'stale-path',
  'orphaned-agent': 'orphaned-agent',
  'list-unlisted': 'index-missing',
  'other-memory-folder': 'value-changed',
  'says-uncommitted': 'value-changed',
  'version-changed': 'value-changed',
  'value-changed': 'value-changed',
  'carried-out': 'plan-done',
  tombstone: 'tombstone',
  pointer: 'pointer',
  replaced: 'superseded',
  'misleading-description': 'description-wrong',
  'dangling-link': 'broken-link',
  'relative-date': 'relative-date',
  secret: 'secret',
  'index-entry-gone': 'index-dead',
  'index-entry-missing': 'index-missing',
  'taken-out-of-index': 'index-missing',
  'index-missing': 'index-missing',
  'index-line-long': 'too-long',
  'index-too-long': 'beyond-load-limit',
}

/** Kinds of which one finding is about all the files that it names. */
const EVENTS = new Set(['topic-cluster', 'moved-paths', 'value-changed', 'contradiction', 'duplicate'])

/** A file and a kind are told once, however many findings there are. */
export function toldBy({ folders }: Report, project: string): Told[] {
  const told = new Map<string, Told>()
  for (const { root, findings } of folders)
    for (const finding of findings) {
      if (finding.mention === true) continue
      const kind = NAMES[finding.kind] ?? 'other'
      const file = relative(project, `${root}/${findingSubject(finding)}`)
      const files = filesOf(finding).map(name => relative(project, `${root}/${name}`))
      told.set(`${kind} ${file}`, {
        file,
        kind,
        ...(files.length > 1 && EVENTS.has(finding.kind) && { files }),
      })
    }
  return [...told.values()]
}
