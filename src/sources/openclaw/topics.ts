import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Workspace } from './workspace.ts'

/** The topics that the Obsidian index has files for. */
export function topicsOf({ vault }: Pick<Workspace, 'vault'>): string[] {
  try {
    const names = readdirSync(join(vault.path, 'obsidian-index', 'topics'))
    return names.filter(name => name.endsWith('.md')).map(name => name.slice(0, -3))
  } catch {
    return []
  }
}
