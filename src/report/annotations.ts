import { type AnyKind, filesOf, findingPlaces, kindOf } from '../checks/index.ts'
import { type Finding, type FolderPlan, INDEX_FILE, type Report } from '../model/index.ts'
import { showText } from '../text/index.ts'
import { troubles } from './headline.ts'

/** `note`: worth knowing, and no reason to stop a build. */
export type Level = 'error' | 'warning' | 'note'

/** A line of a memory file with what is wrong there, for whoever shows it beside the file. */
export interface Annotation {
  readonly kind: AnyKind
  readonly level: Level
  /** Relative to the base where it lies below it, else absolute. */
  readonly path: string
  readonly isBelow: boolean
  readonly line: number
  readonly words: string
  /** The same as long as the file says the same, wherever its line moves to. */
  readonly key: string
}

const ORDER: readonly Level[] = ['error', 'warning', 'note']

export const levelOf = ({ level }: AnyKind): Level => level ?? 'note'

/** Everything that is wrong, worst first: whoever shows only some of it shows those. */
export function annotationsOf(report: Report, base: string): Annotation[] {
  const all = report.plan.folders.flatMap(folder => folderAnnotations(folder, base))
  return numbered(ORDER.flatMap(level => all.filter(each => each.level === level)))
}

function folderAnnotations(folder: FolderPlan, base: string): Annotation[] {
  const answered = new Set(folder.answered.map(({ finding }) => finding.id))
  return folder.findings
    .filter(({ id }) => id === undefined || !answered.has(id))
    .flatMap(finding => findingAnnotations(finding, folder.root, base))
}

function findingAnnotations(finding: Finding, root: string, base: string): Annotation[] {
  const kind = kindOf(finding)
  const file = `${root}/${filesOf(finding)[0] ?? INDEX_FILE}`
  const isBelow = file.startsWith(`${base}/`)
  const path = isBelow ? file.slice(base.length + 1) : file
  return findingPlaces(finding).map(({ line, words, about }) => ({
    kind,
    level: levelOf(kind),
    path,
    isBelow,
    line,
    words: showText(words),
    key: [kind.kind, path, about].join('\0'),
  }))
}

/** Two of the same in one file are told apart by their order. */
function numbered(annotations: readonly Annotation[]): Annotation[] {
  const seen = new Map<string, number>()
  return annotations.map(each => {
    const count = (seen.get(each.key) ?? 0) + 1
    seen.set(each.key, count)
    return count === 1 ? each : { ...each, key: `${each.key}\0${count}` }
  })
}

/** What is wrong with the run itself, and in no line of a file. */
export const runTroubles = (report: Report): string[] =>
  [
    ...troubles(report),
    ...report.plan.folders.flatMap(({ withheld }) => withheld.map(({ sentence }) => sentence)),
  ].map(showText)
