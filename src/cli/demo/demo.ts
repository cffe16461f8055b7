import { setTimeout as sleep } from 'node:timers/promises'
import { type CommandName, command, type Inputs, loadCommand, type Values } from '../../commands/index.ts'
import { say } from '../../languages/index.ts'
import { type Io, lookOf } from '../io.ts'
import type { PrintOptions } from '../parse.ts'
import { present } from '../present.ts'
import { leaveWhenInterrupted } from '../process-io.ts'
import { buildStage, clearStage, type Stage } from './stage.ts'
import { differences, type Leaf, readText, treeOf } from './tree.ts'

/** Shown step by step on the terminal it is given: look, apply, look again, take back, compare. */
export const demoOn = (io: Io) =>
  command({
    name: 'demo',
    group: 'shell',
    help: say => say.help.demo,
    effect: 'read',
    settings: 'none',
    progress: 'own',
    input: { keep: { kind: 'flag' } },
    examples: ['dream demo', 'dream demo --keep'],
    async run(_, { keep }, talk) {
      const stage = buildStage(io.env)
      const clear = () => clearStage(stage)
      process.once('exit', clear)
      if (io.stderr.isTTY === true) leaveWhenInterrupted()
      try {
        return await play({ io, stage, print: talk.color === undefined ? {} : { color: talk.color } })
      } finally {
        process.removeListener('exit', clear)
        if (keep === true) io.stdout.write(`\n${say().work.demo.kept(stage.top)}\n`)
        else clear()
      }
    },
    render: () => '',
    exitCode: result => (result === 'as-before' ? 0 : 1),
  })

interface Show {
  readonly io: Io
  readonly stage: Stage
  readonly print: PrintOptions
}

const READING_MS = 1200

async function play(show: Show): Promise<'as-before' | 'differs'> {
  const { memory } = show.stage
  const before = treeOf(memory)
  await heading(show, 1)
  list(show, before)
  await heading(show, 2)
  await step(show, 'plan')
  await heading(show, 3)
  await step(show, 'run', { yes: true, quiet: true })
  await heading(show, 4)
  list(show, treeOf(memory))
  await heading(show, 5)
  await step(show, 'history')
  await heading(show, 6)
  await step(show, 'undo')
  await heading(show, 7)
  return prove(show, before, treeOf(memory))
}

const colorOf = ({ io, print }: Show) => lookOf(io, io.stdout, print).color

async function heading(show: Show, number: number): Promise<void> {
  const { stdout } = show.io
  if (stdout.isTTY === true) await sleep(READING_MS)
  stdout.write(`\n${colorOf(show).strong(`${number}  ${say().work.demo.steps[number - 1]}`)}\n\n`)
}

function list(show: Show, leaves: readonly Leaf[]): void {
  const { stdout } = show.io
  const color = colorOf(show)
  for (const { name, modified } of leaves)
    stdout.write(`  ${color.quiet(dayOf(modified))}  ${color.name(name)}\n`)
  const index = readText(show.stage.memory, 'MEMORY.md')
  for (const line of ['', ...index.trimEnd().split('\n')])
    stdout.write(line === '' ? '\n' : `  ${color.quiet('│')} ${line}\n`)
}

const dayOf = (nanoseconds: string): string =>
  new Date(Number(BigInt(nanoseconds) / 1_000_000n)).toISOString().slice(0, 10)

/** Runs another command inside the stage. */
async function step(
  { io, stage, print }: Show,
  name: CommandName,
  values: Values<Inputs> = {},
): Promise<void> {
  io.stdout.write(`$ dream${name === 'run' ? ' --yes' : ` ${name}`}\n`)
  const inside = { ...io, cwd: stage.project, home: stage.env['HOME']!, env: stage.env }
  await present(await loadCommand(name), { values, print }, inside)
}

function prove(show: Show, before: readonly Leaf[], after: readonly Leaf[]): 'as-before' | 'differs' {
  const { stdout } = show.io
  const color = colorOf(show)
  const changed = differences(before, after)
  if (changed.length > 0) {
    stdout.write(`${color.bad(say().work.demo.differs(changed.join(', ')))}\n`)
    return 'differs'
  }
  stdout.write(`${color.good(say().work.demo.same(before.length))}\n${nextSteps()}`)
  return 'as-before'
}

function nextSteps(): string {
  const { next, look, run, undo } = say().work.demo
  return `
${next}

  dream --dry-run     ${look}
  dream               ${run}
  dream undo          ${undo}
`
}
