import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'tsdown'

/** How many source files a plain run over five notes enters: files of which at least one function is called. */
export async function filesEntered(): Promise<string[]> {
  mkdirSync('node_modules/.cache', { recursive: true })
  const top = mkdtempSync(resolve('node_modules/.cache/dream-traced-'))
  try {
    const out = join(top, 'built')
    await build({
      entry: ['src/bin.ts'],
      outDir: out,
      unbundle: true,
      config: false,
      dts: false,
      platform: 'node',
      logLevel: 'error',
      fixedExtension: false,
    })
    const memory = project(top)
    const coverage = join(top, 'coverage')
    const env = {
      PATH: process.env['PATH'],
      HOME: top,
      NODE_V8_COVERAGE: coverage,
      XDG_STATE_HOME: join(top, 'state'),
    }
    const { status, stderr } = spawnSync(process.execPath, [join(out, 'bin.js'), '--yes', memory], {
      cwd: join(top, 'project'),
      env,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`the traced run ended with ${status}: ${stderr}`)
    const files = entered(coverage, out)
    if (files.length === 0) throw new Error('the traced run names no file of the build')
    return files
  } finally {
    rmSync(top, { recursive: true, force: true })
  }
}

function project(top: string): string {
  const memory = join(top, 'project/.claude/memory')
  mkdirSync(memory, { recursive: true })
  for (const name of ['one', 'two', 'three', 'four', 'five'])
    writeFileSync(
      join(memory, `${name}.md`),
      `---\nname: Note ${name}\ndescription: About ${name}\ntype: project\n---\nThe part ${name} is built by \`make ${name}\`.\n`,
    )
  return memory
}

interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly {
      readonly functionName: string
      readonly ranges: readonly { readonly count: number }[]
    }[]
  }[]
}

function entered(coverage: string, out: string): string[] {
  const files = new Set<string>()
  for (const name of readdirSync(coverage)) {
    const { result }: Coverage = JSON.parse(readFileSync(join(coverage, name), 'utf8'))
    for (const { url, functions } of result) {
      const path = url.split(`${out}/`)[1]
      const isEntered = functions.some(
        ({ functionName, ranges }) => functionName !== '' && ranges[0]!.count > 0,
      )
      if (path !== undefined && !path.startsWith('node_modules/') && isEntered) files.add(path)
    }
  }
  return [...files].sort()
}
