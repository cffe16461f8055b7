import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { say } from '../languages/index.ts'
import { showText } from '../text/index.ts'
import { TOOLS } from './tools.ts'

const NAME = 'dream'

export function listPrompts() {
  const { title, description } = say().mcp.prompt
  return { prompts: [{ name: NAME, title, description }] }
}

/** Look, answer, leave the rest to the user: the steps for which there is a tool. */
export function getPrompt(name: string) {
  if (name !== NAME)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `no prompt ${showText(name.slice(0, 60))}`)
  const { description, opening, steps, closing } = say().mcp.prompt
  const tools = new Set<string>(TOOLS.map(tool => tool.name))
  const lines = Object.entries(steps).filter(([tool]) => tools.has(tool))
  const text = [opening, ...lines.map(([, step], at) => `${at + 1}. ${step}`), closing].join('\n')
  return { description, messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
}
