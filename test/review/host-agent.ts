import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Brief, Submitted } from '../../src/review/index.ts'
import { runDream, type World } from '../cli/run-dream.ts'

/** The way by which an agent asks for briefs and answers them. The command line is one; others pass the same tests. */
export interface Door {
  brief(
    kind: string,
    part?: number,
  ): Promise<Partial<Brief> & { readonly parts: number; readonly text: string }>
  submit(answer: unknown): Promise<Submitted>
}

/** As an agent uses a shell: JSON for itself, the answer in a file. */
export function commandLine(world: World, options: readonly string[] = []): Door {
  return {
    async brief(kind, part) {
      const which = part === undefined ? [] : ['--part', String(part)]
      const json = await runDream(['brief', kind, ...which, ...options, '--json'], world)
      const text = await runDream(['brief', kind, ...which, ...options], world)
      return { ...JSON.parse(json.stdout), text: text.stdout }
    },
    async submit(answer) {
      const file = join(world.home, 'answer.json')
      writeFileSync(file, typeof answer === 'string' ? answer : JSON.stringify(answer))
      const { stdout, stderr } = await runDream(['submit', file, ...options, '--json'], world)
      const said = JSON.parse(stdout)
      if (said.answers === undefined) throw new Error(`${stdout}${stderr}`)
      return said.answers[0]
    },
  }
}
