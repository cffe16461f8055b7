import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { World } from './run-dream.ts'

/** A project of its own with git history and one memory folder, in a temporary directory with its own home. */
export interface SampleWorld extends World {
  readonly top: string
  readonly memory: string
  write(name: string, text: string, daysAgo?: number): void
  remove(): void
}

const DAY_SECONDS = 86_400

export function sampleWorld(): SampleWorld {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-cli-')))
  const cwd = join(top, 'shop')
  const home = join(top, 'home')
  const memory = join(cwd, '.claude', 'memory')
  mkdirSync(home)
  mkdirSync(memory, { recursive: true })
  const write = (name: string, text: string, daysAgo = 40) => {
    writeFileSync(join(memory, name), text)
    // Older ones are older than what git removed: one that was written later may be about the removal.
    const end = daysAgo < 30 ? Date.now() : Date.UTC(2026, 2, 1)
    const then = Math.floor(end / 1000) - daysAgo * DAY_SECONDS
    utimesSync(join(memory, name), then, then)
  }
  buildProject(cwd)
  for (const [daysAgo, [name, text]] of Object.entries(MEMORIES).entries()) write(name, text, 60 - daysAgo)
  return {
    top,
    cwd,
    home,
    memory,
    env: { XDG_STATE_HOME: join(top, 'state') },
    write,
    remove: () => rmSync(top, { recursive: true, force: true }),
  }
}

function buildProject(cwd: string): void {
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
  put('.gitignore', '.claude/\n')
  put('src/cart.ts', 'export function cartTotal() {}\n')
  put('scripts/upload.sh', 'echo up\n')
  put('scripts/keep.sh', 'echo keep\n')
  git(cwd, 'init', '--quiet', '--initial-branch', 'main')
  commit(cwd, 'first', '2026-03-01T12:00:00Z')
  rmSync(join(cwd, 'scripts/upload.sh'))
  commit(cwd, 'no more uploads', '2026-03-02T12:00:00Z')
}

function commit(cwd: string, message: string, date: string): void {
  git(cwd, 'add', '--all')
  git(
    cwd,
    '-c',
    'user.name=T',
    '-c',
    'user.email=t@example.org',
    'commit',
    '--quiet',
    '-m',
    message,
    `--date=${date}`,
  )
}

function git(cwd: string, ...args: string[]): void {
  const date = args.find(arg => arg.startsWith('--date='))?.slice('--date='.length)
  const env = {
    PATH: process.env['PATH'],
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    ...(date === undefined ? {} : { GIT_COMMITTER_DATE: date }),
  }
  execFileSync('git', args, { cwd, env, stdio: 'pipe' })
}

const memory = (name: string, type: string, body: string) =>
  `---\nname: ${name}\ndescription: About ${name}\ntype: ${type}\n---\n${body}\n`

const CENTS =
  'Prices are whole cents everywhere, never floating-point euros: a rounding error once held up the books for a week, so multiply first and format at the very end.'

const MEMORIES: Record<string, string> = {
  'upload.md': memory('upload', 'project', 'Run `scripts/upload.sh` to release the shop.'),
  'totals.md': memory('totals', 'reference', 'Totals come from `cartTotal()` in `src/cart.ts`.'),
  'cents.md': memory('cents', 'feedback', CENTS),
  'cents-copy.md': memory('cents again', 'feedback', CENTS),
  'letters.md': memory('letters', 'feedback', 'Customers get a short letter in plain words.'),
  'MEMORY.md': `# Shop

- [upload](upload.md) — how to release
- [totals](totals.md) — where totals come from
- [cents](cents.md) — prices
- [cents again](cents-copy.md) — prices
- [gone](gone.md) — nothing
`,
}
