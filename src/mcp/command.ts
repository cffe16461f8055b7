import { resolve } from 'node:path'
import { command, shared } from '../commands/index.ts'
import { isFolder } from '../disk/index.ts'
import { say } from '../languages/index.ts'

/** The second interface over the table of commands. What speaks the protocol is loaded when it runs. */
export const mcp = command({
  name: 'mcp',
  group: 'connections',
  help: say => say.mcp.help,
  effect: 'write',
  settings: 'where-readable',
  progress: 'own',
  input: shared('folder', 'project', 'layout', 'env'),
  examples: ['dream mcp', 'dream mcp --folder ~/notes'],
  async run({ host, language }, { folder, project, layout, env }, talk) {
    if (talk.ask !== undefined) talk.say(`${say().mcp.waiting}\n`)
    const scope = {
      ...(folder !== undefined && { folder: folder.map(path => resolve(host.cwd, path)) }),
      ...(project !== undefined && { project: resolve(host.cwd, project) }),
      ...(layout !== undefined && { layout }),
      ...(env !== undefined && { env }),
    }
    const { serve } = await import('./serve.ts')
    const serving = { host: { ...host, cwd: projectOf(host) }, scope, language }
    await serve({ ...serving, log: text => talk.say(text) }, talk.pipes)
  },
  render: () => '',
})

/** Hosts say in which project they work; some start their servers elsewhere. */
function projectOf({
  cwd,
  env,
}: {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}) {
  const named = env['CLAUDE_PROJECT_DIR']
  return named !== undefined && named !== '' && isFolder(resolve(cwd, named)) ? resolve(cwd, named) : cwd
}
