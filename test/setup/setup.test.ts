import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { commentedJson } from '../../src/text/json-places.ts'
import { machine, OPENCLAW } from './place.ts'

const SETTINGS = `{
	"model": "opus",   "unknown-key": [1,2 , 3],
	"hooks": {
		"SessionStart": [ { "hooks": [ { "type": "command", "command": "echo hi" } ] } ]
	}
}
`
const CLAUDE_STATE = '{"numStartups":7,"projects":{"/a":{}}}'
const CODEX = '# my settings\nmodel = "gpt"\n\n[mcp_servers.other] # mine\ncommand = "other"\n'
const GEMINI = `{
  // the theme
  "theme": "dark", /* dark */
  "mcpServers": {
    "a": { "command": "a" }, // the first
  },
}
`
const WORKSPACE = {
  '.openclaw/openclaw.json': "{ agents: { defaults: { workspace: '~/claw' } } } // mine\n",
  'claw/MEMORY.md': '# Me\n<!-- trigger: x -->\n',
  'claw/SOUL.md': 'I am.\n',
  'claw/DREAMS.md': 'A dream.\n',
  'claw/memory/2026-05-14.md': '- something\n',
  'claw/memory/.dreams/short-term-recall.json': '{}\n',
  'claw/memory/dreaming/deep/2026-05-14.md': 'deep\n',
}
const EVERYTHING = {
  '.claude/settings.json': SETTINGS,
  '.claude.json': CLAUDE_STATE,
  '.codex/config.toml': CODEX,
  '.gemini/settings.json': GEMINI,
  '.cursor/mcp.json': '{}',
  ...WORKSPACE,
}

describe('dream setup', () => {
  it('A11 finds the agents, shows every change, and without a terminal or --yes changes nothing', async () => {
    const m = machine(EVERYTHING)
    const before = m.tree()
    const { stdout, code } = await m.dream('setup')
    expect(code).toBe(0)
    for (const title of ['Claude Code', 'OpenClaw', 'Codex', 'Gemini CLI', 'Cursor'])
      expect(stdout).toContain(title)
    expect(stdout).toContain('+ [mcp_servers.dream]')
    expect(stdout).toContain('Nothing was changed.')
    expect(m.tree()).toEqual(before)
    expect(m.calls().filter(call => !call.startsWith('openclaw cron list'))).toEqual([])
    expect(existsSync(join(m.top, 'state'))).toBe(false)
  })

  it('A11 J20 sets everything up, finds nothing more to do, and takes it back byte for byte', async () => {
    const m = machine(EVERYTHING)
    m.program('openclaw', OPENCLAW)
    const before = m.tree()
    const done = await m.dream('setup --yes')
    expect(done.stderr).toBe('')
    expect(done.code).toBe(0)

    const settings = commentedJson(m.text('.claude/settings.json')) as { hooks: Record<string, unknown[]> }
    expect(settings.hooks['SessionStart']).toHaveLength(2)
    expect(settings.hooks['SessionEnd']).toHaveLength(1)
    expect(JSON.stringify(settings.hooks['SessionEnd'])).toContain('"auto","--hook"')
    expect(m.text('.claude/settings.json')).toContain('"unknown-key": [1,2 , 3],')
    expect(commentedJson(m.text('.claude.json'))).toMatchObject({
      numStartups: 7,
      mcpServers: { dream: { type: 'stdio' } },
    })
    expect(parseToml(m.text('.codex/config.toml'))).toMatchObject({
      mcp_servers: { other: { command: 'other' }, dream: { args: expect.arrayContaining(['mcp']) } },
    })
    expect(m.text('.codex/AGENTS.md')).toContain('memory_search')
    expect(commentedJson(m.text('.gemini/settings.json'))).toMatchObject({
      theme: 'dark',
      mcpServers: { a: { command: 'a' }, dream: {} },
    })
    for (const comment of ['// the theme', '/* dark */', '// the first'])
      expect(m.text('.gemini/settings.json')).toContain(comment)
    expect(m.text('.cursor/mcp.json')).toContain('"--project"')
    expect(m.text('.openclaw/skills/dream/SKILL.md')).toContain('name: dream')
    const added = m.calls().filter(call => call.includes('cron add'))
    expect(added).toEqual([expect.stringContaining('--name dream --cron 30 3 * * * --session isolated')])
    expect(done.stdout).toContain('SOUL.md')
    // OpenClaw's own files and markers are left alone, and so is its configuration.
    const after = m.tree()
    for (const name of Object.keys(WORKSPACE)) expect(after[name]).toBe(before[name])

    expect((await m.dream('setup --yes')).stdout).toContain('nothing to change')
    expect(m.tree()).toEqual(after)

    const undone = await m.dream('setup --undo --yes')
    expect(undone.stderr).toBe('')
    expect(undone.stdout).toContain(`archive and history stay: ${join(m.top, 'state/dream')}`)
    expect(m.tree()).toEqual(before)
    expect(m.calls()).toContain('openclaw cron rm j2')
    expect(existsSync(join(m.top, 'state/dream/setup'))).toBe(false)
    expect((await m.dream('setup --undo --yes')).stdout).toContain('nothing to take back')
  })

  it('A11 a clean home with nothing but an empty ~/.claude is empty again afterwards', async () => {
    const m = machine()
    mkdirSync(m.path('.claude'))
    const before = m.tree()
    expect((await m.dream('setup --yes')).code).toBe(0)
    expect(Object.keys(m.tree())).toContain('.claude/settings.json')
    await m.dream('setup --undo --yes')
    expect(m.tree()).toEqual(before)
  })

  it('A11 asks one question about the model, then shows, then asks, and does what was answered', async () => {
    const m = machine({ '.claude/settings.json': '{}\n' })
    const before = m.tree()
    const declined = await m.dream('setup', { answers: ['none', 'no'] })
    expect(declined.asked).toEqual(['Which model may Dream ask?', 'Change 2 files?'])
    expect(m.tree()).toEqual(before)
    const done = await m.dream('setup', { answers: ['claude', 'no', 'yes'] })
    expect(done.asked[1]).toMatch(/^May automatic runs ask it too\?/)
    expect(done.asked[2]).toBe('Change 3 files?')
    expect(commentedJson(m.text('.config/dream/config.json'))).toEqual({
      llm: { agents: { api: 'claude-command' } },
    })
    await m.dream('setup --undo', { answers: ['yes'] })
    expect(m.tree()).toEqual(before)
    expect((await m.dream('setup', { answers: ['key', 'no'] })).stderr).toContain(
      'dream config set llm.agents',
    )
  })

  it('A9 A11 a service by name, and automatic runs with it: two settings, one question each, taken back with the rest', async () => {
    const m = machine({ '.claude/settings.json': '{}\n' })
    const before = m.tree()
    const done = await m.dream('setup', { answers: ['anthropic', 'yes', 'yes'] })
    expect(done.stderr + done.stdout).toContain('ANTHROPIC_API_KEY is empty')
    expect(commentedJson(m.text('.config/dream/config.json'))).toEqual({
      llm: { agents: { preset: 'anthropic' } },
      autoDream: { model: { enabled: true } },
    })
    expect((await m.dream('config')).stdout).toContain('claude-haiku-4-5 at https://api.anthropic.com/v1')
    await m.dream('setup --undo --yes')
    expect(m.tree()).toEqual(before)
    await m.dream('setup --model ollama --automatic --yes')
    expect(commentedJson(m.text('.config/dream/config.json'))).toMatchObject({
      llm: { agents: { preset: 'ollama' } },
      autoDream: { model: { enabled: true } },
    })
  })

  it('A11 one agent alone, also one that is not there; and a word that is none', async () => {
    const m = machine(EVERYTHING)
    const before = m.tree()
    await m.dream('setup codex --yes')
    const changed = Object.entries(m.tree()).filter(([name, text]) => before[name] !== text)
    expect(changed.map(([name]) => name)).toEqual(['.codex/AGENTS.md', '.codex/config.toml'])
    await m.dream('setup cursor --yes')
    await m.dream('setup codex --undo --yes')
    expect(m.text('.codex/config.toml')).toBe(CODEX)
    expect(m.text('.cursor/mcp.json')).toContain('dream')
    expect(await m.dream('setup codx')).toMatchObject({ code: 2, stderr: expect.stringContaining('codex') })
    const empty = machine()
    expect((await empty.dream('setup')).stdout).toContain('No agent was found')
    await empty.dream('setup gemini --yes')
    expect(empty.text('.gemini/settings.json')).toContain('"dream"')
  })

  it('A8 A11 writes a timer where nothing else would start Dream, and starts it', async () => {
    const m = machine({ '.codex/config.toml': '' })
    const before = m.tree()
    await m.dream('setup --yes')
    expect(m.text('.config/systemd/user/dream.timer')).toContain('OnCalendar=*-*-* 03:30:00')
    expect(m.calls()).toEqual(['systemctl --user daemon-reload', 'systemctl --user enable --now dream.timer'])
    await m.dream('setup --undo --yes')
    expect(m.calls().slice(2)).toEqual([
      'systemctl --user disable --now dream.timer',
      'systemctl --user daemon-reload',
    ])
    expect(m.tree()).toEqual(before)
  })

  it('A8 J20 takes the timer for journals where OpenClaw has no command, beside the hooks of Claude Code', async () => {
    const m = machine(EVERYTHING)
    const { stdout } = await m.dream('setup --yes')
    expect(stdout).toContain('timer (systemd)')
    expect(existsSync(m.path('.config/systemd/user/dream.service'))).toBe(true)
  })

  it('J20 a gateway of OpenClaw that does not answer: the job is no starter, and undo keeps it until it is gone', async () => {
    const m = machine({ ...WORKSPACE, '.openclaw/workspace/MEMORY.md': '# Memory\n' })
    const failing =
      'echo "No --agent specified" >&2; echo "gateway closed" >&2; echo "Fix: start it" >&2; exit 1'
    m.program('openclaw', failing)
    const { code, stdout } = await m.dream('setup openclaw --yes')
    expect(code).toBe(1)
    expect(stdout).toContain('gateway closed Fix: start it')
    const status = async () => (await m.dream('status', { cwd: m.path('.openclaw/workspace') })).stdout
    expect(await status()).toContain('dream setup')
    m.program('openclaw', OPENCLAW)
    expect((await m.dream('setup openclaw --yes')).stdout).toContain('cron add')
    expect(await status()).not.toContain('dream setup')
    m.program('openclaw', failing)
    const failed = await m.dream('setup --undo --yes')
    expect(failed.code).toBe(1)
    expect(failed.stdout).toContain('openclaw cron rm dream (')
    m.program('openclaw', OPENCLAW)
    expect((await m.dream('setup --undo --yes')).code).toBe(0)
    expect(m.calls().at(-1)).toBe('openclaw cron rm j2')
  })

  it('A8 says what did not start, with the line to run, and goes on', async () => {
    const m = machine()
    m.program('systemctl', 'echo "Failed to connect to bus" >&2; exit 1')
    const { stdout, code } = await m.dream('setup timer --yes')
    expect(code).toBe(1)
    expect(stdout).toContain('run it yourself: systemctl --user daemon-reload')
    expect(stdout).toContain('Failed to connect to bus')
  })

  it('A8 takes back a timer that an earlier version installed', async () => {
    const m = machine({
      '.config/systemd/user/dream.service': '[Service]\nExecStart=/old/node bin.js daemon --once\n',
      '.config/systemd/user/dream.timer': '[Timer]\n',
    })
    await m.dream('setup --undo --yes')
    expect(readdirSync(m.path('.config/systemd/user'))).toEqual([])
    expect(m.calls()[0]).toBe('systemctl --user disable --now dream.timer')
  })

  it('leaves hooks and server to the plugin where that is enabled', async () => {
    const m = machine({ '.claude/settings.json': '{ "enabledPlugins": { "dream@dream": true } }\n' })
    const { stdout } = await m.dream('setup')
    expect(stdout).toContain('plugin for Claude Code is enabled')
    expect(stdout).toContain('nothing to change')
  })
})

describe('what the files are like', () => {
  it.each([
    ['one line', '{"a":1}'],
    ['Windows lines', '{\r\n  "a": 1\r\n}\r\n'],
    ['tabs', '{\n\t"a": {\n\t\t"b": []\n\t}\n}'],
    ['empty', ''],
    ['an empty object', '{ }\n'],
    ['comments around everything', '// top\n{\n  // before\n  "a": 1 // behind\n  // last\n}\n// end\n'],
    ['a comma at the end', '{\n  "mcpServers": {\n    "a": {},\n  },\n}\n'],
    ['a byte order mark', '\ufeff{\n  "a": 1\n}\n'],
    ['servers of others in one line', '{"mcpServers":{"a":{"command":"a"}}}'],
  ])('A11 %s: adds a server, keeps the rest, takes it back', async (_, text) => {
    const m = machine({ '.gemini/settings.json': text })
    expect((await m.dream('setup gemini --yes')).code).toBe(0)
    const after = m.text('.gemini/settings.json')
    const was = commentedJson(text) ?? {}
    expect(commentedJson(after)).toMatchObject({ ...was, mcpServers: { dream: { args: expect.anything() } } })
    if (text.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toContain('\n')
    for (const comment of text.match(/\/\/.*/g) ?? []) expect(after).toContain(comment)
    expect((await m.dream('setup gemini --yes')).stdout).toContain('nothing to change')
    await m.dream('setup --undo --yes')
    expect(m.text('.gemini/settings.json')).toBe(text)
  })

  it.each([
    ['servers in one line', 'mcp_servers = { a = { command = "a" } }\n', 'by hand'],
    ['a server of that name', '[mcp_servers."dream"]\ncommand = "mine"\n', 'there'],
    ['a server of that name below the table', '[mcp_servers]\ndream = { command = "mine" }\n', 'there'],
    ['dotted keys', 'mcp_servers.a.command = "a"\n', 'added'],
    ['the name in a text', 'note = """\n[mcp_servers.dream]\n"""\n', 'added'],
    ['no line break at the end', '[mcp_servers.a]\ncommand = "a"', 'added'],
  ])('A11 TOML with %s', async (_, text, what) => {
    const m = machine({ '.codex/config.toml': text, '.codex/AGENTS.md': '<!-- dream: begin -->' })
    const { stdout } = await m.dream('setup codex --yes')
    const after = m.text('.codex/config.toml')
    if (what === 'added') expect(parseToml(after)).toMatchObject({ mcp_servers: { dream: {} } })
    else expect(after).toBe(text)
    expect(stdout.includes('yourself')).toBe(what === 'by hand')
    await m.dream('setup --undo --yes')
    expect(m.text('.codex/config.toml')).toBe(text)
  })

  it('A11 a file that is no JSON is named with its line, the others are set up', async () => {
    const m = machine({ '.gemini/settings.json': '{\n  "a": ?\n}\n', '.cursor/mcp.json': '{}' })
    const { stdout, code } = await m.dream('setup --yes')
    expect(code).toBe(1)
    expect(stdout).toContain('settings.json is not valid JSON (line 2, column 8)')
    expect(m.text('.gemini/settings.json')).toBe('{\n  "a": ?\n}\n')
    expect(m.text('.cursor/mcp.json')).toContain('dream')
  })

  it('A11 another kind of value where servers belong is left alone', async () => {
    const m = machine({ '.gemini/settings.json': '{ "mcpServers": [] }\n' })
    expect((await m.dream('setup gemini --yes')).stdout).toContain('another kind of value at mcpServers')
    expect(m.text('.gemini/settings.json')).toBe('{ "mcpServers": [] }\n')
  })

  it('A11 a read-only file stops all of it before anything is written', async () => {
    const m = machine(EVERYTHING)
    chmodSync(m.path('.gemini/settings.json'), 0o444)
    const before = m.tree()
    const { stderr, code } = await m.dream('setup --yes')
    expect(code).toBe(1)
    expect(stderr).toContain('.gemini/settings.json is read-only')
    expect(m.tree()).toEqual(before)
    expect((await m.dream('setup --undo')).stdout).toContain('nothing to take back')
  })

  it('A11 a link stays a link, and what it leads to is changed and keeps its mode', async () => {
    const m = machine({ 'dotfiles/gemini.json': '{}\n', '.gemini/other': '' })
    chmodSync(m.path('dotfiles/gemini.json'), 0o600)
    symlinkSync('../dotfiles/gemini.json', m.path('.gemini/settings.json'))
    const before = m.tree()
    await m.dream('setup gemini --yes')
    const after = m.tree()
    expect(after['.gemini/settings.json']).toBe('link ../dotfiles/gemini.json')
    expect(after['dotfiles/gemini.json']).toMatch(/^600 .*dream/s)
    await m.dream('setup --undo --yes')
    expect(m.tree()).toEqual(before)
    symlinkSync('nowhere', m.path('.cursor'))
    rmSync(m.path('.gemini/settings.json'))
    symlinkSync('../gone.json', m.path('.gemini/settings.json'))
    expect((await m.dream('setup gemini --yes')).stdout).toContain('symbolic link')
    expect(existsSync(m.path('gone.json'))).toBe(false)
  })

  it('A11 a file that changed between the question and the answer is left, and so is every other', async () => {
    const m = machine(EVERYTHING)
    const before = m.tree()
    const { stderr, code } = await m.dream('setup', {
      ...changing(() => m.write('.gemini/settings.json', '{ "mine": 1 }\n')),
    })
    expect(code).toBe(1)
    expect(stderr).toContain('.gemini/settings.json was changed meanwhile')
    expect(m.tree()).toEqual({ ...before, '.gemini/settings.json': expect.stringContaining('mine') })
  })
})

describe('what others wrote after it', () => {
  it('A11 stays when the set-up is taken back', async () => {
    const m = machine({
      '.claude/settings.json': '{}\n',
      '.codex/config.toml': CODEX,
      '.cursor/mcp.json': '{}',
    })
    await m.dream('setup claude-code --yes')
    await m.dream('setup codex --yes')
    await m.dream('setup cursor --yes')
    const settings = JSON.parse(m.text('.claude/settings.json'))
    settings.hooks.SessionStart.push({ hooks: [{ type: 'command', command: 'mine' }] })
    settings.hooks.Stop = []
    settings.model = 'opus'
    m.write('.claude/settings.json', `${JSON.stringify(settings, null, 2)}\n`)
    const state = JSON.parse(m.text('.claude.json'))
    m.write('.claude.json', `${JSON.stringify({ numStartups: 8, ...state }, null, 2)}\n`)
    m.write('.codex/config.toml', `${m.text('.codex/config.toml')}\n[mcp_servers.later]\ncommand = "later"\n`)
    m.write('.codex/AGENTS.md', `Mine.\n\n${m.text('.codex/AGENTS.md')}`)
    const mcp = JSON.parse(m.text('.cursor/mcp.json'))
    m.write('.cursor/mcp.json', JSON.stringify({ mcpServers: { first: {}, ...mcp.mcpServers } }, null, 2))

    const { stdout, code } = await m.dream('setup --undo --yes')
    expect(stdout).not.toContain('yourself')
    expect(code).toBe(0)
    expect(JSON.parse(m.text('.claude/settings.json'))).toEqual({
      hooks: { SessionStart: [{ hooks: [{ type: 'command', command: 'mine' }] }], Stop: [] },
      model: 'opus',
    })
    expect(JSON.parse(m.text('.claude.json'))).toEqual({ numStartups: 8 })
    expect(parseToml(m.text('.codex/config.toml'))).toEqual({
      model: 'gpt',
      mcp_servers: { other: { command: 'other' }, later: { command: 'later' } },
    })
    expect(m.text('.codex/AGENTS.md').trim()).toBe('Mine.')
    expect(JSON.parse(m.text('.cursor/mcp.json'))).toEqual({ mcpServers: { first: {} } })
  })

  it('A11 goes also from files that their program wrote anew, in its own form', async () => {
    const m = machine({ '.claude/settings.json': '{ "model": "opus" }\n', '.cursor/mcp.json': '{}' })
    await m.dream('setup claude-code --yes')
    await m.dream('setup cursor --yes')
    // As Claude Code does it on its first start: without the model, keys sorted, no line break at the end.
    const { hooks } = JSON.parse(m.text('.claude/settings.json'))
    m.write('.claude/settings.json', JSON.stringify({ hooks }))
    const { dream } = JSON.parse(m.text('.cursor/mcp.json')).mcpServers
    const turned = Object.fromEntries(Object.entries(dream).reverse())
    m.write('.cursor/mcp.json', JSON.stringify({ mcpServers: { dream: turned }, own: true }, null, '\t'))
    m.write('.claude.json', JSON.stringify(JSON.parse(m.text('.claude.json')), null, 4))
    const { stdout, code } = await m.dream('setup --undo --yes')
    expect(stdout).not.toContain('yourself')
    expect(code).toBe(0)
    expect(JSON.parse(m.text('.claude/settings.json'))).toEqual({})
    expect(JSON.parse(m.text('.cursor/mcp.json'))).toEqual({ own: true })
    expect(existsSync(m.path('.claude.json'))).toBe(false)
  })

  it('A11 what was edited inside of it is left to the person, named, until it is gone', async () => {
    const m = machine({ '.codex/config.toml': CODEX })
    await m.dream('setup codex --yes')
    m.write('.codex/config.toml', m.text('.codex/config.toml').replace(/\nargs = .*/, '\nargs = ["mine"]'))
    const { stdout, code } = await m.dream('setup --undo --yes')
    expect(code).toBe(1)
    expect(stdout).toContain('config.toml was edited around what dream setup added')
    expect(m.text('.codex/config.toml')).toContain('"mine"')
    expect(existsSync(m.path('.codex/AGENTS.md'))).toBe(false)
    m.write('.codex/config.toml', CODEX)
    expect((await m.dream('setup --undo --yes')).code).toBe(0)
  })
})

/** Something that happens while the person reads the question. */
function changing(happens: () => void) {
  const answers = ['none', 'yes']
  return {
    answers: new Proxy(answers, {
      get(target, key) {
        if (key === '1') happens()
        return Reflect.get(target, key)
      },
    }),
  }
}
