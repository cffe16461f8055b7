import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { command, shared, type Talk } from '../commands/index.ts'
import { packageFile } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'

/** The third interface over the table of commands: a page on this machine. What serves it is loaded when it runs. */
export const serve = command({
  name: 'serve',
  group: 'connections',
  help: say => say.page.help,
  effect: 'write',
  settings: 'where-readable',
  progress: 'own',
  input: {
    port: { kind: 'count' },
    noOpen: { kind: 'flag' },
    ...shared('folder', 'project', 'allProjects', 'layout', 'env'),
  },
  examples: ['dream serve', 'dream serve --no-open', 'dream serve --port 8080 --folder ~/notes'],
  async run({ host }, { port, noOpen, folder, project, allProjects, layout, env }, talk) {
    const scope = {
      ...(folder !== undefined && { folder: folder.map(path => resolve(host.cwd, path)) }),
      ...(project !== undefined && { project: resolve(host.cwd, project) }),
      ...(allProjects !== undefined && { allProjects }),
      ...(layout !== undefined && { layout }),
      ...(env !== undefined && { env }),
    }
    if (packageFile('dist/page/index.html') === undefined)
      throw new DreamError(say().page.terminal.notHere, 1)
    const { startServer } = await import('./server.ts')
    const asked = {
      ...(port !== undefined && { port }),
      ...(talk.lang !== undefined && { language: talk.lang }),
    }
    const server = await startServer({ host, scope, ...asked, log: text => talk.say(text) })
    const words = say().page.terminal
    talk.say(`${words.serving(server.address)}\n${words.howItEnds}\n`)
    if (noOpen !== true && talk.ask !== undefined) open(server.address, host.platform, talk)
    await interrupted()
    talk.say(`${words.ending}\n`)
    await server.close()
  },
  render: () => '',
})

/** Ends well with Ctrl-C: what is being written is written, and the exit code is 0. A second one ends it at once. */
function interrupted(): Promise<void> {
  process.removeAllListeners('SIGINT')
  return new Promise(stop => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop())
  })
}

/** Where no browser opens, the address stands there to be copied. */
function open(address: string, platform: string, talk: Talk): void {
  const child = spawn(platform === 'darwin' ? 'open' : 'xdg-open', [address], {
    stdio: 'ignore',
    detached: true,
  })
  child.once('error', () => talk.say(`${say().page.terminal.noBrowser}\n`))
  child.unref()
}
