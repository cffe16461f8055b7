import type { ConsultAnswer } from '../memory/consult-answer.ts'
import { newPage, type PageOptions } from './page.ts'
import { writeSpent } from './spent.ts'
import { counted } from './words.ts'

/** What the judges said, and that it waits. */
export function renderConsult(answer: ConsultAnswer, options: PageOptions): string {
  const page = newPage(options)
  page.text(consultHeadline(answer), 0, 'strong')
  for (const { label, pairs, asked, raised, dropped, unanswered } of answer.folders) {
    if (pairs === 0) continue
    page.gap().text(`${label}: ${asked} of ${counted(pairs, 'near pair')} asked about`)
    for (const { verdict, a, b } of raised) page.text(`${a} and ${b}: ${VERDICT_WORDS[verdict]}`, 2)
    for (const { a, b, why } of dropped) page.text(`${a} and ${b}: dropped, ${why}`, 2, 'quiet')
    for (const { outcome, why } of unanswered) page.text(`${outcome}: ${why}`, 2, 'warn')
  }
  writeSpent(page, answer.spent)
  if (raisedCount(answer) > 0)
    page.gap().entry(`dream queue${options.place ?? ''}`, 'look at what waits', 0, 'good')
  return page.end()
}

const VERDICT_WORDS = { same: 'may say the same', opposite: 'may say the opposite' } as const

const raisedCount = ({ folders }: ConsultAnswer): number =>
  folders.reduce((sum, { raised }) => sum + raised.length, 0)

/** One sentence, also for the notes of a run. */
export function consultHeadline(answer: ConsultAnswer): string {
  if (answer.did === 'not-set')
    return 'No model is set for the agents: nobody was asked, and rules do the work.'
  if (answer.did === 'nothing-to-ask')
    return 'There is nothing to ask: no near pair without a rule that speaks of it.'
  const raised = raisedCount(answer)
  const asked = counted(
    answer.folders.reduce((sum, folder) => sum + folder.asked, 0),
    'pair',
  )
  const said =
    raised === 0 ? 'nothing to look at' : `${counted(raised, 'question')} for you; nothing was changed`
  return `${answer.model} was asked about ${asked}: ${said}.`
}
