import { onTestFinished } from 'vitest'
import type { World } from '../cli/run-dream.ts'
import { type Served, served } from '../mcp/served.ts'
import type { Door } from './host-agent.ts'

/** As a host without a shell: a real `dream mcp`, spoken to by the official client. */
export async function overMcp(world: World, args: readonly string[] = []): Promise<Door & Served> {
  const server = await served(world, { args })
  onTestFinished(() => server.close())
  const ask = async (name: string, given: Record<string, unknown>) => {
    const { data, text, failed } = await server.call(name, given)
    if (failed) throw new Error(text)
    return { ...withoutNull(data), text } as never
  }
  return {
    ...server,
    brief: (kind, part) => ask('memory_brief', { kind, ...(part !== undefined && { part }) }),
    submit: answer => ask('memory_submit', { answer }),
  }
}

/** The protocol says null where the command line leaves a field out. */
function withoutNull(value: object): object {
  return JSON.parse(JSON.stringify(value), (_, each) => (each === null ? undefined : each))
}
