/** What a tool will not do, in a sentence that the model reads. */
export class Refused extends Error {
  constructor(readonly reason: string) {
    super(reason)
    this.name = 'Refused'
  }
}

/** A file that is not shown, whatever it is asked for. A search through a folder goes past it. */
export class NotShown extends Refused {}
