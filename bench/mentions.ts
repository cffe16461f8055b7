import type { Project } from './project.ts'
import type { Random } from './random.ts'
import { capitalised, plainWord, type Vocabulary } from './vocabulary.ts'

/** Measured on what 919 memories name: 78 % is there, 7 % was removed or renamed, 15 % never was in the project. */
const THERE = 0.78
const GONE = 0.07
/** Of what is gone, this share has a new name. */
const RENAMED = 0.3

/** Paths and names of the project, as memories write them. */
export interface Mentions {
  path(random: Random): string
  call(random: Random): string
  className(random: Random): string
  identifier(random: Random): string
}

/** `mixed`: of all fates; `removed`: of a memory about a part of the project that is gone. */
export function makeMentions(project: Project, vocabulary: Vocabulary, fates: 'mixed' | 'removed'): Mentions {
  const word = (random: Random) => plainWord(vocabulary.drawSubject(random))
  const never = (random: Random) => ({
    path: `src/${word(random)}/${word(random)}.ts`,
    className: `${capitalised(word(random))}${capitalised(word(random))}Gone`,
    functions: [`${word(random)}${capitalised(word(random))}Gone`],
  })
  const file = (random: Random) => {
    if (fates === 'removed') return random.pick(project.removed)
    const fate = random.next()
    if (fate < THERE) return random.pick(project.present)
    return fate < THERE + GONE ? random.pick(project.removed) : never(random)
  }
  return {
    path(random) {
      const oldName =
        fates === 'mixed' && random.chance(GONE * RENAMED) ? random.pick(project.renamed).from : undefined
      return (oldName ?? file(random).path) + (random.chance(0.1) ? `:${1 + random.below(400)}` : '')
    },
    call(random) {
      const { className, functions } = file(random)
      const name = random.pick(functions)
      return random.chance(0.3) ? `${className}.${name}()` : `${name}()`
    },
    className: random => file(random).className,
    identifier: random => `${word(random)}_${word(random)}`,
  }
}
