import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The labelled sets are third-party text that is no part of the repository: they are read where they lie. */
export const READINGS = process.env['DREAM_READINGS'] ?? ''

export type Half = 'odd' | 'even' | 'dev' | 'held'

const numberOf = (id: string): number => Number(id.slice(1))

/** Odd ids are for development, a third of them kept back; even ids stay unread until the end. */
function isIn(id: string, half: Half): boolean {
  const number = numberOf(id)
  if (half === 'even') return number % 2 === 0
  if (number % 2 === 0) return false
  const isHeld = ((number - 1) / 2) % 3 === 2
  return half === 'odd' || (half === 'held') === isHeld
}

export function readSet<Row extends { readonly id: string }>(name: string, half: Half): Row[] | undefined {
  const file = join(READINGS, name)
  if (READINGS === '' || !existsSync(file)) return undefined
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .flatMap(line => {
      const row = JSON.parse(line) as Row
      return isIn(row.id, half) ? [row] : []
    })
}
