import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, it } from 'vitest'
import { atLevel } from '../level.ts'
import { dataPath, describeData, foldersIn } from './data.ts'
import { copyFiles, emptyPlace, filesBelow, type Place } from './place.ts'
import { factsOf, keepFacts, tokenOf } from './plan-facts.ts'
import { expectRecord } from './record.ts'
import { runCommand } from './run-command.ts'

// What is planned for every real folder, a token per file and rules. `npm run test:slow -- test/golden -u` records all anew.

const RULES = ['careful', 'seed', 'propose']
const DAY = 86_400_000
const REBUILD = '../tools/rebuild-project'

/** All of them take minutes: `npm test` compares these, English, Chinese and Korean, with one folder and with many. */
const QUICK = {
  memories: [
    'BhaskarMantralaHub+vibe-planner',
    'Dorian7Alden+RMDB-2024-Analyze',
    'joujin-git+KoEnVue',
    'mega-blastoise+deckvault',
  ],
  gold: ['BhaskarMantralaHub+vibe-planner@ca58d56c', 'Robert-Freire+langTeachSaaS@01a27a3c'],
}

const foldersOf = (part: keyof typeof QUICK): readonly string[] =>
  atLevel({ quick: QUICK[part], slow: foldersIn(part) })

let place: Place | undefined
afterEach(() => place?.remove())

/** The plan of all folders below a project that hold notes: a token per file, or one for each rules where they differ. */
async function tokens({ project, setting }: Place, notes: readonly string[]): Promise<object> {
  const folders = [...new Set(notes.filter(path => path.endsWith('.md')).map(dirname))].sort()
  const record: Record<string, Record<string, string>> = {}
  for (const rules of RULES) {
    const paths = folders.map(folder => join(project, folder))
    const argv = ['plan', '--json', '--rules', rules, '--project', project, ...paths]
    const { code, stdout } = await runCommand(argv, setting)
    record['exit'] = { ...record['exit'], [rules]: String(code) }
    for (const folder of JSON.parse(stdout).folders)
      for (const [file, facts] of factsOf(folder)) {
        const name = join(folder.root, file).slice(project.length + 1)
        keepFacts(`${rules} ${name}`, facts)
        record[name] = { ...record[name], [rules]: tokenOf(facts) }
      }
  }
  return Object.fromEntries(Object.entries(record).map(([name, each]) => [name, shortened(each)]))
}

function shortened(each: Readonly<Record<string, string>>): unknown {
  const [first, ...others] = RULES.map(rules => each[rules])
  return others.every(other => other === first) ? first : each
}

describeData('golden: the plans of recorded projects', REBUILD, () => {
  it.each(foldersOf('memories'))('%s', async name => {
    const { snapshot_date } = JSON.parse(readFileSync(dataPath(`memories/${name}/meta.json`), 'utf8'))
    place = emptyPlace(new Date(Date.parse(snapshot_date) + 10 * DAY).toISOString())
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
    execFileSync(dataPath(REBUILD), [name, place.project], { env, stdio: 'pipe' })
    await expectRecord(
      `plans-data/${name}`,
      await tokens(place, filesBelow(dataPath(`memories/${name}/files`))),
    )
  })
})

describeData('golden: the plans before what owners did', 'gold', () => {
  it.each(foldersOf('gold'))('%s', async name => {
    const from = dataPath(`gold/${name}`)
    const { date } = JSON.parse(readFileSync(join(from, 'meta.json'), 'utf8'))
    place = emptyPlace(date)
    const notes = filesBelow(join(from, 'before'))
    if (existsSync(join(from, 'docs-before'))) copyFiles(join(from, 'docs-before'), place.project)
    copyFiles(join(from, 'before'), place.project)
    age(place.project, Date.parse(date))
    await expectRecord(`plans-data/${name}`, await tokens(place, notes))
  })
})

/** A day apart, and a month old at least. */
function age(project: string, now: number): void {
  for (const [at, path] of filesBelow(project).entries()) {
    const file = join(project, path)
    const seconds = (now - (30 + at) * DAY) / 1000
    utimesSync(file, seconds, seconds)
  }
}
