import type { Dir } from '../disk/index.ts'
import { ANSWERS, type Decision } from '../model/index.ts'
import { FOLDER_STATE } from '../state/index.ts'
import { Lines } from './lines.ts'

/** What a person decided about proposals, a line each. A line that is lost means that the question is asked again. */
export class Decisions {
  private readonly lines: Lines<Decision>

  constructor(dir: Dir) {
    this.lines = new Lines(dir, FOLDER_STATE.decisions, ({ answer }) => ANSWERS.includes(answer))
  }

  read(): { readonly decisions: readonly Decision[]; readonly damage: readonly string[] } {
    const { entries, damage } = this.lines.read()
    return { decisions: entries, damage }
  }

  settle(): void {
    this.lines.settle()
  }

  add(decision: Decision): void {
    this.lines.add([decision])
  }
}
