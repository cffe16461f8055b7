import type { Speaker } from '../../model/index.ts'

/** `User: …`, `Assistant: …`, 我：…: who speaks from this line on. */
const MARK =
  /^[ \t]{0,3}(?:[#*_]{1,4}[ \t]{0,2})?(?:\[[\d:. T-]{4,30}\][ \t]{0,2})?(user|human|you|me|assistant|ai|claude|agent|bot|model|tool|output|system|用户|我|助手|助理|工具|系统)(?:[*_]{1,3})?[ \t]{0,2}[:：](?:[*_]{1,3})?[ \t]{0,8}(.*)$/i

const SPEAKERS: Readonly<Record<string, Speaker>> = {
  user: 'user',
  human: 'user',
  you: 'user',
  me: 'user',
  用户: 'user',
  我: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  claude: 'assistant',
  agent: 'assistant',
  bot: 'assistant',
  model: 'assistant',
  助手: 'assistant',
  助理: 'assistant',
  tool: 'tool',
  output: 'tool',
  工具: 'tool',
  system: 'system',
  系统: 'system',
}

export function markedLine(line: string): { speaker: Speaker; rest: string } | undefined {
  const found = MARK.exec(line.slice(0, 10_000))
  const speaker = found === null ? undefined : SPEAKERS[found[1]!.toLowerCase()]
  return speaker === undefined ? undefined : { speaker, rest: found![2]! }
}
