/** A known error: one sentence that says what, where and what now. Printed plainly; its exit code is D26's. */
export class DreamError extends Error {
  constructor(
    readonly sentence: string,
    readonly exit: 1 | 2 | 4 = 1,
  ) {
    super(sentence)
    this.name = 'DreamError'
  }
}
