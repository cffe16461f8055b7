import { isAbsolute, join } from 'node:path'
import { realPath } from '../git/root.ts'
import { isInside } from '../place.ts'
import { readSmallText } from '../regular-file.ts'
import { configDirectory, type Environment, expandHome } from './claude-code.ts'

export interface ConfiguredFolders {
  /** `user`: one folder for whatever the user works on. `project`: this project's. */
  readonly folders: readonly { readonly path: string; readonly scope: 'user' | 'project' }[]
  readonly notes: readonly string[]
}

/**
 * The folders that the setting `autoMemoryDirectory` names. A project's own settings may arrive with a clone, so they are
 * followed only inside the project and the user's configuration; elsewhere they are reported.
 */
export function configuredFolders(project: string, home: string, env: Environment): ConfiguredFolders {
  const config = configDirectory(home, env)
  const folders: { path: string; scope: 'user' | 'project' }[] = []
  const notes: string[] = []
  const own = settingOf(join(config, 'settings.json'), home)
  if (own !== undefined) folders.push({ path: own, scope: 'user' })
  for (const name of ['settings.json', 'settings.local.json']) {
    const file = join(project, '.claude', name)
    if (realPath(file) === realPath(join(config, name))) continue
    const path = settingOf(file, home)
    if (path === undefined) continue
    if (mayLeadTo(path, [project, config])) folders.push({ path, scope: 'project' })
    else notes.push(outsideNote(name, path))
  }
  return { folders, notes }
}

/** Where a project may point without being trusted. Links are resolved first: a link inside may lead outside. */
export function mayLeadTo(path: string, roots: readonly string[]): boolean {
  const real = realPath(path) ?? path
  return roots.some(root => isInside(real, realPath(root) ?? root))
}

function outsideNote(file: string, path: string): string {
  return `.claude/${file} of the project sets autoMemoryDirectory to ${path}, outside the project: not followed. To tend that folder, name it on the command line.`
}

function settingOf(file: string, home: string): string | undefined {
  const value = jsonObject(readSmallText(file))?.['autoMemoryDirectory']
  if (typeof value !== 'string' || value.includes('\0')) return undefined
  const path = expandHome(value, home)
  return isAbsolute(path) ? path : undefined
}

/** The object that a JSON text holds; nothing where it holds something else or nothing that can be read. */
export function jsonObject(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
