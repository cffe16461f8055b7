import { accessSync, constants } from 'node:fs'
import { dirname, join } from 'node:path'
import { jsonObject, namesIn, readSmallText } from '../disk/index.ts'
import { FOLDER_STATE } from './names.ts'

/** The memory folders that Dream keeps state for, as `root.json` names them. */
export function stateRoots(stateHome: string): { readonly root: string; readonly folder: string }[] {
  return namesIn(stateHome).flatMap(name => {
    const folder = join(stateHome, name)
    const root = jsonObject(readSmallText(join(folder, FOLDER_STATE.root)))?.['root']
    return typeof root === 'string' ? [{ root, folder }] : []
  })
}

/** State directories that do not say whose they are, with the draft of that word in them. */
export function halfMadeStates(stateHome: string): string[] {
  return namesIn(stateHome)
    .map(name => join(stateHome, name))
    .filter(folder => {
      const names = namesIn(folder)
      return names.includes(FOLDER_STATE.rootDraft) && !names.includes(FOLDER_STATE.root)
    })
}

/** The first folder upward that is there, where it cannot be written. */
export function unwritable(path: string): string | undefined {
  for (let folder = path; ; folder = dirname(folder)) {
    try {
      accessSync(folder, constants.F_OK)
    } catch {
      if (folder !== dirname(folder)) continue
    }
    try {
      accessSync(folder, constants.W_OK | constants.X_OK)
      return undefined
    } catch {
      return folder
    }
  }
}
