import { BEGIN, END } from './marks.ts'

/** One call that named a file, a program or the network, with the place it really reached. */
export interface SystemCall {
  readonly name: string
  readonly effect: 'reads' | 'writes' | 'other'
  readonly path: string
}

/** Reads what `watch.c` wrote. Only calls that succeeded count, and only between the two marks. */
export function systemCalls(log: string): SystemCall[] {
  const lines = log.split('\n')
  const from = lines.findIndex(line => line.endsWith(`\t${BEGIN}`))
  const to = lines.findIndex(line => line.endsWith(`\t${END}`))
  if (from < 0 || to < from) throw new Error('The watcher has not seen the marks: was it loaded?')
  return lines.slice(from + 1, to).flatMap(line => {
    const [name, effect, went, path] = line.split('\t') as [string, SystemCall['effect'], string, string]
    return went === 'ok' ? [{ name, effect, path }] : []
  })
}
