type Paint = (text: string) => string

/** The few colours a report uses, by what they mean. The door that knows the terminal hands them in. */
export interface Palette {
  readonly strong: Paint
  readonly quiet: Paint
  readonly good: Paint
  readonly warn: Paint
  readonly bad: Paint
  readonly name: Paint
}

const asIs: Paint = text => text

export const NO_COLOR: Palette = {
  strong: asIs,
  quiet: asIs,
  good: asIs,
  warn: asIs,
  bad: asIs,
  name: asIs,
}
