/** In capitals, as agents look for them: `docs/agents.md` is a page about agents. */
const NAMED =
  /(?:^|\/)(?:CLAUDE|CLAUDE\.local|AGENTS|AGENTS\.override|GEMINI|CONTRIBUTING|CONVENTIONS|copilot-instructions)\.md$/
const RULES = /(?:^|\/)\.?(?:claude|cursor|windsurf|agents?|github)\/(?:rules|instructions)\//i

/** Whether agents read this document by themselves: what it says they know without a memory. */
export function isInstruction(path: string): boolean {
  return NAMED.test(path) || RULES.test(path)
}

/** Files that an agent loads unasked, wherever they lie; in small letters. */
const LOADED_FILES: ReadonlySet<string> = new Set([
  'claude.md',
  'claude.local.md',
  'agents.md',
  'agents.local.md',
  'agents.override.md',
  'gemini.md',
  'qwen.md',
  'soul.md',
  'tools.md',
  'identity.md',
  'heartbeat.md',
  'bootstrap.md',
  'copilot-instructions.md',
  '.cursorrules',
  '.windsurfrules',
  '.clinerules',
  '.goosehints',
])

/** Folders of an agent's own settings, rules, commands and hooks. */
const LOADED_FOLDERS: ReadonlySet<string> = new Set([
  '.claude',
  '.cursor',
  '.windsurf',
  '.codex',
  '.gemini',
  '.agents',
  '.github',
])

/**
 * Whether writing to this path would speak to an agent that nobody asked to read it. In any spelling that some file system
 * takes for the same: other case, full-width letters, composed or not.
 */
export function isLoadedUnasked(path: string): boolean {
  const segments = path
    .normalize('NFKC')
    .toLowerCase()
    .split(/[/\\]/)
    .map(segment => segment.replace(/\p{Cf}|[. ]+$/gu, ''))
  const file = segments.at(-1) ?? ''
  return LOADED_FILES.has(file) || segments.some(segment => LOADED_FOLDERS.has(segment))
}
