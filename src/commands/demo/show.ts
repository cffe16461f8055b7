import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '../command.ts'
import { lookOf } from '../look.ts'
import { leaveWhenInterrupted } from '../process-io.ts'
import { buildStage, clearStage, type Stage } from './stage.ts'
import { differences, type Leaf, readText, treeOf } from './tree.ts'

const READING_MS = 1200

/** The whole cycle on a sample project, before your eyes: look, apply, look again, take back, compare. */
export async function showDemo(call: Call): Promise<number> {
  const stage = buildStage(call.io.env)
  const clear = () => clearStage(stage)
  process.once('exit', clear)
  if (call.io.stderr.isTTY === true) leaveWhenInterrupted()
  try {
    return await play(call, stage)
  } finally {
    process.removeListener('exit', clear)
    if (call.flags.keep === true) call.io.stdout.write(`\nEverything is in ${stage.top}\n`)
    else clear()
  }
}

async function play(call: Call, stage: Stage): Promise<number> {
  const before = treeOf(stage.memory)
  await heading(call, '1  What the agent of a small shop remembers')
  list(call, stage, before)
  await heading(call, '2  What Dream would do, and how it knows')
  await step(call, stage, 'plan')
  await heading(call, '3  Doing it')
  await step(call, stage, 'run', { yes: true, quiet: true })
  await heading(call, '4  The folder afterwards')
  list(call, stage, treeOf(stage.memory))
  await heading(call, '5  History knows every change')
  await step(call, stage, 'history')
  await heading(call, '6  Taking it back')
  await step(call, stage, 'undo')
  await heading(call, '7  Is it really as before?')
  return prove(call, before, treeOf(stage.memory))
}

async function heading({ io, flags }: Call, title: string): Promise<void> {
  if (io.stdout.isTTY === true) await sleep(READING_MS)
  const { color } = lookOf(io, io.stdout, flags)
  io.stdout.write(`\n${color.strong(title)}\n\n`)
}

function list({ io, flags }: Call, stage: Stage, leaves: readonly Leaf[]): void {
  const { color } = lookOf(io, io.stdout, flags)
  for (const { name, modified } of leaves)
    io.stdout.write(`  ${color.quiet(dayOf(modified))}  ${color.name(name)}\n`)
  const index = readText(stage.memory, 'MEMORY.md')
  for (const line of ['', ...index.trimEnd().split('\n')])
    io.stdout.write(line === '' ? '\n' : `  ${color.quiet('│')} ${line}\n`)
}

const dayOf = (nanoseconds: string): string =>
  new Date(Number(BigInt(nanoseconds) / 1_000_000n)).toISOString().slice(0, 10)

/** Runs another command of the table inside the stage. */
async function step(call: Call, stage: Stage, name: string, flags: Call['flags'] = {}): Promise<void> {
  const command = call.commands.find(one => one.name === name)!
  const { yes } = flags
  call.io.stdout.write(`$ dream${name === 'run' ? '' : ` ${name}`}${yes === true ? ' --yes' : ''}\n`)
  const { color } = call.flags
  const io = {
    ...call.io,
    cwd: stage.project,
    home: stage.env['HOME']!,
    env: { ...call.io.env, ...stage.env },
  }
  await command.run({ ...call, io, words: [], flags: color === undefined ? flags : { ...flags, color } })
}

function prove({ io, flags }: Call, before: readonly Leaf[], after: readonly Leaf[]): number {
  const { color } = lookOf(io, io.stdout, flags)
  const changed = differences(before, after)
  if (changed.length > 0) {
    io.stdout.write(`${color.bad(`No: ${changed.join(', ')} differ.`)}\n`)
    return 1
  }
  io.stdout.write(
    `${color.good(`Yes: ${before.length} files, every byte, file time and mode bit as before.`)}\n${NEXT}`,
  )
  return 0
}

const NEXT = `
Now on your own memory:

  dream --dry-run     only look at the memory of the project you are in
  dream               see the plan, decide, apply
  dream undo          take it back
`
