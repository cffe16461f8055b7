import { wakeup } from '../journal/index.ts'
import { say } from '../languages/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

export const journalWakeup = command({
  name: 'journal wakeup',
  group: 'everyday',
  help: say => say.help.journalWakeup,
  effect: 'write',
  settings: 'follow',
  input: shared('paths', 'folder'),
  examples: ['dream journal wakeup'],
  format: 'wakeup',
  run: ({ where }) => wakeup({ where }),
  language: ({ language }) => language,
  render({ was, idleDays, ledger, snapshot }, page) {
    const { wakeupAsleep, wakeupAwake, wakeupArchived } = say().journal
    page.text(was === 'asleep' ? wakeupAsleep(idleDays) : wakeupAwake, 0, 'strong')
    page.gap().text(wakeupArchived, 0, 'strong')
    for (const { id, time, category, summary } of ledger)
      page.text(`· [${id}] ${time.slice(0, 10)} [${category}] ${summary}`)
    for (const { section, lines } of snapshot) {
      page.gap().text(`── ${section} ──`, 0, 'strong')
      for (const line of lines) page.text(`· ${line}`)
    }
    return page
  },
})
