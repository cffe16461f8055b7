import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { filesBelow, readLines } from './files.ts'
import { type Told, toldBy } from './told.ts'

/** The labels of the others stay unread until the last measurement. */
const DEVELOPMENT = [
  'N3rdage+the-library',
  'LightspeedDMS+code-indexer',
  'SSFSKIM+agent-harness',
  'Dorian7Alden+RMDB-2024-Analyze',
  'XAIHT+Tlamatini',
  'xiaolei-liaoning+xiaolei-agent',
]
const UNREAD = [
  'BoykoNeov+star-sim',
  'joujin-git+KoEnVue',
  'fjpulidop+specrails-core',
  'BhaskarMantralaHub+vibe-planner',
  'yonatangross+orchestkit',
]

export type Half = 'development' | 'unread'

interface Label {
  readonly label: 'tell' | 'mention' | 'silent'
  readonly kind: string
  readonly file: string
  readonly line: number | null
  readonly say?: string
}

/**
 * What the built command tells about folders that a careful person has read, against what that person would tell. Each is
 * rebuilt as a git project and the command is started in it as a user does, with the folder named.
 */
export function scoreReadings(data: string, half: Half): number {
  const tools = resolve(data, '../tools')
  const cache = join(tmpdir(), 'dream-readings')
  const home = mkdtempSync(join(tmpdir(), 'dream-home-'))
  mkdirSync(cache, { recursive: true })
  try {
    const told = (half === 'unread' ? UNREAD : DEVELOPMENT).flatMap(repository => {
      const project = rebuilt(repository, join(tools, 'rebuild-project'), cache)
      const findings = runDream(project, foldersOf(join(data, 'memories', repository, 'files')), home)
      return findings.map(one => ({ repo: repository, ...one }))
    })
    const file = join(cache, `${half}.jsonl`)
    writeFileSync(file, told.map(one => `${JSON.stringify(one)}\n`).join(''))
    const score = (...args: string[]) => run('python3', [join(tools, 'score-readings'), file, ...args])
    console.log(score(`--${half}`, '--list'))
    if (half === 'unread') return 0
    for (const repository of DEVELOPMENT)
      console.log(`${repository}\n${head(score('--repos', repository), 3)}\n`)
    for (const repository of DEVELOPMENT) printMissed(data, repository, told)
    return 0
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** Once for each version of the lists; the command changes nothing in it. */
function rebuilt(repository: string, tool: string, cache: string): string {
  const project = join(cache, repository)
  if (!existsSync(join(project, '.git'))) run('python3', [tool, repository, project])
  return project
}

/** The folders that a user names: those that lie in no other. */
function foldersOf(files: string): string[] {
  const folders = [...new Set(filesBelow(files).map(dirname))].sort()
  return folders.filter(folder => !folders.some(other => folder.startsWith(`${other}/`)))
}

function runDream(project: string, folders: readonly string[], home: string): Told[] {
  const bin = resolve('dist/bin.js')
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8' }
  const args = [bin, '--dry-run', '--json', ...folders]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: project,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (stdout === '') throw new Error(`dream ended with ${status}: ${stderr}`)
  return toldBy(JSON.parse(stdout), project)
}

function run(command: string, args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
  return stdout
}

const head = (text: string, lines: number): string => text.split('\n').slice(0, lines).join('\n')

function printMissed(data: string, repository: string, told: readonly (Told & { repo: string })[]): void {
  const files = new Set(
    told
      .filter(({ repo }) => repo === repository)
      .flatMap(({ file, files = [], kind }) => [file, ...files].map(name => `${kind} ${name}`)),
  )
  for (const { label, kind, file, line, say } of readLines<Label>(
    join(data, 'readings', `${repository}.jsonl`),
  ))
    if (label === 'tell' && !files.has(`${kind} ${file}`))
      console.log(`not told   ${repository} ${file}${line === null ? '' : `:${line}`} ${kind}: ${say ?? ''}`)
}
