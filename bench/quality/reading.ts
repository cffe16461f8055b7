import { findingEvidence, findingWords } from '../../src/checks/index.ts'
import { type Random, seededRandom } from '../random.ts'
import type { Looked } from './score.ts'
import type { Sign } from './signs.ts'

const LONGEST = 1200

/** Proposals that the owner did not follow, to be read: some are wrong, some only early. */
export function falsePositives(looked: readonly Looked[]): Sign[] {
  return removals(looked).filter(sign => sign.truth === 'kept')
}

/** The same seed draws the same proposals from the same data. */
export function drawn(looked: readonly Looked[], count: number, seed: string): Sign[] {
  const random = seededRandom(seed)
  return shuffled(removals(looked).sort(byName), random).slice(0, count)
}

/** By what is proposed, not by the order in which a plan tells it. */
function byName(a: Sign, b: Sign): number {
  const [one, other] = [a, b].map(
    ({ case: { kind, name }, path, kind: why }) => `${kind} ${name} ${path} ${why}`,
  )
  return one! < other! ? -1 : 1
}

function shuffled(signs: readonly Sign[], random: Random): Sign[] {
  const left = [...signs]
  const order: Sign[] = []
  while (left.length > 0) order.push(...left.splice(random.below(left.length), 1))
  return order
}

const removals = (looked: readonly Looked[]): Sign[] =>
  looked.flatMap(one => one.signs).filter(({ grade }) => grade !== 'seen')

/** One proposal as a person would read it: the evidence first, then what the memory says. */
export function readable(sign: Sign, number: number): string {
  const { case: one, path, kind, grade, finding, truth, text } = sign
  return [
    `## ${number}. ${one.name} ${path}`,
    `${kind}, ${grade}; the owner ${truth === 'aside' ? 'removed it without a judgement' : `${truth} it`}`,
    `says: ${findingWords(finding)}`,
    ...findingEvidence(finding).map(line => `  ${line}`),
    ...text
      .trim()
      .slice(0, LONGEST)
      .split('\n')
      .map(line => `    ${line}`),
    '',
  ].join('\n')
}
