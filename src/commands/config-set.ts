import type { Where } from '../app/index.ts'
import { ConfigError, type SetAnswer, setInFile, settingsFilesOf, settingsOf } from '../config/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { command } from './command.ts'
import { brokenWords } from './config.ts'

export const configSet = command({
  name: 'config set',
  group: 'automatic',
  help: say => say.help.configSet,
  effect: 'write',
  settings: 'none',
  input: {
    key: { kind: 'word', need: 'required', completes: 'nothing' },
    value: { kind: 'word', need: 'required', completes: 'nothing' },
    project: { kind: 'flag' },
  },
  examples: [
    'dream config set policy.recentDays 7',
    'dream config set rules propose --project',
    'dream config set llm.agents.budget.usd null',
  ],
  format: 'config-set',
  async run({ where }, { key, value, project }) {
    const origin = project === true ? 'project' : 'user'
    const file = settingsFilesOf(where).find(each => each.origin === origin)
    if (file === undefined) throw new DreamError(say().configFiles.sameFile, 2)
    const done = setInFile(file, key, value)
    const words = say().configFiles
    if (done.did === 'broken') throw new DreamError(words.notEdited(brokenWords(done.fault)), 2)
    if (done.did === 'no-object') throw new DreamError(words.noObject(done.file), 2)
    if (done.did === 'in-the-way') throw new DreamError(words.inTheWay(done.file, done.key), 2)
    if (done.did === 'not-one') throw new DreamError(words.notOne(done.key), 2)
    return { ...done, ...(await afterwards(where, done)) }
  },
  render({ key, value, file, did, before, notes }, page) {
    const words = say().configFiles
    page.text(words.did[did](key, JSON.stringify(value), file))
    if (did === 'changed')
      page.text(before === undefined ? words.wasUnset : words.was(JSON.stringify(before.value)), 2, 'quiet')
    for (const note of notes) page.text(note, 0, 'warn')
    return page
  },
})

/** What keeps the new value from being in force. */
async function afterwards(
  where: Where,
  { key, file }: SetAnswer,
): Promise<{ readonly notes: readonly string[] }> {
  const words = say().configFiles
  try {
    const { settings, waiting } = await settingsOf(where)
    const inForce = settings.find(({ path }) => path === key)
    if (waiting.some(({ path, from }) => path === key && from === file)) return { notes: [words.waits] }
    const isOther = inForce?.from !== undefined && inForce.from !== file
    return { notes: isOther ? [words.overridden(inForce.from, JSON.stringify(inForce.value))] : [] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { notes: [words.stillWrong(error.sentence)] }
  }
}
