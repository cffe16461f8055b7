/** A server that was started. `stop('immediate')` is a crash. */
export interface StartedPostgres {
  readonly port: number
  url(database?: string, user?: string): string
  start(): void
  stop(how?: 'smart' | 'fast' | 'immediate'): void
  remove(): void
}

export function installPostgres(say?: (text: string) => void): string
export function startPostgres(settings?: Readonly<Record<string, string | number>>): Promise<StartedPostgres>
