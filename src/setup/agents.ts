import { delimiter, join } from 'node:path'
import type { Where } from '../app/index.ts'
import { settingsFilesOf, settingsOf } from '../config/index.ts'
import { isFolder, packageFile, readSmallText, realPath } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { claudeConfiguration, findWorkspace, openClawHome, runOpenClaw, SOURCES } from '../sources/index.ts'
import { commentedJson } from '../text/index.ts'
import { type Addition, appendEdit, type Edit, jsonEdit, readConfiguration, tomlServer } from './edit.ts'
import type { Task } from './record.ts'

/** For whom, and how Dream itself is started. */
export interface SetupPlace {
  readonly where: Where
  readonly platform: string
  /** Node, and the file that was started with it. */
  readonly program: readonly string[]
  readonly environment?: string
}

export interface Planned {
  readonly edits: readonly (Edit | undefined)[]
  readonly tasks?: readonly Task[]
  readonly notes?: readonly string[]
  /** After this something starts Dream by itself. */
  readonly starts?: true
}

/** A program that people use Dream with, and what has to stand in its configuration for that. */
export interface Agent {
  readonly name: AgentName
  readonly title: string
  /** Where it is on this machine. */
  find(place: SetupPlace): string | undefined
  plan(place: SetupPlace): Planned
}

export const AGENT_NAMES = ['claude-code', 'openclaw', 'codex', 'gemini', 'cursor'] as const
export type AgentName = (typeof AGENT_NAMES)[number]

/** How hooks and servers call Dream: by its name where that leads to this program, else by the program itself. */
function ownCommand({ where, program }: SetupPlace): { command: string; args: string[] } {
  const [node = process.execPath, ...rest] = program
  const own = realPath(rest[0] ?? '')
  const isOnPath = onPath(where, 'dream').some(path => realPath(path) === own)
  return isOnPath && own !== undefined ? { command: 'dream', args: [] } : { command: node, args: rest }
}

const onPath = ({ env }: Where, name: string): string[] =>
  (env['PATH'] ?? '')
    .split(delimiter)
    .filter(folder => folder.startsWith('/'))
    .map(folder => join(folder, name))
    .filter(path => realPath(path) !== undefined)

const folderOrCommand = (where: Where, folder: string, command: string): string | undefined =>
  isFolder(folder) ? folder : onPath(where, command)[0]

function server(place: SetupPlace, ...more: string[]): { command: string; args: string[] } {
  const { command, args } = ownCommand(place)
  return { command, args: [...args, 'mcp', ...more] }
}

/** The entry of an MCP server in JSON, where there is none of that name yet. */
function jsonServer(agent: AgentName, file: string, entry: object): Edit | undefined {
  const servers = commentedJson(readConfiguration(file).text)?.['mcpServers']
  const isThere = typeof servers === 'object' && servers !== null && 'dream' in servers
  return isThere
    ? undefined
    : jsonEdit(agent, file, [{ keys: ['mcpServers', 'dream'], to: 'object', value: entry }])
}

const claudeCode: Agent = {
  name: 'claude-code',
  title: 'Claude Code',
  find: ({ where }) => folderOrCommand(where, claudeConfiguration(where).folder, 'claude'),
  plan(place) {
    const { home, env } = place.where
    const { settings, state } = claudeConfiguration(place.where)
    const notes = [say().setup.pluginInstead]
    if (hasPlugin(place.where)) return { edits: [], notes: [say().setup.hasPlugin], starts: true }
    const { command, args } = ownCommand(place)
    const hook = { hooks: [{ type: 'command', command, args: [...args, 'auto', '--hook'] }] }
    const known = SOURCES.flatMap(source => source.hooks?.(home, home, env) ?? [])
    const events = [
      ['SessionStart', { matcher: 'startup|resume', ...hook }],
      ['SessionEnd', hook],
    ] as const
    const missing = events.filter(([event]) => !known.some(each => each.event === event))
    const additions = missing.map(([event, value]) => ({
      keys: ['hooks', event],
      to: 'list' as const,
      value,
    }))
    return {
      edits: [
        jsonEdit('claude-code', settings, additions),
        jsonServer('claude-code', state, { type: 'stdio', ...server(place) }),
      ],
      notes,
      starts: true,
    }
  },
}

/** The plugin brings its own hooks and server. */
export function hasPlugin(where: Where): boolean {
  const plugins = commentedJson(readSmallText(claudeConfiguration(where).settings))?.['enabledPlugins']
  return Object.entries(plugins ?? {}).some(([name, on]) => name.startsWith('dream@') && on === true)
}

export const OPENCLAW_JOB = 'dream'

/** What OpenClaw asks its agent at 03:30. */
const CRON_MESSAGE = 'Use the dream skill to review the journals of this workspace.'

const openClaw: Agent = {
  name: 'openclaw',
  title: 'OpenClaw',
  find({ where }) {
    return (
      folderOrCommand(where, openClawHome(where), 'openclaw') ??
      findWorkspace({ ...where, vault: null })?.root
    )
  },
  plan({ where }) {
    const skill = packageFile('skills/openclaw/dream/SKILL.md')?.toString('utf8')
    const target = join(openClawHome(where), 'skills', 'dream', 'SKILL.md')
    const { path, text: before } = readConfiguration(target)
    const edit: Edit | undefined =
      skill === undefined || before === skill
        ? undefined
        : { agent: 'openclaw', path, before, steps: [skill] }
    const jobs = runOpenClaw(where.env, ['cron', 'list', '--json'])
    const canSchedule = onPath(where, 'openclaw').length > 0
    const isScheduled = openClawJobs(jobs).length > 0
    const line = `openclaw cron add --name ${OPENCLAW_JOB} --cron "30 3 * * *" --session isolated --no-deliver --message "${CRON_MESSAGE}"`
    const task = { agent: 'openclaw', line, undo: { openclawJob: OPENCLAW_JOB } }
    return {
      edits: [edit],
      tasks: canSchedule && !isScheduled ? [task] : [],
      notes: [say().setup.soulLine, ...(onPath(where, 'dream').length === 0 ? [say().setup.needsPath] : [])],
      ...(canSchedule && { starts: true }),
    }
  },
}

/** The ids of Dream's jobs in what `openclaw cron list --json` says; an id that is more than a word is none. */
export function openClawJobs(listed: string | undefined): string[] {
  const data: unknown = commentedJson(`{"all":${listed ?? '[]'}}`)?.['all']
  const jobs = Array.isArray(data) ? data : ((data as { jobs?: unknown } | undefined)?.jobs ?? [])
  return (Array.isArray(jobs) ? jobs : []).flatMap(({ id, name }: { id?: unknown; name?: unknown }) =>
    name === OPENCLAW_JOB && typeof id === 'string' && /^[\w-]+$/.test(id) ? [id] : [],
  )
}

const PARAGRAPH = `<!-- dream: begin -->
## Memory

The tools of the MCP server \`dream\` read the notes of this project. Ask \`memory_search\` before you answer what was decided or learned
earlier. Save what you learn with \`memory_remember\`. What waits for the user is in \`dream queue\`; accepting is theirs.
<!-- dream: end -->
`

const codex: Agent = {
  name: 'codex',
  title: 'Codex',
  find: ({ where }) => folderOrCommand(where, codexHome(where), 'codex'),
  plan(place) {
    const home = codexHome(place.where)
    const [config, rules] = [join(home, 'config.toml'), join(home, 'AGENTS.md')]
    const found = tomlServer(readConfiguration(config).text ?? '', 'dream')
    const { command, args } = server(place)
    const block = `[mcp_servers.dream]\ncommand = ${JSON.stringify(command)}\nargs = [${args.map(arg => JSON.stringify(arg)).join(', ')}]\n`
    const hasParagraph = readConfiguration(rules).text?.includes('<!-- dream: begin -->') === true
    return {
      edits: [
        found === 'absent' ? appendEdit('codex', config, block) : undefined,
        hasParagraph ? undefined : appendEdit('codex', rules, PARAGRAPH),
      ],
      notes: found === 'closed' ? [say().setup.byHand(config, block)] : [],
    }
  },
}

const codexHome = ({ env, home }: Where): string => env['CODEX_HOME'] || join(home, '.codex')

const gemini: Agent = {
  name: 'gemini',
  title: 'Gemini CLI',
  find: ({ where }) => folderOrCommand(where, join(where.home, '.gemini'), 'gemini'),
  plan: place => ({
    edits: [jsonServer('gemini', join(place.where.home, '.gemini', 'settings.json'), server(place))],
    notes: [say().setup.needsTrust],
  }),
}

const cursor: Agent = {
  name: 'cursor',
  title: 'Cursor',
  find: ({ where }) => folderOrCommand(where, join(where.home, '.cursor'), 'cursor'),
  plan: place => ({
    edits: [
      // Cursor starts its servers anywhere, and fills in the folder that is open.
      jsonServer(
        'cursor',
        join(place.where.home, '.cursor', 'mcp.json'),
        server(place, '--project', `\${workspaceFolder}`),
      ),
    ],
  }),
}

export const AGENTS: readonly Agent[] = [claudeCode, openClaw, codex, gemini, cursor]

/** Services that the set-up can name; any other is set by `dream config set`. */
export const MODEL_CHOICES = [
  'none',
  'claude',
  'anthropic',
  'openai',
  'ollama',
  'siliconflow',
  'zhipu',
] as const
export type ModelChoice = (typeof MODEL_CHOICES)[number]

/** A11: the model of the agents, and whether automatic runs may ask it, in the user's own settings of Dream; nothing where they say so already. */
export async function modelEdit(
  { where }: SetupPlace,
  model: ModelChoice,
  automatic: boolean,
): Promise<Edit | undefined> {
  const { settings } = await settingsOf({ ...where, cwd: where.home })
  const isSet = (start: string) =>
    settings.some(({ path, from }) => path.startsWith(start) && from !== undefined)
  const file = settingsFilesOf(where).find(({ origin }) => origin === 'user')!.path
  const named = model === 'claude' ? 'claude-command' : model
  const additions: Addition[] = [
    ...(model === 'none' || isSet('llm.agents.')
      ? []
      : [
          {
            keys: ['llm', 'agents', model === 'claude' ? 'api' : 'preset'],
            to: 'object',
            value: named,
          } as const,
        ]),
    ...(automatic && !isSet('autoDream.model.enabled')
      ? [{ keys: ['autoDream', 'model', 'enabled'], to: 'object', value: true } as const]
      : []),
  ]
  return additions.length === 0 ? undefined : jsonEdit('model', file, additions)
}
