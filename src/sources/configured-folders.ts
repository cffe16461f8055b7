import { isAbsolute, join } from 'node:path'
import { jsonObject, readProjectText, readSmallText } from '../disk/index.ts'
import { expandHome } from './claude-code.ts'
import { isUserConfig, leadOf, mayFollow, type Surroundings } from './surroundings.ts'

export interface ConfiguredFolders {
  /** `user`: one folder for whatever the user works on. `project`: this project's. */
  readonly folders: readonly { readonly path: string; readonly scope: 'user' | 'project' }[]
  readonly notes: readonly string[]
}

/**
 * The folders that the setting `autoMemoryDirectory` names. The user's own settings may name any. A project's settings may
 * have arrived with a clone: they are followed inside the project, to its own folder in the user's configuration, and
 * wherever the user trusts them to lead.
 */
export function configuredFolders(around: Surroundings): ConfiguredFolders {
  const folders: { path: string; scope: 'user' | 'project' }[] = []
  const notes: string[] = []
  const own = settingIn(readSmallText(join(around.config, 'settings.json')), around.home)
  if (own !== undefined) folders.push({ path: own, scope: 'user' })
  const claude = join(around.project, '.claude')
  if (isUserConfig(claude, around)) return { folders, notes }
  for (const name of ['settings.json', 'settings.local.json']) {
    const file = join(claude, name)
    if (!mayFollow(leadOf(file, around.project), around, notes)) continue
    const path = settingIn(readProjectText(around.project, file, around.trusts), around.home)
    if (path === undefined) continue
    const lead = leadOf(path, around.project, { file, to: path })
    if (mayFollow(lead, around, notes)) folders.push({ path, scope: 'project' })
  }
  return { folders, notes }
}

function settingIn(text: string | undefined, home: string): string | undefined {
  const value = jsonObject(text)?.['autoMemoryDirectory']
  if (typeof value !== 'string' || value.includes('\0')) return undefined
  const path = expandHome(value, home)
  return isAbsolute(path) ? path : undefined
}
