import { bundle, type Patch } from '../bundle.ts'

/** The real program and the code that kills it, built from this checkout. */
export interface Program {
  readonly bin: string
  readonly preload: string
  remove(): void
}

export async function buildProgram(patches: readonly Patch[] = []): Promise<Program> {
  const built = await bundle({ bin: 'src/bin.ts', preload: 'torture/kill/preload.ts' }, patches)
  return { bin: built.path('bin'), preload: built.path('preload'), remove: built.remove }
}
