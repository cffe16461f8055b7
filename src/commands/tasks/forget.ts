import { asListed, carryOut, namedFolder, storeContext, untilWritten } from '../../app/index.ts'
import { type ForgetRequest, forget as forgetInJournal } from '../../journal/index.ts'
import {
  type Action,
  DEFAULT_POLICY,
  DreamError,
  type FileName,
  type Folder,
  type ForgetAnswer,
  type ForgetFileReport,
  INDEX_FILE,
  type Memory,
  type Policy,
} from '../../model/index.ts'
import { indexStep, withheldByLimits, withoutSections } from '../../plan/index.ts'
import type { FoundFolder } from '../../sources/index.ts'
import { finishOpenRuns } from '../../store/index.ts'
import { makeLinkResolver } from '../../text/index.ts'
import { type Meant, meantBy } from './forget-meant.ts'

/** I7: out of journals and snapshot, or a memory file into the archive, by what the folder is. */
export async function forget(request: ForgetRequest): Promise<ForgetAnswer> {
  if (request.description.trim() === '') throw new DreamError('say what to forget', 2)
  if (request.preview !== true) await finishOpenRuns(storeContext(request.where))
  const named = namedFolder(request.where)
  return named === 'journal' ? forgetInJournal(request) : forgetFiles(request, named)
}

async function forgetFiles(request: ForgetRequest, found: FoundFolder): Promise<ForgetFileReport> {
  const { where, description, meaning, epochMs = Date.now() } = request
  const preview = request.preview === true
  return untilWritten(found, async folder => {
    const meant = meantBy(description, folder.memories, meaning)
    const going = new Set(meant.going.map(({ file }) => file))
    const policy: Policy = { ...DEFAULT_POLICY, large: request.large ?? 'refuse' }
    const withheld = refusal(folder, meant, policy)
    const report = { ...reportOf(folder, meant, going), preview }
    const isHeld = withheld !== undefined && going.size > 0
    if (isHeld && !preview) return { ...report, notes: [], withheld }
    if (isHeld) return { ...report, notes: [`it would be withheld: ${withheld}`, ...report.notes] }
    if (preview || going.size === 0) return report
    const actions = actionsFor(folder, meant.going, going, policy)
    const written = await carryOut({ where, found, command: 'forget', actions, epochMs })
    if (written === 'changed') return 'changed'
    return { ...report, run: written.run, warnings: [...written.warnings, ...indexWarnings(folder, actions)] }
  })
}

function reportOf(folder: Folder, meant: Meant, going: ReadonlySet<FileName>) {
  const { root, label } = folder
  const asMatch = ({ file, name, description }: Memory) => ({
    source: file,
    text: description ?? name ?? '',
  })
  return {
    layout: 'index',
    root,
    label,
    by: meant.by,
    matches: meant.going.map(asMatch),
    pinned: meant.pinned.map(({ file }) => file),
    mentions: meant.mentions.map(({ file }) => file),
    notes: leftBehind(folder, going),
    warnings: [],
  } as const
}

/** The breakers hold for what was described; files that were named are meant, however few are left. */
function refusal(folder: Folder, { by, going }: Meant, policy: Policy): string | undefined {
  const evidence = {
    project: { kind: 'absent', why: 'nobody looked' },
    paths: new Map(),
    words: new Map(),
  } as const
  const [withheld] = withheldByLimits({
    snapshot: { folder, evidence, clocks: new Map(), now: 0 },
    going: going.map(({ file }) => file),
    changes: [],
    // Of the breakers only that of too many at once holds under `seed`.
    policy: by === 'name' ? { ...policy, rules: 'seed' } : policy,
  })
  return withheld?.sentence
}

function actionsFor(
  folder: Folder,
  memories: readonly Memory[],
  going: ReadonlySet<FileName>,
  policy: Policy,
): Action[] {
  const archives = memories.map(
    ({ file, hash }): Action => ({
      kind: 'archive',
      file,
      expect: hash,
      needs: [],
      reason: { why: 'forgotten' },
    }),
  )
  const listed = asListed(folder)
  const { action } = indexStep({ folder: listed, going, memories: listed.memories }, policy)
  return action === undefined ? archives : [...archives, action]
}

/** Nobody takes the place of what is forgotten, so links to it lead nowhere; and what others took over is theirs. */
function leftBehind({ memories }: Folder, going: ReadonlySet<FileName>): string[] {
  if (going.size === 0) return []
  const resolve = makeLinkResolver(memories)
  return memories
    .filter(({ file }) => !going.has(file))
    .flatMap(({ file, links, body }) => {
      const targets = links.map(({ target }) => resolve(target))
      const gone = [...new Set(targets.filter(target => target !== undefined && going.has(target)))]
      return [
        ...gone.map(target => `${file} links to ${target}: mend it by hand`),
        ...(withoutSections(body, going) === body
          ? []
          : [`${file} took something over from what goes, and keeps it`]),
      ]
    })
}

function indexWarnings({ index }: Folder, actions: readonly Action[]): string[] {
  const isWritten = actions.some(({ file }) => file === INDEX_FILE)
  return isWritten || index === undefined || index.editable
    ? []
    : [`${INDEX_FILE} cannot be edited: its lines are as they were`]
}
