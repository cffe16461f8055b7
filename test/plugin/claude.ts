import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const checkout = join(import.meta.dirname, '../..')

/** Where the real `claude` lies. What cannot be had fails the test. */
function claudeProgram(): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/outside-tool.mjs', 'claude'], {
    cwd: checkout,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`there is no claude to test with: ${stderr}`)
  return stdout.trim()
}

/** A machine on which nobody ever used Claude Code: it has no login, and nothing answers outside. */
export function freshMachine() {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-claude-')))
  const [home, cwd] = [join(top, 'home'), join(top, 'shop')]
  mkdirSync(home)
  mkdirSync(join(cwd, '.git'), { recursive: true })
  const env = {
    PATH: `${join(process.execPath, '..')}:${process.env['PATH']}`,
    HOME: home,
    XDG_STATE_HOME: join(top, 'state'),
    XDG_CACHE_HOME: join(top, 'cache'),
    TMPDIR: top,
    LC_ALL: 'C.UTF-8',
    // Nothing that the program may want from outside is there.
    HTTPS_PROXY: 'http://127.0.0.1:9',
    HTTP_PROXY: 'http://127.0.0.1:9',
    NO_PROXY: '127.0.0.1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }
  const program = claudeProgram()
  return {
    top,
    home,
    cwd,
    env,
    program,
    claude: (args: readonly string[]) => {
      const { status, stdout, stderr } = spawnSync(program, args, {
        cwd,
        env,
        encoding: 'utf8',
        timeout: 120_000,
      })
      return { status, said: `${stdout}${stderr}` }
    },
    /** One conversation of one question, while this process answers in place of the service. */
    ask: (question: string, more: Readonly<Record<string, string>>) =>
      new Promise<string>((resolve, reject) => {
        const child = spawn(program, ['-p', question], {
          cwd,
          env: { ...env, ...more },
          stdio: ['ignore', 'pipe', 'pipe'],
        })
        let said = ''
        for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += String(chunk)))
        child.once('close', code => (code === 0 ? resolve(said) : reject(new Error(said))))
      }),
    remove: () => rmSync(top, { recursive: true, force: true, maxRetries: 5 }),
  }
}
