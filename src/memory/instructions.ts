/** In capitals, as agents look for them: `docs/agents.md` is a page about agents. */
const NAMED =
  /(?:^|\/)(?:CLAUDE|CLAUDE\.local|AGENTS|AGENTS\.override|GEMINI|CONTRIBUTING|CONVENTIONS|copilot-instructions)\.md$/
const RULES = /(?:^|\/)\.?(?:claude|cursor|windsurf|agents?|github)\/(?:rules|instructions)\//i

/** Whether agents read this document by themselves: what it says they know without a memory. */
export function isInstruction(path: string): boolean {
  return NAMED.test(path) || RULES.test(path)
}
