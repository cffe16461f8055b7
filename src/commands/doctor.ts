import { foldersOf, storeContext, type Where, withState } from '../app/index.ts'
import { knownTargets } from '../automation/index.ts'
import { settingsOf } from '../config/index.ts'
import { currentHolder, DREAM_LOCK, isFolder, readSmallText } from '../disk/index.ts'
import { type Messages, say } from '../languages/index.ts'
import { DreamError, type Outcome } from '../model/index.ts'
import { type Page, reasonWords, sizeWords } from '../report/index.ts'
import { leftOutSummary, type SetupPlace, startersOf, timerState } from '../setup/index.ts'
import { SOURCES, surroundingsOf } from '../sources/index.ts'
import { stateHome, stateRoots, unwritable, whyStrange } from '../state/index.ts'
import {
  clearHalfMade,
  failureOf,
  findStore,
  fsckStore,
  knowingVaults,
  type OpenRuns,
  openRuns,
  outcomeOf,
  type Recovered,
  type Store,
  withFolder,
} from '../store/index.ts'
import { sharedFolders, teamFacts, withTeam } from '../team/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

export const doctor = command({
  name: 'doctor',
  group: 'everyday',
  help: say => say.help.doctor,
  effect: 'write',
  settings: 'none',
  input: { ...shared('paths'), fix: { kind: 'flag' }, ...shared('folder', 'project', 'allProjects', 'env') },
  examples: ['dream doctor', 'dream doctor --fix'],
  format: 'doctor',
  async run({ where, host: { platform, program } }, { env, fix }) {
    const place = { where, platform, program, ...(env !== undefined && { environment: env }) }
    const strange = strangeState(place)
    // Nothing else can be looked at then: every part asks what is trusted, and trust lies there.
    if (strange !== undefined) return { looked: [say().history.doctor.parts.state], problems: [strange] }
    const fixed =
      fix === true ? { finished: await finishRuns(where), verified: verifyStored(where) } : undefined
    const problems: Problem[] = []
    for (const look of Object.values(CHECKS)) problems.push(...(await look(place)))
    return { looked: Object.values(say().history.doctor.parts), problems, ...(fixed && { fixed }) }
  },
  render({ looked, problems, fixed }, page) {
    const words = say().history.doctor
    if (fixed !== undefined) {
      writeFinished(page, fixed.finished)
      writeVerified(page.gap(), fixed.verified)
    }
    for (const { what, where, fix, severity } of problems) {
      page.gap().text(what, 0, severity === 'wrong' ? 'bad' : 'warn')
      page.text(where, 2, 'quiet').text(words.fix(fix), 2)
    }
    const wrong = problems.filter(isWrong).length
    const isFine = problems.length === 0
    page.gap().text(isFine ? words.ok(say().look.and(looked)) : words.found(wrong, problems.length - wrong))
    if (fixed === undefined)
      page.text(words.wouldFix(problems.filter(({ by }) => by === 'fix').length), 0, 'quiet')
    return page
  },
  exitCode: ({ problems, fixed }) => {
    const isFixed = fixed === undefined || !(fixed.finished.some(wentWrong) || fixed.verified.some(isDamaged))
    return isFixed && !problems.some(isWrong) ? 0 : 1
  },
})

export interface Problem {
  readonly what: string
  readonly where: string
  readonly fix: string
  readonly severity: 'wrong' | 'worth-knowing'
  /** `fix`: `dream doctor --fix` takes care of it. */
  readonly by?: 'fix'
}

const isWrong = ({ severity }: Problem): boolean => severity === 'wrong'

type Look = (place: SetupPlace) => Promise<Problem[]> | Problem[]

/** What can be wrong with an installation, each with what to do about it. */
const CHECKS: Readonly<Record<keyof Messages['history']['doctor']['parts'], Look>> = {
  configuration,
  state: stateDirectory,
  locks: locksAndRuns,
  moved: orphans,
  hooks,
  daemon,
  runs,
  starters,
  database,
  summary,
}

function strangeState({ where: { env, home } }: SetupPlace): Problem | undefined {
  const folder = stateHome(env, home)
  const why = whyStrange(folder)
  if (why === undefined) return undefined
  return wrong(say().history.doctor.strangeState(why), folder, say().history.doctor.again)
}

async function configuration({ where, environment }: SetupPlace): Promise<Problem[]> {
  const words = say().history.doctor
  try {
    const { waiting, projectFile } = await settingsOf(where, environment)
    if (waiting.length === 0) return []
    const names = waiting.map(({ path }) => path).join(', ')
    return [knowing(words.wantsMore(names), projectFile?.path ?? '', words.readAndTrust)]
  } catch (error) {
    if (!(error instanceof DreamError)) throw error
    return error.sentence.split('\n').map(line => wrong(words.badConfiguration, line, words.correctIt))
  }
}

function stateDirectory({ where }: SetupPlace): Problem[] {
  const folder = unwritable(storeContext(where).stateHome)
  if (folder === undefined) return []
  const words = say().history.doctor
  return [wrong(words.cannotWrite, folder, words.makeItYours(folder))]
}

function locksAndRuns({ where }: SetupPlace): Problem[] {
  const { sys, stateHome } = storeContext(where)
  return stateRoots(stateHome).flatMap(({ root, folder }) => {
    if (!isFolder(root)) return [goneRoot(root, folder)]
    let store: Store | undefined
    try {
      store = findStore(sys, stateHome, root)
      return store === undefined ? [] : [...leftLock(where, store, root), ...cutOff(store, root)]
    } catch (error) {
      const words = say().history.doctor
      return [wrong(words.unreadableState, folder, words.tryFix((error as Error).message))]
    } finally {
      store?.close()
    }
  })
}

const goneRoot = (root: string, folder: string): Problem =>
  knowing(say().history.doctor.goneFolder(root), folder, say().history.doctor.goneFolderFix)

function leftLock(where: Where, { locks }: Store, root: string): Problem[] {
  const held = locks.list().filter(name => /^(?:dream|commit)\.\d{1,15}$/.test(name))
  if (held.length === 0 || currentHolder(locks, DREAM_LOCK, storeContext(where).clock) !== undefined)
    return []
  const newest = Math.max(...locks.list().map(name => Number(/^dream\.(\d{1,15})/.exec(name)?.[1] ?? 0)))
  if (!held.includes(`dream.${newest}`)) return []
  const words = say().history.doctor
  return [knowing(words.leftLock(root), `${locks.path}/dream.${newest}`, words.leftLockFix)]
}

function cutOff(store: Store, root: string): Problem[] {
  const words = say().history.doctor
  return store.writeLog
    .open()
    .map(({ run }) => ({ ...wrong(words.interrupted(run), root, words.interruptedFix), by: 'fix' }))
}

/** Memory is filed under the path of its project: whoever moves the project leaves the memory behind. */
function orphans({ where }: SetupPlace): Problem[] {
  const around = surroundingsOf(where)
  const words = say().history.doctor
  const lost = SOURCES.flatMap(source => source.lost?.(around) ?? [])
  return lost.map(({ project, memory, moved }) => {
    const projects = memory.split('/').slice(0, -2).join('/')
    const fix =
      moved === undefined
        ? words.lostProjectFix(memory, projects)
        : words.maybeMoved(moved.project, `mkdir -p ${moved.folder} && mv -n ${memory} ${moved.folder}/`)
    return wrong(words.lostProject(project), memory, fix)
  })
}

function hooks({ where }: SetupPlace): Problem[] {
  const { project } = surroundingsOf(where)
  const all = SOURCES.flatMap(source => source.hooks?.(project, where.home, where.env) ?? [])
  return all.flatMap(({ file, event, command, missing }) => {
    if (missing === undefined) return []
    const { deadHook, deadHookFix } = say().history.doctor
    return [wrong(deadHook(missing), `${file}, ${event}: ${command}`, deadHookFix)]
  })
}

async function daemon(place: SetupPlace): Promise<Problem[]> {
  try {
    const { state, path } = await timerState(place)
    if (state === 'absent') return []
    const program = /^ExecStart=(.*)$/m.exec(readSmallText(path) ?? '')?.[1]
    const script = program?.split(' ').find(word => word.endsWith('.js'))
    const { deadDaemon, oldDaemon, reinstall: fix } = say().history.doctor
    if (script !== undefined && readSmallText(script) === undefined)
      return [wrong(deadDaemon(script), path, fix)]
    return state === 'differs' ? [knowing(oldDaemon, path, fix)] : []
  } catch (error) {
    // What is wrong with the configuration was said above.
    if (error instanceof DreamError) return []
    throw error
  }
}

function runs({ where }: SetupPlace): Problem[] {
  return knownTargets(where).flatMap(state => {
    if (state.failed === undefined) return []
    const { at, why, times } = state.failed
    const words = say().history.doctor
    const when = `${state.target}, ${new Date(at).toISOString()}`
    return [wrong(words.failedRuns(times, why), when, words.failedRunsFix)]
  })
}

function starters(place: SetupPlace): Problem[] {
  if (startersOf(place).length > 0) return []
  return [knowing(say().setup.nothingStarts, place.where.home, say().setup.nothingStartsFix)]
}

/** What is wrong with the team's database has its fix in its sentence. Everything on this machine goes on without it. */
async function database({ where, environment }: SetupPlace): Promise<Problem[]> {
  try {
    const { config } = await settingsOf(where, environment)
    if (config.store.kind !== 'postgres') return []
    const words = say().team.doctor
    try {
      const facts = await withTeam(where, config, teamFacts)
      const folders =
        sharedFolders(where, config).length === 0
          ? [knowing(say().team.status.noFolders, 'store.folders', words.name)]
          : []
      return [
        ...folders,
        ...(facts.isSuperuser ? [knowing(words.superuser, facts.user, words.superuserFix)] : []),
        ...(facts.failed > 0 ? [wrong(words.failedJobs(facts.failed), facts.why, words.failedJobsFix)] : []),
        ...(facts.waiting > 0
          ? [knowing(words.nobodyWorks(facts.waiting), facts.oldest, words.nobodyWorksFix)]
          : []),
      ]
    } catch (error) {
      if (!(error instanceof DreamError)) throw error
      return [wrong(error.sentence, config.store.urlVariable ?? '', words.again)]
    }
  } catch (error) {
    // What is wrong with the configuration was said above.
    if (error instanceof DreamError) return []
    throw error
  }
}

function summary({ where }: SetupPlace): Problem[] {
  const path = leftOutSummary(where)
  return path === undefined ? [] : [knowing(say().setup.leftOut, path, say().setup.leftOutFix)]
}

const wrong = (what: string, where: string, fix: string): Problem => ({ what, where, fix, severity: 'wrong' })
const knowing = (what: string, where: string, fix: string): Problem => ({
  what,
  where,
  fix,
  severity: 'worth-knowing',
})

export type VerifiedFolder = ReturnType<typeof verifyStored>[number]

/** Reads every byte that Dream keeps of these folders and that has a checksum. */
function verifyStored(where: Where) {
  return foldersOf(where).map(({ root, label }) => {
    const found = withState(where, root, store => ({ ...fsckStore(store), path: store.dir.path }))
    const { objects, records, bytes, path, problems } = found ?? NO_STATE
    return {
      root,
      label,
      checked: { objects, records, bytes },
      problems: problems.map(problem => ({ ...problem, where: path })),
    }
  })
}

function writeVerified(page: Page, folders: readonly VerifiedFolder[]): void {
  if (folders.length === 0) page.text(say().notes.noFolders)
  for (const { label, checked, problems } of folders) {
    const { objects, records, bytes } = checked
    const words = say().history.fsck
    const looked = words.checked(objects, sizeWords(bytes), records)
    const result = problems.length === 0 ? words.ok : words.problems(problems.length)
    page.gap().entry(label, `${looked}, ${result}`, 0, 'strong')
    for (const { where, what, now, severity } of problems)
      page.entry(where, what, 2, severity === 'damage' ? 'bad' : 'warn').text(now, 4, 'quiet')
  }
}

const isDamaged = ({ problems }: VerifiedFolder): boolean =>
  problems.some(({ severity }) => severity === 'damage')

const NO_STATE = { objects: 0, records: 0, bytes: 0, path: '', problems: [] }

/** Carries runs that were interrupted to their end: in the folders that were asked for, and wherever a write log is open. */
export async function finishRuns(where: Where): Promise<readonly RecoveredFolder[]> {
  const context = storeContext(where)
  clearHalfMade(context)
  const waiting = openRuns(context)
  const withVaults = await knowingVaults(context, waiting)
  const folders: RecoveredFolder[] = []
  for (const { root, label } of foldersToRecover(where, waiting)) {
    const open = withState(where, root, store => store.writeLog.open())
    try {
      // Also where no run is open: a run that was cut off before or after that leaves drafts, and a purge may be half done.
      const recovered =
        open === undefined ? [] : await withFolder(withVaults, root, 'doctor', finished, 'set-aside')
      folders.push({ root, label, recovered, ...damagedRuns(open ?? []) })
    } catch (error) {
      folders.push({ root, label, recovered: [], failure: failureOf(error, root, label).failure!.sentence })
    }
  }
  return folders
}

function writeFinished(page: Page, folders: readonly RecoveredFolder[]): void {
  const touched = folders.filter(({ recovered, failure }) => recovered.length > 0 || failure !== undefined)
  if (touched.length === 0) page.text(say().history.recover.nothing)
  for (const { label, failure, recovered } of touched) {
    page.gap().text(label, 0, 'strong')
    if (failure !== undefined) page.text(failure, 2, 'bad')
    for (const { run, outcomes } of recovered) {
      page.text(say().history.recover.finished(run), 2)
      for (const { action, result } of outcomes)
        page.entry(action.file, `${say().report.results[result]}: ${reasonWords(action.reason)}`, 4, 'quiet')
    }
  }
}

export interface RecoveredFolder {
  readonly label: string
  readonly root: string
  readonly recovered: readonly { readonly run: string; readonly outcomes: readonly Outcome[] }[]
  readonly failure?: string
}

export const wentWrong = ({ failure, recovered }: RecoveredFolder): boolean =>
  failure !== undefined ||
  recovered.some(({ outcomes }) => outcomes.some(({ result }) => result === 'failed'))

function foldersToRecover(where: Where, waiting: readonly OpenRuns[]): { root: string; label: string }[] {
  const found = foldersOf(where)
  const named = new Set(found.map(({ root }) => root))
  // A folder that is gone cannot be finished; `dream doctor` tells of it.
  const others =
    where.paths.length > 0 ? [] : waiting.filter(({ root }) => !named.has(root) && isFolder(root))
  return [...found, ...others.map(({ root }) => ({ root, label: root }))]
}

const finished = (_: unknown, recovered: readonly Recovered[]) =>
  recovered.map(({ run, changes }) => ({ run, outcomes: changes.map(outcomeOf) }))

function damagedRuns(open: readonly { state: string; run: string }[]): { failure?: string } {
  const damaged = open.filter(each => each.state === 'damaged').map(each => each.run)
  if (damaged.length === 0) return {}
  const files = damaged.map(run => `.dream-${run}-*`).join(', ')
  return { failure: say().history.recover.damaged(damaged.join(', '), files) }
}
