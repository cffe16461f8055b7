import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'tsdown'
import ts from 'typescript'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** The files that a section of `docs/contributing.md` writes: a path in backticks, a colon, and the text or what is added. */
export function filesOfExample(heading: string): ReadonlyMap<string, string> {
  const page = readFileSync(join(root, 'docs/contributing.md'), 'utf8')
  const section = page.split(/^## /m).find(part => part.startsWith(`${heading}\n`))
  if (section === undefined) throw new Error(`docs/contributing.md has no section ${heading}`)
  const files = section.matchAll(/^`([^`\n]+)`:\n\n```(\w+)\n([\s\S]*?)^```$/gm)
  return new Map(
    Array.from(files, ([, path, form, text]) => [path!, form === 'diff' ? withLines(path!, text!) : text!]),
  )
}

/** A file of ours with the lines of a difference that begin with a plus, each behind the line above it. */
function withLines(path: string, difference: string): string {
  const lines = readFileSync(join(root, path), 'utf8').split('\n')
  let at = -1
  for (const line of difference.trimEnd().split('\n')) {
    if (line.startsWith('+')) lines.splice(++at, 0, line.slice(1))
    else at = lines.indexOf(line.slice(1), at + 1)
    if (at === -1) throw new Error(`${path} has no line ${line}`)
  }
  return lines.join('\n')
}

export interface Changed {
  /** What the compiler has to say about the files of the example. */
  readonly faults: readonly string[]
  /** What this source exports, run in `out/` of the copy; its imports begin with `./src/`. */
  readonly run: (source: string) => Promise<Readonly<Record<string, unknown>>>
  readonly remove: () => void
}

/** A copy of the sources with these files in it. */
export function sourcesWith(files: ReadonlyMap<string, string>): Changed {
  // Below node_modules, so that the copy finds the packages.
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  const copy = mkdtempSync(join(root, 'node_modules/.cache/dream-example-'))
  for (const path of ['src', 'scripts', 'package.json', 'tsconfig.json'])
    cpSync(join(root, path), join(copy, path), { recursive: true })
  for (const [path, text] of files) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }
  return {
    faults: faultsIn(
      [...files.keys()].filter(path => path.endsWith('.ts')).map(path => join(copy, path)),
      copy,
    ),
    run: async source => {
      writeFileSync(join(copy, 'entry.ts'), source)
      const outDir = join(copy, 'out')
      await build({
        entry: { entry: join(copy, 'entry.ts') },
        outDir,
        config: false,
        dts: false,
        logLevel: 'error',
        platform: 'node',
        fixedExtension: false,
      })
      return (await import(pathToFileURL(join(outDir, 'entry.js')).href)) as Record<string, unknown>
    },
    remove: () => rmSync(copy, { recursive: true, force: true }),
  }
}

function faultsIn(paths: readonly string[], copy: string): string[] {
  const read = ts.readConfigFile(join(copy, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, copy)
  const program = ts.createProgram([...paths], { ...options, noEmit: true })
  return paths
    .flatMap(path => program.getSemanticDiagnostics(program.getSourceFile(path)))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}
