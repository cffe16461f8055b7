import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'tsdown'

/** A piece of the sources that is to read otherwise. */
export interface Patch {
  /** The path ends like this. */
  readonly file: string
  /** Stands there exactly once, or the bundle is refused: a patch must not go stale in silence. */
  readonly find: string
  readonly replace: string
}

/** Inside the bundle they load in half the time, and processes are started by the hundred. */
const LOADED_AT_START = ['commander', 'ignore', 'node-diff3', 'picocolors', 'yaml', 'zod'] as const

export interface Bundle {
  /** The file that was built from an entry of that name. */
  path(name: string): string
  remove(): void
}

/** Builds files of this checkout into plain JavaScript, from sources that may be patched on the way. */
export async function bundle(
  entries: Readonly<Record<string, string>>,
  patches: readonly Patch[] = [],
): Promise<Bundle> {
  // Where `node_modules` is a link, what runs from below it is not below the checkout.
  const checkout = isCheckout(process.cwd()) ? process.cwd() : checkoutAbove(import.meta.dirname)
  // Below node_modules, so that the bundle finds the packages it leaves outside.
  const cache = join(checkout, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const out = mkdtempSync(join(cache, 'dream-torture-'))
  const remove = () => rmSync(out, { recursive: true, force: true })
  try {
    const waiting = new Set(patches)
    await build({
      entry: { ...entries },
      cwd: checkout,
      outDir: out,
      config: false,
      dts: false,
      logLevel: 'silent',
      platform: 'node',
      fixedExtension: false,
      noExternal: [...LOADED_AT_START],
      plugins: [patcher(waiting)],
    })
    if (waiting.size > 0) throw new Error(`no source for the patch of ${[...waiting][0]!.file}`)
  } catch (error) {
    remove()
    throw error
  }
  return { path: name => join(out, `${name}.js`), remove }
}

function patcher(waiting: Set<Patch>) {
  const transform = (code: string, id: string) => {
    const here = [...waiting].filter(patch => id.endsWith(patch.file))
    for (const patch of here) waiting.delete(patch)
    return here.length === 0 ? undefined : here.reduce(patched, code)
  }
  return { name: 'patch', transform }
}

function patched(code: string, { file, find, replace }: Patch): string {
  const parts = code.split(find)
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places that read: ${find}`)
  return parts.join(replace)
}

function isCheckout(folder: string): boolean {
  return existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'torture'))
}

/** This file may itself run from a bundle somewhere below the checkout. */
function checkoutAbove(folder: string): string {
  if (isCheckout(folder)) return folder
  if (folder === '/') throw new Error('no checkout above the harness')
  return checkoutAbove(dirname(folder))
}
