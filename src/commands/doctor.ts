import { autoHome, parseState, settingsOf, storeContext, type Where } from '../app/index.ts'
import { type DaemonPlace, daemonStatus } from '../automation/index.ts'
import { currentHolder, DREAM_LOCK, isFolder, jsonObject, readSmallText } from '../disk/index.ts'
import { DreamError } from '../model/index.ts'
import {
  claudeProjects,
  dreamHooks,
  holdingOf,
  projectListFiles,
  projectSlug,
  surroundingsOf,
  targetTexts,
} from '../sources/index.ts'
import { stateRoots, unwritable, whyStrange } from '../state/index.ts'
import { findStore, type Store, stateHome } from '../store/index.ts'
import { counted } from '../text/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

export const doctor = command({
  name: 'doctor',
  group: 'care',
  summary: 'find what is wrong with this installation, and say the fix',
  effect: 'read',
  settings: 'none',
  input: shared('project', 'env'),
  examples: [{ line: 'dream doctor', about: 'exit 1 where something is wrong; mends nothing itself' }],
  format: 'doctor',
  async run({ where, host: { platform, program } }, { env }) {
    const place = { where, platform, program, ...(env !== undefined && { environment: env }) }
    const strange = strangeState(place)
    // Nothing else can be looked at then: every part asks what is trusted, and trust lies there.
    if (strange !== undefined) return { looked: ['state directory'], problems: [strange] }
    const problems: Problem[] = []
    for (const look of Object.values(CHECKS)) problems.push(...(await look(place)))
    return { looked: Object.keys(CHECKS), problems }
  },
  render({ looked, problems }, page) {
    for (const { what, where, fix, severity } of problems) {
      page.gap().text(what, 0, severity === 'wrong' ? 'bad' : 'warn')
      page.text(where, 2, 'quiet').text(`fix: ${fix}`, 2)
    }
    const wrong = problems.filter(isWrong).length
    const known = counted(problems.length - wrong, 'thing')
    return page
      .gap()
      .text(
        problems.length === 0
          ? `Nothing is wrong (${looked.join(', ')}).`
          : `${counted(wrong, 'problem')}, ${known} worth knowing.`,
      )
  },
  exitCode: ({ problems }) => (problems.some(isWrong) ? 1 : 0),
})

export interface Problem {
  readonly what: string
  readonly where: string
  readonly fix: string
  readonly severity: 'wrong' | 'worth-knowing'
}

const isWrong = ({ severity }: Problem): boolean => severity === 'wrong'

type Look = (place: DaemonPlace) => Promise<Problem[]> | Problem[]

/** What can be wrong with an installation, each with what to do about it. */
const CHECKS: Readonly<Record<string, Look>> = {
  configuration,
  'state directory': stateDirectory,
  'locks and runs': locksAndRuns,
  'memory of moved projects': orphans,
  hooks,
  daemon,
  'last nights': runs,
}

function strangeState({ where: { env, home } }: DaemonPlace): Problem | undefined {
  const folder = stateHome(env, home)
  const why = whyStrange(folder)
  if (why === undefined) return undefined
  return wrong(`Dream does not use its state directory: it ${why}`, folder, 'then run dream doctor again')
}

async function configuration({ where, environment }: DaemonPlace): Promise<Problem[]> {
  try {
    const { waiting, projectFile } = await settingsOf(where, environment)
    if (waiting.length === 0) return []
    const names = waiting.map(({ path }) => path).join(', ')
    const what = `This project's own configuration asks for more than it gets: ${names}`
    return [knowing(what, projectFile?.path ?? '', 'read it, then `dream trust`; or leave it as it is')]
  } catch (error) {
    if (!(error instanceof DreamError)) throw error
    const fix = 'correct it there; `dream config schema` prints what an editor needs to help'
    return error.sentence.split('\n').map(line => wrong('The configuration cannot be used', line, fix))
  }
}

function stateDirectory({ where }: DaemonPlace): Problem[] {
  const folder = unwritable(storeContext(where).stateHome)
  if (folder === undefined) return []
  const fix = `make it yours (\`ls -ld ${folder}\` tells whose it is), or set XDG_STATE_HOME`
  return [wrong('Dream cannot write its own state, so it can change nothing', folder, fix)]
}

function locksAndRuns({ where }: DaemonPlace): Problem[] {
  const { sys, stateHome } = storeContext(where)
  return stateRoots(stateHome).flatMap(({ root, folder }) => {
    if (!isFolder(root)) return [goneRoot(root, folder)]
    let store: Store | undefined
    try {
      store = findStore(sys, stateHome, root)
      return store === undefined ? [] : [...leftLock(where, store, root), ...cutOff(store, root)]
    } catch (error) {
      return [
        wrong(
          'The state of a folder cannot be read',
          folder,
          `${(error as Error).message}; try \`dream fsck\``,
        ),
      ]
    } finally {
      store?.close()
    }
  })
}

const goneRoot = (root: string, folder: string): Problem =>
  knowing(
    `Dream keeps the history of a folder that is not there any more: ${root}`,
    folder,
    'if the folder was moved, move it back to undo old runs; nothing is lost while this stays',
  )

function leftLock(where: Where, { locks }: Store, root: string): Problem[] {
  const held = locks.list().filter(name => /^(?:dream|commit)\.\d{1,15}$/.test(name))
  if (held.length === 0 || currentHolder(locks, DREAM_LOCK, storeContext(where).clock) !== undefined)
    return []
  const newest = Math.max(...locks.list().map(name => Number(/^dream\.(\d{1,15})/.exec(name)?.[1] ?? 0)))
  if (!held.includes(`dream.${newest}`)) return []
  const what = `A run ended without giving its lock back: ${root}`
  return [
    knowing(what, `${locks.path}/dream.${newest}`, 'nothing has to be done: the next run takes it over'),
  ]
}

function cutOff(store: Store, root: string): Problem[] {
  return store.journal
    .open()
    .map(({ run }) => wrong(`Run ${run} was cut off`, root, `\`dream recover --folder ${root}\` finishes it`))
}

/** Memory is filed under the path of its project: whoever moves the project leaves the memory behind. */
function orphans({ where }: DaemonPlace): Problem[] {
  const { home, env } = where
  const lost = claudeProjects(home, env, new Set()).filter(({ state }) => state === 'gone')
  if (lost.length === 0) return []
  const listed = projectListFiles(home, env).flatMap(file =>
    Object.keys(jsonObject(readSmallText(file, 50_000_000))?.['projects'] ?? {}),
  )
  const places = [surroundingsOf(where).project, ...listed].filter(isFolder)
  return lost.map(({ slugFolder, project }) => {
    const memory = `${slugFolder}/memory`
    const name = project.slice(project.lastIndexOf('/') + 1)
    const projects = slugFolder.slice(0, slugFolder.lastIndexOf('/'))
    const moved = places.find(
      path =>
        path.endsWith(`/${name}`) && holdingOf(`${projects}/${projectSlug(path)}/memory`) === 'unlistable',
    )
    const fix =
      moved === undefined
        ? `if it was moved, move its memory too: \`mv ${memory} ${projects}/<slug of the new path>/\`; if it is gone, this can stay`
        : `it may be ${moved} now: \`mkdir -p ${projects}/${projectSlug(moved)} && mv -n ${memory} ${projects}/${projectSlug(moved)}/\``
    return wrong(`The memory of a project that is not where it was: ${project}`, memory, fix)
  })
}

function hooks({ where }: DaemonPlace): Problem[] {
  const { project } = surroundingsOf(where)
  return dreamHooks(project, where.home, where.env).flatMap(({ file, event, command, missing }) => {
    if (missing === undefined) return []
    const fix = `install Dream where the hook looks for it, or correct the hook (\`command -v dream\` tells where it is)`
    return [
      wrong(`A hook points nowhere: ${missing} cannot be started`, `${file}, ${event}: ${command}`, fix),
    ]
  })
}

async function daemon(place: DaemonPlace): Promise<Problem[]> {
  try {
    const { did, files } = await daemonStatus(place)
    const [path = ''] = files.map(file => file.path)
    if (did === 'not-installed') return []
    const program = /^ExecStart=(.*)$/m.exec(readSmallText(path) ?? '')?.[1]
    const script = program?.split(' ').find(word => word.endsWith('.js'))
    const fix = '`dream daemon install` writes it anew'
    if (script !== undefined && readSmallText(script) === undefined)
      return [wrong(`The daemon's unit starts a program that is not there: ${script}`, path, fix)]
    return did === 'differs' ? [knowing("The daemon's unit is not what would be written now", path, fix)] : []
  } catch (error) {
    // What is wrong with the configuration was said above.
    if (error instanceof DreamError) return []
    throw error
  }
}

function runs({ where }: DaemonPlace): Problem[] {
  return targetTexts(autoHome(where.env, where.home)).flatMap(text => {
    const state = parseState(text)
    if (state?.failed === undefined) return []
    const { at, why, times } = state.failed
    const what = `The last ${times === 1 ? 'night' : `${times} nights`} failed: ${why}`
    const when = `${state.target}, ${new Date(at).toISOString()}`
    return [
      wrong(what, when, `it is tried again by itself; \`dream --dry-run\` there shows what it would do`),
    ]
  })
}

const wrong = (what: string, where: string, fix: string): Problem => ({ what, where, fix, severity: 'wrong' })
const knowing = (what: string, where: string, fix: string): Problem => ({
  what,
  where,
  fix,
  severity: 'worth-knowing',
})
