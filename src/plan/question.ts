import {
  type FileName,
  type Finding,
  type Question,
  type QuestionState,
  questionStateOf,
  type Snapshot,
} from '../model/index.ts'
import { memoriesByFile } from './by-file.ts'
import { fingerprint } from './fingerprint.ts'

/** What a finding is about, whichever kind it is; those that name a memory come first. */
const ABOUT = [
  'file',
  'of',
  'by',
  'files',
  'path',
  'target',
  'name',
  'document',
  'folder',
  'other',
  'text',
  'date',
] as const
const MEMORIES = ABOUT.slice(0, 4)

/** A finding as the question that it puts to a person. */
export function questionOf(finding: Finding, snapshot: Snapshot): Question {
  const said = finding as unknown as Readonly<Record<string, unknown>>
  const named = ABOUT.filter(name => said[name] !== undefined).map(name => `${name}=${said[name]}`)
  const key = fingerprint([finding.kind, ...named].join('\0'))
  const memories = memoriesByFile(snapshot)
  const files = MEMORIES.flatMap(name => (said[name] ?? []) as FileName | readonly FileName[])
  const hashes = files.map(file => memories.get(file)?.hash ?? '')
  return { key, id: fingerprint([key, ...hashes].join('\0')) }
}

/** How the answer to it stands, where there ever was one. */
export function questionStateIn(snapshot: Snapshot, finding: Finding): QuestionState {
  const { decisions = [] } = snapshot
  return decisions.length === 0
    ? { state: 'open' }
    : questionStateOf(questionOf(finding, snapshot), decisions)
}
