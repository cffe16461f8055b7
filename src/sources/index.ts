export { committed, editedFile, editedMemory, lastActivity, type Sign, session } from './activity.ts'
export { type HookInput, readHookInput } from './claude-code/hooks.ts'
export { claudeConfiguration, slugFolderOf, slugMemoryOf } from './claude-code/places.ts'
export { type Discovery, discover, leadsOutOf } from './discover.ts'
export {
  bytesAt,
  type FoundFolder,
  formatOf,
  glance,
  type ParsedMemory,
  parsedPart,
  type ReadOptions,
  readFolder,
  textAt,
} from './folder.ts'
export { holdingOf, isDatedName, type Listed, listFolder, newestChange } from './listing.ts'
export { idleOrBusy, nativeDreaming, notPart, runOpenClaw } from './openclaw/index.ts'
export {
  type Glance,
  glanceAt,
  glanceAtJournals,
  listJournals,
  pathOf,
  type ReadText,
  readBootFiles,
  readText,
  topicsOf,
} from './openclaw/journals.ts'
export {
  findWorkspace,
  openClawHome,
  type Workspace,
  workspaceAt,
  workspaceToMake,
} from './openclaw/workspace.ts'
export { SOURCES } from './registry.ts'
export {
  givenTranscripts,
  ownSessions,
  projectTranscripts,
  sessionsSince,
  type Transcript,
  type Transcripts,
  transcriptsBeside,
  transcriptsIn,
} from './sessions.ts'
export { type Surroundings, surroundingsOf } from './source.ts'
export { autoHome, ownFolder, sessionsFolder, type Target, type TargetRequest, targetFor } from './target.ts'
export {
  type Cursor,
  cursorAt,
  cursorsText,
  type FileLine,
  type OpenText,
  openText,
  parseCursors,
  resumeAt,
} from './transcripts/file.ts'
export { readTranscript, turnsOfText } from './transcripts/read.ts'
export type { Speaker, TranscriptTurn } from './transcripts/record.ts'
