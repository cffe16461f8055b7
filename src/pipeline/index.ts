export { type DreamRequest, dream, type FolderLook, look } from './pipeline.ts'
export { bytesOf } from './planner.ts'
export {
  decideOn,
  decisionsOf,
  keepModelOpinions,
  type LinkRequest,
  linkEvidence,
  projectsFor,
  readAll,
} from './read-folders.ts'
