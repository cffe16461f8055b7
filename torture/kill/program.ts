import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'tsdown'

/** The real program and the code that kills it, built from this checkout. */
export interface Program {
  readonly bin: string
  readonly preload: string
  remove(): void
}

export async function buildProgram(): Promise<Program> {
  const checkout = checkoutAbove(import.meta.dirname)
  // Below node_modules, so that the bundle finds the packages it leaves outside.
  const cache = join(checkout, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const out = mkdtempSync(join(cache, 'dream-kill-'))
  await build({
    entry: { bin: join(checkout, 'src/bin.ts'), preload: join(checkout, 'torture/kill/preload.ts') },
    outDir: out,
    config: false,
    dts: false,
    logLevel: 'silent',
    platform: 'node',
    fixedExtension: false,
  })
  const remove = () => rmSync(out, { recursive: true, force: true })
  return { bin: join(out, 'bin.js'), preload: join(out, 'preload.js'), remove }
}

/** This file may itself run from a bundle somewhere below the checkout. */
function checkoutAbove(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  if (folder === '/') throw new Error('no package.json above the harness: run it from a checkout')
  return checkoutAbove(dirname(folder))
}
