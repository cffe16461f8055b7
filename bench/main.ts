/**
 * `npm run bench`: how long a dream takes and how much memory, on generated folders; beside it, in the same run, what it is
 * held against. Every pass is a fresh process of the built command, with a state and a cache of its own.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { type Beside, measureBeside, measureRipgrep, measureStarts } from './beside.ts'
import { keepBuild } from './build.ts'
import { JOBS, type Job } from './children.ts'
import { fitLaw } from './fit.ts'
import { type World, type Written, writeFolder, writeWorld } from './generate.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { allPasses, type Pass } from './passes.ts'
import { renderResults } from './render.ts'
import { type Measurement, nameOf, number, type Results } from './results.ts'

const [first = '', ...rest] = process.argv.slice(2)
if (first === '--child') answerJob(rest)
else if (first === '--fit') console.log(JSON.stringify(fitLaw(rest[0] ?? '.'), undefined, 2))
else if (first === '--help') console.log(USAGE)
else process.exitCode = await main()

function answerJob([job, ...args]: readonly string[]): void {
  const work = JOBS[job as Job] as (...words: readonly string[]) => object
  process.stdout.write(JSON.stringify(work(...args)))
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  if ('wrong' in options) return refuse(`${options.wrong}\n\n${USAGE}`)
  if (!existsSync('dist/bin.js')) return refuse('dist/bin.js is not there: run npm run build first')
  keepBuild()
  const place = mkdtempSync(join(tmpdir(), 'dream-bench-'))
  const clearUp = () => {
    if (options.keep) tell(`kept: ${place}`)
    else rmSync(place, { recursive: true, force: true })
  }
  process.once('SIGINT', () => {
    clearUp()
    process.exit(130)
  })
  try {
    console.log(renderResults(await measure(options, place), options.form))
    return 0
  } finally {
    clearUp()
  }
}

async function measure(options: Options, place: string): Promise<Results> {
  const { seed, files } = options
  tell(`a project of ${number(files)} files`)
  const world = writeWorld({ seed, project: join(place, 'project'), files, now: Date.now() })
  const starts = await measureStarts(join(place, 'starts'))
  const beds = bedsOf(options)
  // The look-ups are made for the largest single folder that a person might have.
  const compared = beds.filter(({ folders, memories }) => folders === 1 && memories <= 10_000).at(-1)
  const measurements: Measurement[] = []
  let beside: Beside | { failed: string } = { failed: 'no folder of up to 10,000 memories was asked for' }
  for (const bed of beds) {
    const at = join(place, `bed-${measurements.length}`)
    tell(`${nameOf({ ...bed, characters: 0, passes: [] })}: writing`)
    const written = writeBed(world, bed, at)
    if (bed === compared) {
      tell('look-ups and pairs')
      const folder = written[0]!.folder
      beside = await measureBeside(world.project, folder, join(place, 'beside'), options.limitMs)
    }
    const single = bed.folders === 1 && bed.memories <= 10_000 ? written[0]!.folder : undefined
    const ripgrep =
      single && (await measureRipgrep(world.project, single, join(place, 'beside'), options.limitMs))
    const measured = await measureBed(bed, written, world, at, options)
    measurements.push({ ...measured, ...(ripgrep && { ripgrep }) })
    if (!options.keep) rmSync(at, { recursive: true, force: true })
  }
  return { machine: machine(), seed, projectFiles: files, measurements, beside, starts }
}

interface BedSize {
  readonly memories: number
  readonly folders: number
}

/** The largest single folder comes last: whatever becomes of it, the rest was measured. */
function bedsOf({ sizes, spread }: Options): BedSize[] {
  const single = sizes.toSorted((a, b) => a - b).map(memories => ({ memories, folders: 1 }))
  const many = spread === 0 ? [] : [{ memories: spread, folders: 100 }]
  return [
    ...single.filter(bed => bed.memories < spread),
    ...many,
    ...single.filter(bed => bed.memories >= spread),
  ]
}

function writeBed(world: World, { memories, folders }: BedSize, at: string): Written[] {
  return Array.from({ length: folders }, (_, number) =>
    writeFolder(world, join(at, `agent-${number}`), memories / folders, `${memories} ${folders} ${number}`),
  )
}

async function measureBed(
  bed: BedSize,
  written: readonly Written[],
  world: World,
  at: string,
  options: Options,
): Promise<Measurement> {
  const characters = written.reduce((sum, folder) => sum + folder.characters, 0)
  const named = { ...bed, characters }
  const profiles =
    options.profiles === undefined
      ? undefined
      : join(resolve(options.profiles), `${bed.memories}-${bed.folders}`)
  if (profiles !== undefined) mkdirSync(profiles, { recursive: true })
  const passes = await allPasses(
    {
      desk: join(at, 'desk'),
      project: world.project,
      folders: written.map(({ folder }) => folder),
      limitMs: options.limitMs,
      profiles,
    },
    kind => tell(`${nameOf({ ...named, passes: [] })}: ${kind}`),
  )
  for (const pass of passes) tellPass(pass)
  return { ...named, passes }
}

function tellPass({ kind, measured, touched }: Pass): void {
  if ('failed' in measured) tell(`  ${kind}: ${measured.failed}`)
  else {
    const { ms, memory, exit } = measured
    tell(
      `  ${kind}: ${(ms / 1000).toFixed(2)} s, ${Math.round(memory)} MB, exit ${exit}, ${touched} files touched`,
    )
  }
}

function machine(): string {
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${process.platform}, ${cpus().length} × ${cpu?.model.trim() || 'unknown processor'}, ${memory} GB`
}

function refuse(sentence: string): number {
  process.stderr.write(`${sentence}\n`)
  return 2
}

function tell(what: string): void {
  process.stderr.write(`bench: ${what}\n`)
}
