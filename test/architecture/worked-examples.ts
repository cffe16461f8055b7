import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { build } from 'tsdown'

/** A copy of src with the worked examples of docs/contributing.md in it, built and ready to run. */
export interface Extended {
  readonly top: string
  /** `dream …` with an empty home directory of its own. */
  dream(
    argv: readonly string[],
    cwd: string,
  ): { readonly code: number | null; readonly stdout: string; readonly stderr: string }
  remove(): void
}

export async function withExamples(): Promise<Extended> {
  mkdirSync('node_modules/.cache', { recursive: true })
  const top = mkdtempSync(resolve('node_modules/.cache/dream-examples-'))
  for (const name of ['src', 'package.json', 'tsconfig.json', 'model'])
    cpSync(name, join(top, name), { recursive: true })
  for (const { path, kind, text } of blocksOf(readFileSync('docs/contributing.md', 'utf8')))
    if (kind === 'ts') write(join(top, path), text)
    else insert(join(top, path), text)
  await build({
    cwd: top,
    entry: { bin: join(top, 'src/bin.ts') },
    outDir: join(top, 'dist'),
    config: false,
    dts: false,
    logLevel: 'error',
    platform: 'node',
    fixedExtension: false,
  })
  return {
    top,
    dream(argv, cwd) {
      const env = { PATH: process.env['PATH'], HOME: join(top, 'home'), NO_COLOR: '1' }
      mkdirSync(env.HOME, { recursive: true })
      const done = spawnSync(process.execPath, [join(top, 'dist/bin.js'), ...argv], {
        cwd,
        env,
        encoding: 'utf8',
      })
      return { code: done.status, stdout: done.stdout, stderr: done.stderr }
    },
    remove: () => rmSync(top, { recursive: true, force: true }),
  }
}

interface Block {
  readonly kind: 'ts' | 'diff'
  /** The file that the block is, or is put into. */
  readonly path: string
  readonly text: string
}

/** The fenced blocks that name a file of src behind the language. */
export function blocksOf(page: string): Block[] {
  const found = page.matchAll(/^```(ts|diff) (src\/\S+)\n([\s\S]*?)^```$/gm)
  return Array.from(found, ([, kind, path, text]) => ({
    kind: kind as Block['kind'],
    path: path!,
    text: text!,
  }))
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Puts each line that begins with + behind the line that stands above it in the block. */
function insert(path: string, diff: string): void {
  let lines = readFileSync(path, 'utf8').split('\n')
  let above = -1
  for (const line of diff.split('\n').filter(each => each !== '')) {
    const text = line.slice(1)
    if (line.startsWith('+')) {
      lines = [...lines.slice(0, above + 1), text, ...lines.slice(above + 1)]
      above += 1
    } else {
      above = lines.indexOf(text, above + 1)
      if (above === -1)
        throw new Error(`docs/contributing.md names a line that ${path} does not have: ${text}`)
    }
  }
  writeFileSync(path, lines.join('\n'))
}
