import type { MagmaSettings, Where } from '../app/index.ts'
import { type Arbitration, type Conflict, DreamError, fileName } from '../model/index.ts'
import { arbitrate, conflictQuestion, conflictsOf, settleConflict, textThatGivesWay } from '../vault/index.ts'
import type { Producer, ReviewItem } from './item.ts'

const WHY: Record<Arbitration, string> = {
  'ccb-wins': 'the file is right: what you are and what you said follows the files',
  'magma-wins': 'the note is right: lasting knowledge follows MAGMA',
  'manual-review': 'only you can decide which is right',
}

/** Where the files and MAGMA say different things. */
export function conflicts(where: Where, settings: MagmaSettings): Producer {
  return {
    async list(root) {
      return (await conflictsOf(where, settings, root)).map(itemOf)
    },

    async offer(item, choice) {
      const all = await conflictsOf(where, settings, item.root)
      const conflict = all.find(each => conflictQuestion(each).id === item.id)
      if (conflict === undefined) throw new DreamError('the two changed since: look again', 1)
      const strategy = strategyFor(conflict, choice)
      const { file, before, after } = textThatGivesWay(conflict, strategy)
      return {
        changes: [{ file: fileName(file), kind: 'write', before, after }],
        carryOut: lease => settleConflict(where, settings, conflict, strategy, lease),
      }
    },
  }
}

/** `choice` names what gives way. */
function strategyFor(
  { ccb, magma }: Conflict,
  choice: string | undefined,
): Exclude<Arbitration, 'manual-review'> {
  if (choice === 'note' || choice === 'file') return choice === 'note' ? 'ccb-wins' : 'magma-wins'
  const strategy = choice === undefined ? arbitrate(ccb, magma) : 'manual-review'
  if (strategy !== 'manual-review') return strategy
  throw new DreamError('only you can decide this: add --goes file (the note is right) or --goes note', 2)
}

function itemOf(conflict: Conflict): ReviewItem {
  const { ccb, magma, root, label, differences } = conflict
  const strategy = arbitrate(ccb, magma)
  const note = `magma/${magma.note}`
  const accepting = strategy === 'ccb-wins' ? `writes ${note}` : `writes ${ccb.file} and ${note}`
  return {
    producer: 'magma',
    ...conflictQuestion(conflict),
    root,
    label,
    subject: ccb.file,
    words: `says something else than ${note}`,
    evidence: differences.length === 0 ? [] : [`they differ in: ${differences.join(', ')}`],
    because: WHY[strategy],
    ...(strategy !== 'manual-review' && { accepting }),
    choices:
      strategy === 'manual-review'
        ? [
            { value: 'note', label: `keep ${ccb.file}, write it into the note` },
            { value: 'file', label: `keep the note, write it into ${ccb.file}` },
          ]
        : [],
    texts: [
      { file: ccb.file, text: ccb.head + ccb.body },
      { file: note, text: magma.text },
    ],
  }
}
