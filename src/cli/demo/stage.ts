import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { packageFile } from '../../disk/index.ts'
import { DreamError } from '../../model/index.ts'

/** The sample project as `examples/demo` has it: a small web shop that does not exist. */
interface Story {
  /** Oldest first. */
  readonly commits: readonly StoryCommit[]
  /** The notes of its agent, index included, and how many days ago each was written. */
  readonly memories: Readonly<Record<string, number>>
}

interface StoryCommit {
  readonly message: string
  readonly daysAgo: number
  /** The lines of each file. */
  readonly write?: Readonly<Record<string, readonly string[]>>
  /** Old path to new path. */
  readonly move?: Readonly<Record<string, string>>
  readonly remove?: readonly string[]
}

/** A directory of its own with the sample project, its memory, a home and a place for Dream's state. */
export interface Stage {
  readonly top: string
  readonly project: string
  readonly memory: string
  /** HOME and state inside the stage: nothing of the user's is seen or touched. */
  readonly env: Record<string, string>
  readonly history: 'git' | 'none'
}

/** Where programs are, and how to colour. */
const SEEN = ['PATH', 'NO_COLOR', 'FORCE_COLOR', 'TERM']

const DAY_SECONDS = 86_400

export function buildStage(env: Readonly<Record<string, string | undefined>>): Stage {
  const { commits, memories } = JSON.parse(exampleText('story.json')) as Story
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-demo-')))
  const project = join(top, 'lantern')
  const memory = join(project, '.claude', 'agent-memory', 'shopkeeper')
  const home = join(top, 'home')
  mkdirSync(home)
  mkdirSync(memory, { recursive: true })
  const own = {
    ...Object.fromEntries(SEEN.map(name => [name, env[name] ?? ''])),
    HOME: home,
    XDG_STATE_HOME: join(top, 'state'),
  }
  const history = buildProject(project, own, commits)
  for (const [file, daysAgo] of Object.entries(memories)) writeMemory(memory, file, daysAgo)
  return { top, project, memory, env: own, history }
}

export const clearStage = (stage: Stage): void => rmSync(stage.top, { recursive: true, force: true })

function writeMemory(folder: string, file: string, daysAgo: number): void {
  const path = join(folder, file)
  writeFileSync(path, exampleText(`memory/${file}`))
  const then = secondsAgo(daysAgo)
  utimesSync(path, then, then)
}

function exampleText(name: string): string {
  const bytes = packageFile(`examples/demo/${name}`)
  if (bytes === undefined)
    throw new DreamError(`examples/demo/${name} is missing from this installation; install Dream again`, 1)
  return bytes.toString('utf8')
}

/** A whole second, so that two demos differ in nothing but the day. */
const secondsAgo = (days: number): number => Math.floor(Date.now() / 1000) - days * DAY_SECONDS

function buildProject(
  project: string,
  env: Record<string, string>,
  commits: Story['commits'],
): Stage['history'] {
  const git = gitIn(project, env)
  const history = git(['init', '--quiet', '--initial-branch', 'main'], 0) === 'done' ? 'git' : 'none'
  for (const commit of commits) {
    changeFiles(project, commit)
    if (history === 'none') continue
    git(['add', '--all'], commit.daysAgo)
    git(['commit', '--quiet', '--message', commit.message], commit.daysAgo)
  }
  return history
}

function changeFiles(project: string, commit: StoryCommit): void {
  for (const [path, lines] of Object.entries(commit.write ?? {})) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), `${lines.join('\n')}\n`)
  }
  for (const [from, to] of Object.entries(commit.move ?? {}))
    renameSync(join(project, from), join(project, to))
  for (const path of commit.remove ?? []) rmSync(join(project, path))
}

/** git with nobody's settings but ours, and with the clock of the story. */
function gitIn(cwd: string, env: Record<string, string>) {
  return (args: readonly string[], daysAgo: number): 'done' | 'unavailable' => {
    const date = `${secondsAgo(daysAgo)} +0000`
    const who = { NAME: 'Lantern', EMAIL: 'shop@lantern.example', DATE: date }
    const names = Object.entries(who).flatMap(([key, value]) => [
      [`GIT_AUTHOR_${key}`, value],
      [`GIT_COMMITTER_${key}`, value],
    ])
    const own = {
      ...env,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      ...Object.fromEntries(names),
    }
    try {
      execFileSync('git', [...args], { cwd, env: own, stdio: 'ignore' })
      return 'done'
    } catch {
      return 'unavailable'
    }
  }
}
