import { type Dir, sha256 } from '../disk/index.ts'
import {
  asStoredName,
  type FileName,
  type FileState,
  type Piece,
  type Reason,
  type RunRecord,
} from '../model/index.ts'

/** What a run is about to do, whole and on disk before the first file changes. Recovery carries it to its end. */
export interface Intent extends Omit<RunRecord, 'changes' | 'purged' | 'salvaged'> {
  readonly steps: readonly Step[]
  /** The last run that history knew: whoever finds a later one there has an intent before him that came too late. */
  readonly after?: string
  /** All of it or nothing. */
  readonly together?: boolean
}

/** One file from one state to another. `from: null` is a file that is not there. */
export type Step = {
  readonly file: FileName
  readonly from: FileState | null
  readonly reason: Reason
  readonly needs: readonly FileName[]
} & (
  | { readonly kind: 'archive' }
  | { readonly kind: 'write' | 'append'; readonly content: Content; readonly dress?: Dress }
)

/** What a write puts there: pieces of text, stored bytes, or the bytes that are there with text behind them. */
export type Content =
  | { readonly is: 'pieces'; readonly pieces: readonly Piece[] }
  | { readonly is: 'object'; readonly hash: string }
  | { readonly is: 'appended'; readonly to: string; readonly text: string }

/** How a restored file looked: undo gives back its time, mode and owner too. */
type Dress = Pick<FileState, 'modified' | 'mode' | 'owner'>

export type IntentRead =
  | { readonly state: 'whole'; readonly run: string; readonly intent: Intent }
  | { readonly state: 'damaged'; readonly run: string }

const ENDING = '.intent.json'

export class WriteLog {
  constructor(private readonly dir: Dir) {}

  write(intent: Intent): void {
    const text = JSON.stringify(intent)
    const bytes = Buffer.from(`${sha256(text)}\n${text}\n`)
    this.dir.replace(intent.run + ENDING, bytes, `${intent.run}.draft`)
    this.dir.sync()
  }

  /** Runs that began and were not finished, oldest first. */
  open(): IntentRead[] {
    const names = this.dir.list().filter(name => name.endsWith(ENDING))
    return names.map(name => this.read(name.slice(0, -ENDING.length)))
  }

  /** Intents that are there are on disk after this, also those of one who was killed before he could say so. */
  settle(): void {
    this.dir.sync()
  }

  has(run: string): boolean {
    return this.dir.stat(run + ENDING) !== undefined
  }

  remove(run: string): void {
    this.dir.discard(run + ENDING)
    this.dir.sync()
  }

  /** Takes a damaged intent out of the way without throwing its bytes away. */
  setAside(run: string): void {
    this.dir.rename(run + ENDING, `${run}.damaged`)
    this.dir.sync()
  }

  /** Drafts that a crash left before they became an intent. */
  orphans(): string[] {
    return this.dir.list().filter(name => name.endsWith('.draft'))
  }

  discardOrphans(): void {
    for (const name of this.orphans()) this.dir.discard(name)
  }

  private read(run: string): IntentRead {
    const text = this.dir.read(run + ENDING)?.bytes.toString('utf8') ?? ''
    const [sum, body] = text.split('\n')
    if (body === undefined || sha256(body) !== sum) return { state: 'damaged', run }
    const intent = parseIntent(body)
    return intent?.run === run ? { state: 'whole', run, intent } : { state: 'damaged', run }
  }
}

/** Nothing where it is not what we write, or names something other than files of its folder. */
function parseIntent(body: string): Intent | undefined {
  try {
    const intent = JSON.parse(body) as Intent
    return isIntent(intent) ? intent : undefined
  } catch {
    return undefined
  }
}

// Whether what was read back has the shape of what is written. A checksum is no proof against one who can compute it:
// a name that leads elsewhere is never followed, and nothing else that is not ours makes a later line stumble.

type Is = (value: unknown) => boolean

const isText: Is = value => typeof value === 'string'
const isNumber: Is = value => typeof value === 'number'
const isName: Is = value => typeof value === 'string' && asStoredName(value) !== undefined
const isKind: Is = value => value === 'archive' || value === 'write' || value === 'append'
const listOf =
  (is: Is): Is =>
  value =>
    Array.isArray(value) && value.every(is)
const absentOr =
  (is: Is): Is =>
  value =>
    value === undefined || is(value)

/** An object with fields like these; it may have others. */
function shape(fields: Readonly<Record<string, Is>>): Is {
  const entries = Object.entries(fields)
  return value =>
    typeof value === 'object' &&
    value !== null &&
    entries.every(([name, is]) => is((value as Record<string, unknown>)[name]))
}

const dress = {
  modified: isNumber,
  mode: isNumber,
  owner: absentOr(shape({ uid: isNumber, gid: isNumber })),
}
const isFileState = shape({ ...dress, hash: isText, size: isNumber })
const isState: Is = value => value === null || isFileState(value)
const run = {
  run: isText,
  at: isText,
  command: isText,
  undoes: absentOr(isText),
  vault: absentOr(isText),
  rules: absentOr(isText),
}
/** What a change and a step have in common. */
const changed = { kind: isKind, file: isName, from: isState, reason: shape({}) }

const isChange = shape({ ...changed, result: isText, to: isState })
const isSalvage = shape({ file: isName, kept: isText })
const isRecordShape = shape({
  ...run,
  changes: listOf(isChange),
  purged: absentOr(listOf(isText)),
  salvaged: absentOr(listOf(isSalvage)),
})

export const isRecord = (value: unknown): value is RunRecord => isRecordShape(value)

const CONTENTS: readonly Is[] = [
  shape({ is: value => value === 'pieces', pieces: listOf(shape({ text: isText })) }),
  shape({ is: value => value === 'object', hash: isText }),
  shape({ is: value => value === 'appended', to: isText, text: isText }),
]
const isArchive = shape({ kind: value => value === 'archive' })
const isWrite = shape({ content: value => CONTENTS.some(is => is(value)), dress: absentOr(shape(dress)) })
const isAnyStep = shape({ ...changed, needs: listOf(isText) })
const isStep: Is = value => isAnyStep(value) && (isArchive(value) || isWrite(value))

export const isIntent: Is = shape({ ...run, steps: listOf(isStep), after: absentOr(isText) })
