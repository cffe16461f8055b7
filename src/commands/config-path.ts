import { settingsFilesOf } from '../config/index.ts'
import { command } from './command.ts'
import { writeFiles } from './config.ts'
import { shared } from './options.ts'

export const configPath = command({
  name: 'config path',
  group: 'automatic',
  help: say => say.help.configPath,
  effect: 'read',
  settings: 'none',
  input: shared('project'),
  examples: ['dream config path', 'dream config path --json'],
  format: 'config-path',
  run: async ({ where }) => ({ files: settingsFilesOf(where) }),
  render({ files }, page) {
    writeFiles(page, files)
    return page
  },
})
