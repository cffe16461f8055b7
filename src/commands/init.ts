import { type Call, type Command, PATHS } from './command.ts'
import { someoneIsThere } from './io.ts'
import { print } from './print.ts'
import { whereOf } from './where.ts'

export const initCommand: Command = {
  name: 'init',
  summary: 'make a journal workspace: snapshot, ledger, vault; what is there stays',
  arguments: [PATHS],
  flags: ['yes', 'folder', 'json', 'color', 'noColor'],
  examples: [
    { line: 'dream init', about: 'asks five questions where MEMORY.md is empty' },
    { line: 'DREAM_VAULT_PATH=~/vault dream init --yes', about: 'asks nothing' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { initJournals, SEED_QUESTIONS } = await import('../journal/init.ts')
  const { renderInit } = await import('./render/journal.ts')
  const { io, flags, words } = call
  const asks = someoneIsThere(io) && flags.yes !== true
  const answers = async (language: string): Promise<string[]> => {
    const said: string[] = []
    for (const { asks: question } of SEED_QUESTIONS) {
      const answer = await io.ask.line(question[language] ?? question['en']!)
      if (answer === 'cancelled') break
      said.push(answer.text)
    }
    return said
  }
  const report = await initJournals({ where: whereOf(call, words), ...(asks && { answers }) })
  await print(call, 'init', report, look => renderInit(report, look))
  return 0
}
