import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Labelled sets of others are no part of the repository: they are read where they lie. */
export const READINGS = process.env['DREAM_READINGS'] ?? ''
/** Written for this bench, in a world of their own. */
const OWN = join(process.cwd(), 'bench/corrections/own')

/** Odd ids are for development; even ids stay unread until a final measurement. */
export type Half = 'odd' | 'even'

export interface Rows<Row> {
  readonly name: string
  readonly rows: readonly Row[]
}

/** The rows of a labelled set, and those of our own that are of its kind. */
export function readSets<Row extends { readonly id: string }>(file: string, half: Half): Rows<Row>[] {
  const readings = rowsOf<Row>(join(READINGS, file)).filter(
    ({ id }) => Number(id.slice(1)) % 2 === (half === 'odd' ? 1 : 0),
  )
  return [
    { name: `readings, ${half} ids`, rows: READINGS === '' ? [] : readings },
    { name: 'own', rows: rowsOf<Row>(join(OWN, file)) },
  ].filter(({ rows }) => rows.length > 0)
}

function rowsOf<Row>(path: string): Row[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter(line => line !== '').map(line => JSON.parse(line) as Row)
}
