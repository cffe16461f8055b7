import { wakeup as wakeUp } from '../journal/index.ts'
import { counted } from '../text/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

export const wakeup = command({
  name: 'wakeup',
  group: 'folders',
  summary: 'the first conversation after a silence: what was archived last, and how things stand',
  effect: 'write',
  settings: 'follow',
  input: shared('paths', 'folder'),
  examples: [{ line: 'dream wakeup', about: 'deletes nothing' }],
  format: 'wakeup',
  run: ({ where }) => wakeUp({ where }),
  render({ language, was, idleDays, ledger, snapshot }, page) {
    const words = WORDS[language === 'zh' ? 'zh' : 'en']
    page.text(was === 'asleep' ? words.asleep(idleDays) : words.awake, 0, 'strong')
    page.gap().text(words.archived, 0, 'strong')
    for (const { id, time, category, summary } of ledger)
      page.text(`· [${id}] ${time.slice(0, 10)} [${category}] ${summary}`)
    for (const { section, lines } of snapshot) {
      page.gap().text(`── ${section} ──`, 0, 'strong')
      for (const line of lines) page.text(`· ${line}`)
    }
    return page
  },
})

const WORDS = {
  en: {
    asleep: (days: number) => `🌙 Awake after ${counted(days, 'day')} of silence`,
    awake: '🌙 Awake all along',
    archived: '── Last archived ──',
  },
  zh: {
    asleep: (days: number) => `🌙 沉睡 ${days} 天后醒来`,
    awake: '🌙 一直醒着',
    archived: '── 最近入档 ──',
  },
} as const
