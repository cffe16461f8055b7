import { createHash } from 'node:crypto'
import { appendFileSync } from 'node:fs'

// What a plan says about each file, without a word of anybody's text: kinds and targets.

interface Finding {
  readonly kind: string
  readonly file?: string
  readonly files?: readonly string[]
  readonly name?: string
  readonly order?: { readonly known: string }
  readonly [target: string]: unknown
}

interface Action {
  readonly kind: string
  readonly file: string
  readonly reason: { readonly why: string; readonly [target: string]: unknown }
  readonly needs: readonly string[]
}

interface FolderJson {
  readonly layout: string
  readonly subfolders: readonly string[]
  readonly actions: readonly Action[]
  readonly proposals: readonly { finding: Finding; actions: readonly Action[]; confidence?: string }[]
  readonly withheld: readonly { readonly breaker: string; readonly files: readonly string[] }[]
  readonly suspended: readonly string[]
  readonly verdicts: readonly { readonly file: string; readonly class: string; readonly fate: string }[]
  readonly findings: readonly Finding[]
  readonly warnings: readonly string[]
  readonly index: { readonly step: string; removed: number; added?: number; remaining: number }
  readonly recall?: { readonly asked: number; before: number; after: number; kept: readonly string[] }
}

const TARGETS = [
  'of',
  'by',
  'document',
  'other',
  'into',
  'to',
  'target',
  'path',
  'oddity',
  'what',
  'how',
  'extent',
]

const targetsOf = (holder: Readonly<Record<string, unknown>>): string =>
  TARGETS.flatMap(name => (typeof holder[name] === 'string' ? [`${name}=${holder[name]}`] : [])).join(' ')

const findingFact = (finding: Finding): string =>
  ['finding', finding.kind, targetsOf(finding), finding.order?.known ?? '', finding.files?.join() ?? ''].join(
    ' ',
  )

const actionFact = ({ kind, file, reason, needs }: Action): string =>
  ['action', kind, file, reason.why, targetsOf(reason), needs.join()].join(' ')

/** By file; what is about the folder stands under `.`. */
export function factsOf(folder: FolderJson): Map<string, string[]> {
  const facts = new Map<string, string[]>()
  const tell = (file: string, fact: string) => facts.set(file, [...(facts.get(file) ?? []), fact])
  const { index, recall } = folder
  tell('.', `layout ${folder.layout} with ${folder.subfolders.join()}`)
  tell('.', `index ${index.step} ${index.removed} ${index.added ?? 0} ${index.remaining}`)
  tell('.', `sentences ${folder.suspended.length} ${folder.warnings.length}`)
  if (recall) tell('.', `recall ${recall.asked} ${recall.before} ${recall.after} ${recall.kept.join()}`)
  for (const { breaker, files } of folder.withheld) tell('.', `withheld ${breaker} ${files.join()}`)
  for (const verdict of folder.verdicts) tell(verdict.file, `${verdict.fate} ${verdict.class}`)
  for (const action of folder.actions) tell(action.file, actionFact(action))
  for (const finding of folder.findings) for (const file of filesOf(finding)) tell(file, findingFact(finding))
  for (const { finding, actions, confidence } of folder.proposals)
    for (const file of filesOf(finding))
      tell(file, ['waits', finding.kind, confidence ?? '', ...actions.map(actionFact)].join(' '))
  return facts
}

const filesOf = ({ file, files, name }: Finding): readonly string[] => files ?? [file ?? name ?? '.']

/** `stays-1f3a9c02`: the fate where there is one, and a hash of all the facts. */
export function tokenOf(facts: readonly string[]): string {
  const fate = facts.find(fact => /^(?:stays|goes) /.test(fact))?.split(' ')[0]
  const hash = createHash('sha256')
    .update([...facts].sort().join('\n'))
    .digest('hex')
    .slice(0, 8)
  return fate === undefined ? hash : `${fate}-${hash}`
}

/** With `GOLDEN_FACTS=FILE` the facts are written there, to be compared between two versions; they are never committed. */
export function keepFacts(where: string, facts: readonly string[]): void {
  const file = process.env['GOLDEN_FACTS']
  if (file)
    appendFileSync(
      file,
      [...facts]
        .sort()
        .map(fact => `${where} | ${fact}\n`)
        .join(''),
    )
}
