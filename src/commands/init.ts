import { initJournals, SEED_QUESTIONS } from '../journal/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

export const init = command({
  name: 'init',
  group: 'folders',
  summary: 'make a journal workspace: snapshot, ledger, vault; what is there stays',
  effect: 'write',
  settings: 'follow',
  input: shared('paths', 'yes', 'folder'),
  examples: [
    { line: 'dream init', about: 'asks five questions where MEMORY.md is empty' },
    { line: 'DREAM_VAULT_PATH=~/vault dream init --yes', about: 'asks nothing' },
  ],
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
    page.text(`Workspace: ${root}`).text(`Vault: ${vault}`)
    page.text(made.length === 0 ? 'Everything was there already.' : `Made: ${made.join(', ')}`)
    for (const warning of warnings) page.text(warning, 0, 'warn')
    return page
  },
})
