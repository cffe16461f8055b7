import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { dreamNight, type Life, lifeIn, liveDay, reviewNight } from './life.ts'

/** What a night cost: the review of the journals and the dream over the memories. */
export interface Cost {
  /** Milliseconds of the processor. */
  readonly cpu: number
  /** Bytes; nothing where the system does not count them. */
  readonly read?: number
  readonly written?: number
}

/** The same two nights on the same data: after years of nights, and with nothing in the state directory. */
export interface Compared {
  readonly night: 'first' | 'second'
  readonly fresh: Cost
  readonly late: Cost
}

const TIMES = 7
const DATA = ['workspace', 'vault', 'notes']

/** In turn, so that whatever else the machine does falls on both; the medians of seven. `life` stays as it is. */
export async function compareRuns(top: string, life: Life, day: number): Promise<Compared[]> {
  const [kept, home] = [join(top, 'kept'), life.journals.home]
  mkdirSync(kept)
  for (const name of DATA) copy(join(top, name), join(kept, name))
  copy(home, join(kept, 'late'))
  const costs = { fresh: [] as Cost[][], late: [] as Cost[][] }
  for (let at = 0; at < TIMES; at++) {
    for (const state of at % 2 === 0 ? (['late', 'fresh'] as const) : (['fresh', 'late'] as const)) {
      for (const name of DATA) copy(join(kept, name), join(top, name))
      copy(join(kept, state), home)
      costs[state].push(await twoNights(top, life, day))
    }
  }
  for (const name of DATA) copy(join(kept, name), join(top, name))
  copy(join(kept, 'late'), home)
  const medians = (state: 'fresh' | 'late', at: number) => medianCost(costs[state].map(each => each[at]!))
  return (['first', 'second'] as const).map((night, at) => ({
    night,
    fresh: medians('fresh', at),
    late: medians('late', at),
  }))
}

/** The days are the same for all: only the nights are counted. */
async function twoNights(
  top: string,
  { journals, from, lines, setTime }: Life,
  day: number,
): Promise<Cost[]> {
  const life = lifeIn({ top, home: journals.home, seed: 'the same two days', from, lines, setTime })
  const costs: Cost[] = []
  for (const each of [day, day + 1]) {
    await liveDay(life, each)
    const before = used()
    await reviewNight(life, each)
    await dreamNight(life, each)
    const after = used()
    costs.push({
      cpu: after.cpu - before.cpu,
      ...(after.read !== undefined && { read: after.read - before.read! }),
      ...(after.written !== undefined && { written: after.written - before.written! }),
    })
  }
  return costs
}

function used(): Cost {
  const { user, system } = process.cpuUsage()
  const cpu = (user + system) / 1000
  if (!existsSync(COUNTED)) return { cpu }
  const text = readFileSync(COUNTED, 'utf8')
  return { cpu, read: Number(/rchar: (\d+)/.exec(text)![1]), written: Number(/wchar: (\d+)/.exec(text)![1]) }
}

/** Linux counts what a process reads and writes. */
const COUNTED = '/proc/self/io'

function medianCost(costs: readonly Cost[]): Cost {
  const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!
  const of = (name: 'read' | 'written') => costs.flatMap(cost => cost[name] ?? [])
  const cpu = median(costs.map(cost => cost.cpu))
  return of('read').length === 0 ? { cpu } : { cpu, read: median(of('read')), written: median(of('written')) }
}

/** With times to the nanosecond: a journal of another time would be read again. Nothing is copied where nothing is. */
function copy(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  if (existsSync(from)) execFileSync('cp', ['-a', from, to])
}
