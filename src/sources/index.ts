export { projectListFiles, projectSlug } from './claude-code.ts'
export { type Discovery, discover, leadsOutOf, notPart } from './discover.ts'
export { type ReadOptions, readFolder } from './folder.ts'
export { type FoundFolder, holdingOf } from './found-folder.ts'
export { glance } from './glance.ts'
export { dreamHooks } from './hook-commands.ts'
export { type HookInput, readHookInput } from './hook-input.ts'
export { type ParsedMemory, parsedPart } from './known-memories.ts'
export { claudeProjects, slugsOf, targetTexts } from './known-projects.ts'
export { isDatedName, isJournalWorkspace } from './layout.ts'
export { listFolder } from './listing.ts'
export { newestChange } from './newest-change.ts'
export { type Glance, glanceAt, glanceAtJournals } from './openclaw/glance.ts'
export { listJournals, pathOf, type ReadText, readBootFiles, readText } from './openclaw/journals.ts'
export { topicsOf } from './openclaw/topics.ts'
export { findWorkspace, type Workspace, workspaceAt, workspaceToMake } from './openclaw/workspace.ts'
export { idleOrBusy, nativeDreaming, openclaw } from './openclaw.ts'
export { commit, editedFile, editedMemory, lastActivity, type Sign, session } from './project-activity.ts'
export { sessionsSince } from './sessions.ts'
export { surroundingsOf } from './surroundings.ts'
export { type Cursor, cursorAt, cursorsText, parseCursors, resumeAt } from './transcripts/cursor.ts'
export {
  givenTranscripts,
  isThere,
  ownSessions,
  projectTranscripts,
  type Transcript,
} from './transcripts/find.ts'
export { type FileLine, type OpenText, openText } from './transcripts/lines.ts'
export { readTranscript } from './transcripts/read.ts'
export { turnsOfText } from './transcripts/text.ts'
export { type Transcripts, transcriptsBeside, transcriptsIn } from './transcripts-beside.ts'
