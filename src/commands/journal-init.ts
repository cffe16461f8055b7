import { initJournals, SEED_QUESTIONS } from '../journal/index.ts'
import { say } from '../languages/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

export const journalInit = command({
  name: 'journal init',
  group: 'everyday',
  help: say => say.help.journalInit,
  effect: 'write',
  settings: 'follow',
  input: shared('paths', 'yes', 'folder'),
  examples: ['dream journal init', 'DREAM_VAULT_PATH=~/vault dream journal init --yes'],
  format: 'init',
  async run({ where }, { yes }, { ask }) {
    if (ask === undefined || yes === true) return initJournals({ where })
    const answers = async (language: string) => {
      const said: string[] = []
      for (const { asks } of SEED_QUESTIONS) {
        const answer = await ask.line(asks[language] ?? asks['en']!)
        if (answer === 'cancelled') break
        said.push(answer.text)
      }
      return said
    }
    return initJournals({ where, answers })
  },
  render({ root, vault, made, warnings }, page) {
    const words = say().journal
    page
      .text(words.initWorkspace(root))
      .text(words.initVault(vault))
      .text(words.initMade(made.join(', ')))
    for (const warning of warnings) page.text(warning, 0, 'warn')
    return page
  },
})
