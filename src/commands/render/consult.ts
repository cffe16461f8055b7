import type { ConsultAnswer } from '../../model/index.ts'
import { counted } from '../../report/index.ts'

/** What the judges said, in one sentence for the notes of a run. */
export function consultHeadline(answer: ConsultAnswer): string {
  if (answer.did === 'not-set')
    return 'No model is set for the agents: nobody was asked, and rules do the work.'
  if (answer.did === 'nothing-to-ask')
    return 'There is nothing to ask: no near pair without a rule that speaks of it.'
  const raised = answer.folders.reduce((sum, folder) => sum + folder.raised.length, 0)
  const asked = counted(
    answer.folders.reduce((sum, folder) => sum + folder.asked, 0),
    'pair',
  )
  const said =
    raised === 0 ? 'nothing to look at' : `${counted(raised, 'question')} for you; nothing was changed`
  return `${answer.model} was asked about ${asked}: ${said}.`
}
