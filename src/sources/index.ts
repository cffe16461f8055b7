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
  autoHome,
  committed,
  editedFile,
  editedMemory,
  givenTranscripts,
  lastActivity,
  ownFolder,
  ownSessions,
  projectTranscripts,
  type Sign,
  session,
  sessionsFolder,
  sessionsSince,
  type Target,
  type TargetRequest,
  type Transcript,
  type Transcripts,
  targetFor,
  transcriptsBeside,
  transcriptsIn,
} from './sessions.ts'
export { type Surroundings, surroundingsOf } from './source.ts'
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
