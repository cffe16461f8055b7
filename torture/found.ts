/** What is wrong at one point of one scenario. */
export interface Found {
  readonly scenario: string
  /** What repeats it. */
  readonly where: string
  readonly problems: readonly string[]
}

/** How often a scenario was tried, and at how many points something was wrong. */
export interface Row {
  readonly scenario: string
  readonly tried: number
  readonly violations: number
}

export function sentences(found: readonly Found[]): string[] {
  return found.flatMap(({ where, problems }) => problems.map(problem => `${where}: ${problem}`))
}
