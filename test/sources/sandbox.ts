import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { fileName } from '../../src/model/file-name.ts'
import type { Memory, PathShape, Reference } from '../../src/model/memory.ts'
import type { FoundFolder } from '../../src/sources/folder.ts'

/** An empty folder of its own, gone after the test. */
export function sandbox(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dream-read-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export type Tree = Readonly<Record<string, string | Uint8Array>>

/** Writes files, with the folders they need. */
export function lay(root: string, files: Tree): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return root
}

/** Sets the time of files, in seconds since 1970. */
export function date(root: string, times: Readonly<Record<string, number>>): void {
  for (const [path, seconds] of Object.entries(times)) utimesSync(join(root, path), seconds, seconds)
}

/** Runs git as the owner of a repository would. */
export function git(root: string, ...args: string[]): string {
  return gitAt('2026-03-01T12:00:00Z', root, ...args)
}

function gitAt(time: string, root: string, ...args: string[]): string {
  const settings = ['user.name=Someone', 'user.email=someone@example.org', 'protocol.file.allow=always']
  return execFileSync('git', [...settings.flatMap(setting => ['-c', setting]), '-C', root, ...args], {
    env: { ...process.env, GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time, GIT_CONFIG_NOSYSTEM: '1' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()
}

/** A repository on `main` with one commit. */
export function repository(files: Tree, root = sandbox()): string {
  mkdirSync(root, { recursive: true })
  git(root, 'init', '-q', '-b', 'main')
  lay(root, files)
  commit(root, 'first')
  return root
}

export function commit(root: string, message: string, time = '2026-03-01T12:00:00Z'): string {
  gitAt(time, root, 'add', '-A')
  gitAt(time, root, 'commit', '-q', '--allow-empty', '-m', message)
  return git(root, 'rev-parse', 'HEAD').slice(0, 12)
}

/** A memory that names these paths and symbols. */
export function memoryNaming(...names: (string | Reference)[]): Memory {
  const references = names.map(name => (typeof name === 'string' ? pathTo(name) : name))
  return {
    file: fileName('note.md'),
    hash: '',
    size: 0,
    modified: 0,
    frontmatter: 'read',
    pinned: false,
    head: '',
    body: '',
    references,
    links: [],
    urls: [],
  }
}

export function pathTo(path: string, shape: PathShape = path.includes('/') ? 'file' : 'bare'): Reference {
  return { kind: 'path', path, text: path, shape, line: 1 }
}

export function symbol(...words: string[]): Reference {
  return { kind: 'symbol', text: words.join('.'), words, strength: 'strong', line: 1 }
}

export function found(root: string, more: Partial<FoundFolder> = {}): FoundFolder {
  return { root, label: 'memory', title: 'memory', project: { absent: 'none' }, origin: 'given', ...more }
}
