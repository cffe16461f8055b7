import type {
  Evidence,
  Memory,
  MemoryClass,
  PathFact,
  PathReference,
  Presence,
  Reference,
  Rules,
  SymbolReference,
} from '../model/index.ts'
import type { MissingReference } from './fields.ts'

/** How a memory stands against the world: its class (D6), and what that rests on. */
export interface ReferenceStatus {
  readonly class: MemoryClass
  /** As the memory spells them; a path with a new name counts, for what it means is still there. */
  readonly present: readonly string[]
  readonly missing: readonly MissingReference[]
  /** What nobody could look up. */
  readonly unknown: readonly string[]
  /** What never was here, or leads out of the project: neither condemns nor saves. */
  readonly never: readonly string[]
  readonly elsewhere: readonly string[]
}

/** What one reference says: `aside` is no evidence at all. */
type ReferenceState = Presence | 'elsewhere' | 'never' | 'aside'

interface CheckedReference {
  readonly reference: Reference
  readonly state: ReferenceState
  readonly fact: MissingReference['fact'] | undefined
}

export function referenceStatus(memory: Memory, evidence: Evidence, rules: Rules): ReferenceStatus {
  const checked = distinct(memory.references).map(reference => checkReference(reference, evidence, rules))
  const those = (...wanted: ReferenceState[]) => checked.filter(one => wanted.includes(one.state))
  const missing = those('missing')
  const className =
    // D3: nothing about a memory without readable frontmatter can be verified.
    memory.frontmatter === 'read' ? classOf(checked, rules) : 'evergreen'
  return {
    class: className,
    present: those('present').map(textOf),
    // A path that never was here is told beside those that went, never alone.
    missing: missing.length === 0 ? [] : those('missing', 'never').map(asMissing),
    unknown: those('unknown').map(textOf),
    never: those('never').map(textOf),
    elsewhere: those('elsewhere').map(textOf),
  }
}

function classOf(checked: readonly CheckedReference[], rules: Rules): MemoryClass {
  const has = (state: ReferenceState) => checked.some(one => one.state === state)
  const missing = checked.filter(one => one.state === 'missing')
  const nothingHolds = !has('present') && !has('unknown')
  if (missing.length > 0) {
    const condemned = nothingHolds && (rules === 'seed' || isCondemned(missing))
    return condemned ? 'fully-stale' : 'partially-stale'
  }
  if (has('present')) return 'fresh'
  return has('unknown') || has('elsewhere') || has('never') ? 'unverified' : 'evergreen'
}

/** Not by symbols alone, and not by a single bare file name in passing. */
function isCondemned(missing: readonly CheckedReference[]): boolean {
  const paths = missing.flatMap(({ reference }) => (reference.kind === 'path' ? [reference] : []))
  return paths.length > 0 && (missing.length > 1 || paths.some(({ path }) => path.includes('/')))
}

function checkReference(reference: Reference, evidence: Evidence, rules: Rules): CheckedReference {
  if (reference.kind === 'symbol') return checkSymbol(reference, evidence, rules)
  const fact = evidence.paths.get(reference.path)
  const state = rules === 'seed' ? pathBySeed(reference, fact) : pathByCare(reference, fact)
  return { reference, state, fact }
}

/** The letter: what does not resolve from the root is missing, whatever git knows. */
function pathBySeed({ shape }: PathReference, fact: PathFact | undefined): ReferenceState {
  if (shape === 'folder' || shape === 'placeholder') return 'aside'
  if (fact?.presence === 'present') return fact.how === 'suffix' && shape !== 'bare' ? 'missing' : 'present'
  return fact?.presence ?? 'unknown'
}

function pathByCare({ shape }: PathReference, fact: PathFact | undefined): ReferenceState {
  if (shape === 'placeholder') return 'aside'
  if (fact === undefined || fact.presence !== 'missing') return fact?.presence ?? 'unknown'
  if (fact.why === 'renamed') return 'present'
  if (fact.why === 'out-of-scope') return 'elsewhere'
  return fact.why === 'never' ? 'never' : 'missing'
}

/** D7: a weak one that is not found says nothing; nor, under `careful`, does a name that this project never had. */
function checkSymbol(reference: SymbolReference, evidence: Evidence, rules: Rules): CheckedReference {
  const fact = { presence: 'missing', why: 'symbol' } as const
  const presence = symbolPresence(reference, evidence)
  const isLost = () => reference.words.some(word => evidence.lostWords?.has(word))
  const isAside =
    presence !== 'present' &&
    (reference.strength === 'weak' || (presence === 'missing' && rules !== 'seed' && !isLost()))
  return { reference, state: isAside ? 'aside' : presence, fact }
}

function symbolPresence({ words }: SymbolReference, evidence: Evidence): Presence {
  const answers = words.map(word => evidence.words.get(word) ?? 'unknown')
  if (answers.includes('missing')) return 'missing'
  return answers.includes('unknown') || answers.length === 0 ? 'unknown' : 'present'
}

/** A path named three times is one reference. */
function distinct(references: readonly Reference[]): Reference[] {
  const seen = new Map<string, Reference>()
  for (const one of references) {
    const key = one.kind === 'path' ? `path ${one.path}` : `${one.strength} ${one.words.join(' ')}`
    if (!seen.has(key)) seen.set(key, one)
  }
  return [...seen.values()]
}

const textOf = ({ reference }: CheckedReference): string => reference.text

function asMissing({ reference, fact }: CheckedReference): MissingReference {
  return { reference, fact: fact as MissingReference['fact'] }
}
