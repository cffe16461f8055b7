import { gitTopLevel, isFolder, isInside, realPath } from '../disk/index.ts'
import type { FolderProject } from './folder-project.ts'
import { gitProject } from './git/project.ts'
import { presenceWithin } from './on-disk.ts'
import { absentProject, type Project, type ProjectContext } from './project.ts'
import { treeProject } from './tree-project.ts'

/**
 * The same project for the notes of one folder. Notes that lie in the project may have come with it: what they name outside
 * of it is not looked for.
 */
export function seenFrom(folder: string, openedProject: Project): Project {
  const { project } = openedProject
  if (project.kind === 'absent' || !isInside(folder, project.root)) return openedProject
  return { ...openedProject, exists: path => presenceWithin(project.root, path) }
}

/** The project that a folder's memories are checked against. Folders of one project share one. */
export function openProject(project: FolderProject, context: ProjectContext): Project {
  if ('absent' in project) return absentProject(project.absent, context.home)
  const path = realPath(project.path)
  if (path === undefined || !isFolder(path))
    return absentProject(`the project folder is not there: ${project.path}`, context.home)
  const home = realPath(context.home) ?? context.home
  const topLevel = gitTopLevel(path, home)
  if (topLevel === undefined && path === home)
    return absentProject('the home folder is no project', context.home)
  if (topLevel === undefined) return treeProject(path, context)
  const openedProject = gitProject(topLevel, context)
  return 'unknown' in openedProject
    ? absentProject(`git cannot be asked: ${openedProject.unknown}`, context.home)
    : openedProject
}
