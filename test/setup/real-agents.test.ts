import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { builtCommand } from '../built.ts'

const checkout = join(import.meta.dirname, '../..')

/** What cannot be had fails the test. */
const printed = (...args: readonly string[]): string =>
  execFileSync(process.execPath, args, {
    cwd: checkout,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()
const outside = (tool: string): string => printed('scripts/outside-tool.mjs', tool)
const node = (version: string): string =>
  printed(
    '--eval',
    `import('./scripts/node-binary.mjs').then(all => console.log(all.binaryOf('${version}')))`,
  )

const remove: (() => void)[] = []
afterEach(() => {
  for (const each of remove.splice(0).reverse()) each()
})

/** A home in which nobody ever used the agent; nothing answers outside, and `dream` is the built command. */
function freshHome(files: Readonly<Record<string, string>>) {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-agents-')))
  remove.push(() => rmSync(top, { recursive: true, force: true, maxRetries: 5 }))
  const [home, bin] = [join(top, 'home'), join(top, 'bin')]
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  for (const [name, text] of Object.entries(files)) write(join(home, name), text)
  const env = {
    PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: home,
    XDG_STATE_HOME: join(top, 'state'),
    TMPDIR: top,
    LC_ALL: 'C.UTF-8',
    HTTPS_PROXY: 'http://127.0.0.1:9',
    HTTP_PROXY: 'http://127.0.0.1:9',
    NO_PROXY: '127.0.0.1,localhost',
  }
  const program = (name: string, ...words: readonly string[]) => {
    write(join(bin, name), `#!/bin/sh\nexec ${words.map(word => `'${word}'`).join(' ')} "$@"\n`)
    chmodSync(join(bin, name), 0o755)
  }
  const run = (name: string, line: string) => {
    const { status, stdout, stderr } = spawnSync(name, line.split(' '), {
      cwd: home,
      env,
      encoding: 'utf8',
      timeout: 120_000,
    })
    return { status, stdout, said: `${stdout}${stderr}` }
  }
  program('dream', process.execPath, builtCommand())
  return {
    env,
    home,
    program,
    run,
    path: (name: string) => join(home, name),
    text: (name: string) => readFileSync(join(home, name), 'utf8'),
  }
}

describe('what dream setup writes is what the real agent reads', () => {
  it('A11 Claude Code starts the server and says that it is connected', () => {
    const state = '{\n  "hasCompletedOnboarding": true\n}\n'
    const m = freshHome({ '.claude/settings.json': '{ "model": "opus" }\n', '.claude.json': state })
    m.program('claude', outside('claude'))
    expect(m.run('dream', 'setup claude-code --yes').status).toBe(0)
    expect(m.run('claude', 'mcp list').said).toMatch(/^dream: .* mcp - ✔ Connected$/m)
    expect(m.run('claude', 'mcp get dream').said).toContain('Scope: User config')
    // Claude Code has written both files anew meanwhile, and moved the model to its new place.
    expect(m.run('dream', 'setup --undo --yes').status).toBe(0)
    expect(JSON.parse(m.text('.claude/settings.json'))).not.toHaveProperty('hooks')
    const left = JSON.parse(m.text('.claude.json'))
    expect(left).toMatchObject({ hasCompletedOnboarding: true })
    expect(left.mcpServers ?? {}).toEqual({})
    expect(m.run('claude', 'mcp list').said).not.toContain('dream')
  })

  it('A11 Codex lists the server beside the others, and after the undo those alone', () => {
    const config = '# mine\nmodel = "gpt"\n\n[mcp_servers.other]\ncommand = "other"\n'
    const m = freshHome({ '.codex/config.toml': config })
    m.program('codex', process.execPath, outside('codex'))
    const servers = () => {
      const listed = JSON.parse(m.run('codex', 'mcp list --json').stdout) as { name: string }[]
      return listed.map(({ name }) => name).sort()
    }
    expect(servers()).toEqual(['other'])
    expect(m.run('dream', 'setup codex --yes').status).toBe(0)
    expect(servers()).toEqual(['dream', 'other'])
    const { transport } = JSON.parse(m.run('codex', 'mcp get dream --json').stdout)
    expect(transport).toMatchObject({ type: 'stdio', args: expect.arrayContaining(['mcp']) })
    expect(m.run('dream', 'setup --undo --yes').status).toBe(0)
    expect(m.text('.codex/config.toml')).toBe(config)
    expect(servers()).toEqual(['other'])
  })

  it('A11 Gemini CLI connects where it trusts the folder, and dream setup says that it has to', () => {
    const settings = '{\n  // the theme\n  "ui": { "theme": "Default" }\n}\n'
    const m = freshHome({ '.gemini/settings.json': settings })
    m.program('gemini', process.execPath, outside('gemini'))
    const done = m.run('dream', 'setup gemini --yes')
    expect(done.status).toBe(0)
    expect(done.stdout.replaceAll(/\s+/g, ' ')).toContain('servers only in folders that you trust')
    expect(m.run('gemini', 'mcp list').said).toMatch(/dream: .* mcp \(stdio\) - Disabled/)
    writeFileSync(m.path('.gemini/trustedFolders.json'), JSON.stringify({ [m.home]: 'TRUST_FOLDER' }))
    expect(m.run('gemini', 'mcp list').said).toMatch(/dream: .* mcp \(stdio\) - Connected/)
    expect(m.run('dream', 'setup --undo --yes').status).toBe(0)
    expect(m.text('.gemini/settings.json')).toBe(settings)
    expect(m.run('gemini', 'mcp list').said).not.toContain('dream')
  })
})

describe('A11 J20 J26 the real OpenClaw, with its gateway', () => {
  const SUMMARY = '# Memory\n\n- The port is 8080 <!-- trigger: port -->\n'

  it('gives the skill to its agent, has one job, and has neither after the undo', async () => {
    const port = await freePort()
    const config = `{ gateway: { mode: 'local', port: ${port}, auth: { mode: 'token', token: 'only-for-this-test' } } } // mine\n`
    const m = freshHome({ '.openclaw/openclaw.json': config, '.openclaw/workspace/MEMORY.md': SUMMARY })
    m.program('openclaw', node('24.21.0'), outside('openclaw'))

    const early = m.run('dream', 'setup openclaw --yes')
    expect(early.status).toBe(1)
    expect(early.stdout.replaceAll(/\s+/g, ' ')).toContain('run it yourself: openclaw cron add --name dream')
    expect(m.run('openclaw', 'skills info dream').said).toMatch(/Visible to model: yes/)

    const gateway = await gatewayOf(m)
    const jobs = () =>
      (JSON.parse(m.run('openclaw', 'cron list --json').stdout).jobs as { name: string }[])
        .map(({ name }) => name)
        .sort()
    const before = jobs()
    expect(before).not.toContain('dream')
    expect(m.run('dream', 'setup openclaw --yes').stdout).toContain('1 command run')
    expect(jobs()).toEqual([...before, 'dream'].sort())
    expect(m.run('dream', 'setup openclaw --yes').stdout).toContain('nothing to change')
    expect(jobs()).toEqual([...before, 'dream'].sort())
    expect(m.run('dream', 'setup --undo --yes').status).toBe(0)
    expect(jobs()).toEqual(before)
    gateway.kill()
    expect(existsSync(m.path('.openclaw/skills'))).toBe(false)
    expect(m.text('.openclaw/workspace/MEMORY.md')).toBe(SUMMARY)
    expect(m.text('.openclaw/openclaw.json')).toBe(config)
  })

  it('says that the skill is not seen where there is no command dream', () => {
    const m = freshHome({ '.openclaw/workspace/MEMORY.md': SUMMARY })
    m.program('openclaw', node('24.21.0'), outside('openclaw'))
    const dream = `${builtCommand()} setup openclaw --yes`
    rmSync(join(dirname(m.home), 'bin/dream'))
    const said = m.run(process.execPath, dream).stdout.replaceAll(/\s+/g, ' ')
    expect(said).toContain('only where it finds the command dream')
    expect(m.run('openclaw', 'skills info dream').said).toMatch(/Visible to model: no/)
  })
})

/** Started in the foreground, and asked until it answers. */
async function gatewayOf({ env, home, run }: ReturnType<typeof freshHome>): Promise<ChildProcess> {
  const gateway = spawn('openclaw', ['gateway', 'run'], { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] })
  remove.push(() => gateway.kill('SIGKILL'))
  let said = ''
  for (const stream of [gateway.stdout, gateway.stderr]) stream.on('data', chunk => (said += String(chunk)))
  while (run('openclaw', 'cron list --json').status !== 0) {
    if (gateway.exitCode !== null) throw new Error(`the gateway ended: ${said}`)
    await new Promise(wake => setTimeout(wake, 200))
  }
  return gateway
}

const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
