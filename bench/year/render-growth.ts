import type { Compared, Cost } from './late-run.ts'
import type { Room } from './room.ts'

export interface Aim {
  readonly what: string
  readonly most: number
  readonly measured: number
}

/** What is measured differs from run to run by some percent. */
const AS_FAST = 1.25

export function aimsOf(room: Room, costs: readonly Compared[]): Aim[] {
  return [
    { what: 'state without versions of the user, against the data', most: 3, measured: room.own / room.data },
    ...costs.map(({ night, fresh, late }) => ({
      what: `processor time of a late night, against the ${night} with a fresh state`,
      most: AS_FAST,
      measured: late.cpu / fresh.cpu,
    })),
  ]
}

export function renderAims(aims: readonly Aim[]): string {
  const rows = aims.map(({ what, most, measured }) => [
    what,
    `at most ${most}×`,
    `${measured.toFixed(2)}×`,
    measured > most ? 'missed' : 'met',
  ])
  return table(['aim', 'wanted', 'measured', 'verdict'], rows)
}

export function renderRoom(rooms: readonly { readonly night: number; readonly room: Room }[]): string {
  const rows = rooms.map(({ night, room }) => [
    String(night),
    kb(room.data),
    kb(room.own),
    `${(room.own / room.data).toFixed(2)}×`,
    kb(room.versions),
  ])
  const largest = rooms.at(-1)!.room.files.slice(0, 8)
  return [
    table(['nights', 'data', 'state', 'state / data', 'versions of the user'], rows),
    '',
    table(
      ['file of the state', 'bytes'],
      largest.map(([name, bytes]) => [name, kb(bytes)]),
    ),
  ].join('\n')
}

export function renderCosts(costs: readonly Compared[]): string {
  const cells = (state: string, night: string, { cpu, read, written }: Cost) => [
    `${night}, ${state}`,
    `${cpu.toFixed(0)} ms`,
    read === undefined ? '–' : kb(read),
    written === undefined ? '–' : kb(written),
  ]
  const rows = costs.flatMap(({ night, fresh, late }) => [
    cells('fresh state', night, fresh),
    cells('late state', night, late),
  ])
  return table(['night', 'processor', 'read', 'written'], rows)
}

const kb = (bytes: number): string => `${Math.round(bytes / 1000).toLocaleString('en')} KB`

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
