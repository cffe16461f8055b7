import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { inTurn } from '../agents/model-players.ts'
import { startModelServer } from '../agents/model-server.ts'
import { emptyPlace, FIXTURES, filesBelow, type Place } from './place.ts'
import { type Heard, runCommand } from './run-command.ts'

/** What was done to make a state, for those who look at it later. */
export interface Made {
  /** By name, the id of each run of the project folder. */
  readonly runs: Readonly<Record<string, string>>
  readonly rejected: string
  readonly never: string
  /** The project folder before the first run, and the other one before the run that was cut off: bytes and times. */
  readonly before: Readonly<Record<string, string>>
  readonly beforeCut: Readonly<Record<string, string>>
}

const CHECKOUT = join(import.meta.dirname, '../..')

/** Kills the program between two renames of a run that has begun, as a power cut would; until then the clock stands. */
const CRASH = (now: number) => `
const { Date } = globalThis
globalThis.Date = class extends Date {
  constructor(...given) { super(...(given.length === 0 ? [${now}] : given)) }
  static now() { return ${now} }
}
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const rename = fs.renameSync
let left = Infinity
fs.renameSync = (from, to) => {
  if (left-- <= 0) process.kill(process.pid, 'SIGKILL')
  rename(from, to)
  if (String(to).endsWith('.intent.json')) left = 2
}
syncBuiltinESMExports()
`

/**
 * A home in which Dream was used for a while: runs, undone ones, an archive, answers of a person, plans that wait, settings,
 * trust, a journal workspace with its ledger, and one run that was cut off.
 */
export async function makeState(): Promise<{ place: Place; made: Made }> {
  const place = emptyPlace()
  for (const folder of [PROJECT_FOLDER, CUT_OFF_FOLDER]) bring(place, 'duplicates/kinds/memory', folder)
  const [before, beforeCut] = [PROJECT_FOLDER, CUT_OFF_FOLDER].map(folder => treeOf(join(place.top, folder)))
  const used = await useProject(place)
  await useJournals(place)
  cutOff(place)
  return { place, made: { ...used, before: before!, beforeCut: beforeCut! } }
}

/** The bytes and times of the files in a folder. */
export function treeOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    filesBelow(folder).map(name => {
      const path = join(folder, name)
      const hash = createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12)
      return [name, `${hash} ${Math.round(statSync(path).mtimeMs / 1000)}`]
    }),
  )
}

export const PROJECT_FOLDER = 'shop/.claude/memory'
export const CUT_OFF_FOLDER = 'hall/.claude/memory'

/** Files of a fixture, a day apart. */
function bring(place: Place, fixture: string, to: string): void {
  cpSync(join(FIXTURES, fixture), join(place.top, to), { recursive: true })
  for (const [at, name] of readdirSync(join(place.top, to)).sort().entries()) {
    const seconds = Date.UTC(2026, 0, 1 + at, 12) / 1000
    utimesSync(join(place.top, to, name), seconds, seconds)
  }
}

type Ask = (line: string, ...more: readonly string[]) => Promise<Heard>

function asker({ setting }: Place, cwd: string, env: Readonly<Record<string, string>> = {}): Ask {
  let now = setting.now
  return async (line, ...more) => {
    now += 3_600_000
    const heard = await runCommand([...line.split(' '), ...more], {
      ...setting,
      cwd,
      env: { ...setting.env, ...env },
      now,
    })
    if (heard.code !== 0) throw new Error(`dream ${line}: exit ${heard.code}: ${heard.stderr}${heard.stdout}`)
    return heard
  }
}

async function useProject(place: Place): Promise<Omit<Made, 'before' | 'beforeCut'>> {
  place.put('config/dream/config.json', '{ "policy": { "recentDays": 7 } }\n')
  place.put('shop/dream.config.json', '{ "policy": { "merge": "append" } }\n')
  const ask = asker(place, place.project)
  const runs: Record<string, string> = {}
  const noted = async (name: string, line: string, ...more: string[]) => {
    await ask(line, ...more)
    // Newest first.
    runs[name] = /\d{8}T\d{6}-[0-9a-f]{6}/.exec((await ask('history')).stdout)![0]
  }
  await ask('config trust --yes')
  await noted('first', 'run --yes')
  const { items } = JSON.parse((await ask('queue --json')).stdout)
  const [rejected, never] = items.map(({ id }: { id: string }) => id)
  await ask(`queue --reject ${rejected}`)
  await ask(`queue --never ${never}`)
  await noted('remembered', 'remember', 'Decided to sell bread online')
  await noted('rolled back', 'rollback cents-copy.md 1')
  await noted('undone', 'undo')
  await noted('forgotten', 'forget', 'project_decided_to_sell_bread_online.md')
  await ask(`plan --rules seed --allow-large -o ${join(place.top, 'plan.json')}`)
  await leaveAgentPlan(place)
  return { runs, rejected, never }
}

/** With nobody at a terminal what an agent did waits. */
async function leaveAgentPlan(place: Place): Promise<void> {
  const edit = { file: 'push.md', old: 'that others share', new: 'that anybody shares' }
  const server = await startModelServer(inTurn({ calls: [{ tool: 'edit', input: edit }] }, { text: 'Done.' }))
  const env = { DREAM_LLM__AGENTS__ENDPOINT: server.openai, DREAM_LLM__AGENTS__MODEL: 'test-model' }
  await asker(place, place.project, env)('agent').finally(() => server.close())
}

async function useJournals(place: Place): Promise<void> {
  const from = 'journals/english/workspace'
  bring(place, from, 'workspace')
  bring(place, `${from}/memory`, 'workspace/memory')
  const root = join(place.top, 'workspace')
  mkdirSync(join(place.top, 'later'))
  const journals = readdirSync(join(root, 'memory')).sort()
  for (const name of journals.slice(3)) renameSync(join(root, 'memory', name), join(place.top, 'later', name))
  const ask = asker(place, root, { DREAM_VAULT_PATH: join(place.top, 'vault') })
  await ask('init --yes')
  await ask('review')
  for (const name of journals.slice(3)) renameSync(join(place.top, 'later', name), join(root, 'memory', name))
  await ask('review')
  await ask('remember', 'Decided to sell bread online')
  await ask('index --title Bees --topic bees https://example.org/bees')
}

/** By the built program, because nothing else can be killed. */
function cutOff(place: Place): void {
  const { bin } = JSON.parse(readFileSync(join(CHECKOUT, 'package.json'), 'utf8'))
  const crash = `data:text/javascript,${encodeURIComponent(CRASH(place.setting.now))}`
  const { signal, stderr } = spawnSync(
    process.execPath,
    ['--import', crash, join(CHECKOUT, bin.dream), 'run', '--yes'],
    {
      cwd: join(place.top, 'hall'),
      env: { ...place.setting.env, HOME: place.setting.home },
      encoding: 'utf8',
    },
  )
  if (signal !== 'SIGKILL') throw new Error(`the run that was to be cut off came to its end: ${stderr}`)
}
