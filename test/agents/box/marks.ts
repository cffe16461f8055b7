export const BEGIN = '/dream-watch-begin'
export const END = '/dream-watch-end'

export interface Watched {
  readonly copy: string
  readonly accepted: number
  readonly texts: readonly string[]
}
