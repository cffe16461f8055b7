import { gitTopLevel, isFolder, isInside, realPath } from '../disk/index.ts'
import type { FolderProject } from './folder-project.ts'
import { gitWorld } from './git/project.ts'
import { presenceWithin } from './on-disk.ts'
import { absentWorld, type World, type WorldContext } from './project.ts'
import { treeWorld } from './tree-project.ts'

/**
 * The same world for the notes of one folder. Notes that lie in the project may have come with it: what they name outside
 * of it is not looked for.
 */
export function seenFrom(folder: string, world: World): World {
  const { project } = world
  if (project.kind === 'absent' || !isInside(folder, project.root)) return world
  return { ...world, exists: path => presenceWithin(project.root, path) }
}

/** The world that a folder's memories are checked against. Folders of one project share one. */
export function openWorld(project: FolderProject, context: WorldContext): World {
  if ('absent' in project) return absentWorld(project.absent, context.home)
  const path = realPath(project.path)
  if (path === undefined || !isFolder(path))
    return absentWorld(`the project folder is not there: ${project.path}`, context.home)
  const home = realPath(context.home) ?? context.home
  const topLevel = gitTopLevel(path, home)
  if (topLevel === undefined && path === home)
    return absentWorld('the home folder is no project', context.home)
  if (topLevel === undefined) return treeWorld(path, context)
  const world = gitWorld(topLevel, context)
  return 'unknown' in world ? absentWorld(`git cannot be asked: ${world.unknown}`, context.home) : world
}
