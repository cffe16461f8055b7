export {
  documentEvidence,
  type FolderStamp,
  folderStamp,
  holdBytes,
  isVendored,
  presenceOnDisk,
} from './files.ts'
export { commitStamps, gitFolderPast, readClocks } from './folder-history.ts'
export { GitFailed, gitLeads, gitLine } from './git.ts'
export { globMatcher } from './glob.ts'
export type { LinkOptions } from './links.ts'
export { type Asked, askedBy, gatherEvidence, openProject, seenFrom } from './open-project.ts'
export {
  type FolderProject,
  once,
  type Project,
  type ProjectIdentity,
  projectIdentity,
  sameProject,
} from './project.ts'
