export { type FolderLook, look } from './look.ts'
export { type DreamRequest, dream } from './pipeline.ts'
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
