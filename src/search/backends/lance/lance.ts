import type { Table } from '@lancedb/lancedb'
import { say } from '../../../languages/index.ts'
import { DreamError } from '../../../model/index.ts'

export type Lance = Pick<typeof import('@lancedb/lancedb'), 'connect' | 'Index'>
export type { Table }

/** How LanceDB is come by; a test gives another one. Its types are not part of ours: who has it not installed has no need of them. */
export type LoadLance = () => Promise<unknown>

export async function openLance(load: LoadLance = loadLance): Promise<Lance> {
  return (await load()) as Lance
}

/** As in `peerDependencies`: other versions were not tried. */
const PACKAGES = '@lancedb/lancedb@0.37.1 apache-arrow@18.1.0'
/** Node looks for it beside Dream: a global Dream finds a global one, and the plugin none. */
const BESIDE = /\/program\.js$/.test(import.meta.url)
  ? '--global dream '
  : /\/lib\/node_modules\/[^/]+\/dist\//.test(import.meta.url)
    ? '--global '
    : ''

/** Loaded only where MAGMA's index is asked for: it weighs hundreds of megabytes and takes half a second. */
const loadLance: LoadLance = async () => {
  // It writes warnings to standard error about things that are as they should be.
  for (const name of ['RUST_LOG', 'LANCEDB_LOG', 'LANCE_LOG']) process.env[name] ??= 'error'
  try {
    return await import('@lancedb/lancedb')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    const why =
      code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND'
        ? say().vault.index.notInstalled(`${BESIDE}${PACKAGES}`)
        : say().vault.index.cannotLoad(firstLine(error))
    throw new DreamError(why, 1)
  }
}

export function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n', 1)[0]!.slice(0, 200)
}
