import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Project } from './project.ts'
import type { SourceFile } from './source.ts'

const DAY = 86_400
const PIECE = 1 << 20

/**
 * Writes a project as a git repository of five commits: all files, an edit, removals, renames, an edit and the rest of the
 * removals. `git fast-import` takes it all from one stream, many times quicker than adding file by file.
 */
export function writeProject(root: string, project: Project, now: number): void {
  mkdirSync(root, { recursive: true })
  git(root, ['init', '--quiet', '--initial-branch=main'])
  const stream = join(root, '.git', 'bench-stream')
  const out = openSync(stream, 'w')
  for (const piece of inPieces(commits(project, Math.floor(now / 1000)))) writeSync(out, piece)
  closeSync(out)
  const input = openSync(stream, 'r')
  git(root, ['-c', 'core.compression=0', 'fast-import', '--quiet', '--depth=0'], input)
  closeSync(input)
  rmSync(stream)
  git(root, ['reset', '--quiet', '--hard', 'main'])
  settleIndex(root)
}

/**
 * Git compares the bytes of every file that is as young as its index. Nobody's project was checked out the second before
 * its night: a moment later the index is written once more.
 */
function settleIndex(root: string): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)
  git(root, ['update-index', '--index-version', '4'])
}

function* commits({ present, removed, renamed, textOf }: Project, now: number): Generator<string> {
  const oldPaths = new Map(renamed.map(({ file, from }) => [file, from]))
  const write = (file: SourceFile, text: string, path = file.path) =>
    `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`
  const edited = new Set(present.filter((_, at) => at % 97 === 0))
  const early = removed.slice(0, Math.ceil(removed.length * 0.7))

  yield commit(now - 400 * DAY, 'All of it')
  yield write({ path: '.gitignore', extension: '', className: '', functions: [] }, 'node_modules/\ndist/\n')
  for (const file of [...present, ...removed]) {
    const text = edited.has(file) ? `${textOf(file)}# to be mended\n` : textOf(file)
    yield write(file, text, oldPaths.get(file))
  }
  yield commit(now - 200 * DAY, 'Remove what nobody needs')
  for (const { path } of early) yield `D ${path}\n`
  yield commit(now - 120 * DAY, 'Give files better names')
  for (const { file, from } of renamed) yield `R ${from} ${file.path}\n`
  yield commit(now - 60 * DAY, 'Mend')
  for (const file of edited) yield write(file, textOf(file))
  yield commit(now - 40 * DAY, 'Remove the rest')
  for (const { path } of removed.slice(early.length)) yield `D ${path}\n`
}

function commit(seconds: number, message: string): string {
  const who = `Someone <someone@example.org> ${seconds} +0000`
  return `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\ndata ${message.length}\n${message}\n`
}

function* inPieces(parts: Iterable<string>): Generator<string> {
  let piece = ''
  for (const part of parts) {
    piece += part
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  yield piece
}

function git(root: string, args: readonly string[], input: number | 'ignore' = 'ignore'): void {
  const settings = ['-c', 'gc.auto=0', '-c', 'core.hooksPath=/dev/null', '-c', 'commit.gpgSign=false']
  const run = spawnSync('git', [...settings, '-C', root, ...args], {
    stdio: [input, 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  if (run.status !== 0)
    throw new Error(`git ${args.join(' ')} failed: ${run.stderr || (run.error?.message ?? '')}`)
}
