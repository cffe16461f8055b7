import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { LARGE } from './sets.ts'

/** The order of Vitest (what took long first), but what leaves a process large comes after all the rest. */
export class LargeLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLarge = ({ moduleId }: TestSpecification) => LARGE.some(path => moduleId.endsWith(`/${path}`))
    return [...sorted.filter(file => !isLarge(file)), ...sorted.filter(isLarge)]
  }
}
