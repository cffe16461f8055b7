import { nearest } from '../model/index.ts'
import { DEFAULTS } from './defaults.ts'
import { dotted, type Leaf, leavesOf, treeOf, valueAt } from './leaves.ts'
import { whyRemoved, whyValueRemoved } from './removed.ts'
import { settingNames } from './variables.ts'

/** The part of the schema library's answer that is used here. */
interface Issue {
  readonly code?: string
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly keys?: readonly string[]
  readonly values?: readonly unknown[]
}

/** Each wrong key or value as a sentence: where, what it is, what was expected, the nearest right name. */
export function problemsOf(issues: readonly Issue[], leaves: readonly Leaf[], from: string): string[] {
  const tree = treeOf(leaves)
  return issues.flatMap(issue => {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys')
      return (issue.keys ?? []).map(key => unknownKey([...path, key], leaves, from))
    return [wrongValue(path, valueAt(tree, path), issue, leaves, from)]
  })
}

function unknownKey(path: readonly string[], leaves: readonly Leaf[], from: string): string {
  const removed = whyRemoved(dotted(path))
  if (removed !== undefined) return `${from}: ${spelled(path, leaves)} is no setting any more: ${removed}`
  const meant = nearestKey(path)
  const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`
  return `${from}: ${spelled(path, leaves)} is not a setting${hint}; dream config lists them all`
}

/** The right name near this one: a sibling first, else a setting of that name elsewhere. */
function nearestKey(path: readonly string[]): string | undefined {
  const above = path.slice(0, -1)
  const last = path.at(-1) ?? ''
  const siblings = valueAt(DEFAULTS, above)
  if (typeof siblings === 'object' && siblings !== null) {
    const names = Object.keys(siblings)
    const same = names.find(name => name.toLowerCase() === last.toLowerCase())
    const meant = same ?? nearest(last, names)
    if (meant !== undefined) return dotted([...above, meant])
  }
  const elsewhere = leavesOf(DEFAULTS).find(leaf => leaf.path.at(-1)?.toLowerCase() === last.toLowerCase())
  return elsewhere === undefined ? nearest(dotted(path), settingNames(DEFAULTS)) : dotted(elsewhere.path)
}

function wrongValue(
  path: string[],
  value: unknown,
  issue: Issue,
  leaves: readonly Leaf[],
  from: string,
): string {
  const removed = whyValueRemoved(dotted(path), value)
  if (removed !== undefined) return `${from}: ${spelled(path, leaves)} is ${shown(path, value)}: ${removed}`
  const meant = typeof value === 'string' ? nearest(value, (issue.values ?? []).map(String)) : undefined
  const hint = meant === undefined ? '' : ` (did you mean ${JSON.stringify(meant)}?)`
  return `${from}: ${spelled(path, leaves)} is ${shown(path, value)}; expected ${issue.message}${hint}`
}

/** As it was written: a variable by its name, an element of a list with its number. */
function spelled(path: readonly string[], leaves: readonly Leaf[]): string {
  const given = leaves.find(leaf => leaf.spelled !== undefined && dotted(leaf.path) === dotted(path))?.spelled
  return given ?? dotted(path).replace(/\.(\d{1,6})(?=\.|$)/g, '[$1]')
}

const SECRET = /key|token|secret|password|credential|url|endpoint/i
const LONGEST = 60

/** A key that was put in the wrong place must not travel on into a terminal or a log. */
function shown(path: readonly string[], value: unknown): string {
  if (value === undefined) return 'missing'
  if (typeof value === 'string' && SECRET.test(path.at(-1) ?? '')) return 'a text that is not shown here'
  const json = JSON.stringify(value) ?? String(value)
  return json.length > LONGEST ? `${json.slice(0, LONGEST)}…` : json
}
