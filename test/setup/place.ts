import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { runDream, type World } from '../cli/run-dream.ts'
import { sandbox } from '../sources/sandbox.ts'

/** A home directory, programs that note how they were called, and Dream's state beside both. */
export function machine(files: Readonly<Record<string, string>> = {}) {
  const top = sandbox()
  const [home, bin] = [join(top, 'home'), join(top, 'bin')]
  const calls = join(top, 'calls')
  for (const folder of [home, bin]) mkdirSync(folder)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
  }
  const program = (name: string, body = '') => {
    writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} $*" >> "${calls}"\n${body}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  program('systemctl')
  const env = { PATH: `${bin}:/usr/bin:/bin`, XDG_STATE_HOME: join(top, 'state') }
  const world = (more: Partial<World> = {}): World => ({ cwd: home, home, env, ...more })
  return {
    top,
    home,
    bin,
    env,
    program,
    path: (name: string) => join(home, name),
    text: (name: string) => readFileSync(join(home, name), 'utf8'),
    write: (name: string, text: string) => writeFileSync(join(home, name), text),
    /** Without the breaks between lines, which depend on the length of paths. */
    dream: async (line: string, more: Partial<World> = {}) => {
      const heard = await runDream(line.split(' '), world(more))
      return {
        ...heard,
        stdout: heard.stdout.replaceAll(/\s+/g, ' '),
        stderr: heard.stderr.replaceAll(/\s+/g, ' '),
      }
    },
    calls: () => {
      try {
        return readFileSync(calls, 'utf8').trim().split('\n')
      } catch {
        return []
      }
    },
    tree: () => treeOf(home),
  }
}

/** Every name with its mode, and its bytes or where it leads. */
function treeOf(root: string): Record<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    names.map(name => {
      const path = join(root, name)
      const stat = lstatSync(path)
      const mode = (stat.mode & 0o7777).toString(8)
      if (stat.isSymbolicLink()) return [name, `link ${readlinkSync(path)}`]
      return [name, stat.isFile() ? `${mode} ${readFileSync(path, 'utf8')}` : `${mode} folder`]
    }),
  )
}

/** A scheduler of OpenClaw that keeps its jobs in a file beside it. */
export const OPENCLAW = `jobs="$(dirname "$0")/jobs"
case "$1 $2" in
  "cron list") if [ -e "$jobs" ]; then echo '{"jobs":[{"id":"j1","name":"other"},{"id":"j2","name":"dream"}]}'; else echo '{"jobs":[{"id":"j1","name":"other"}]}'; fi ;;
  "cron add") echo "$@" > "$jobs" ;;
  "cron rm") rm "$jobs"; echo removed ;;
esac`
