export type {
  AgentBounds,
  AgentChange,
  AgentIndex,
  AgentPreview,
  AgentReport,
  AgentRun,
  AgentStop,
  HeldLine,
  RefusedCall,
} from './agent-answer.ts'
export type {
  AutoStatus,
  ConfigAnswer,
  DaemonAnswer,
  FileChange,
  PlanShown,
  TrustAnswer,
  VersionDifference,
  WaitingPlan,
} from './answers.ts'
export {
  choiceArgument,
  type Given,
  isGiven,
  numberArgument,
  objectArgument,
  optionsArgument,
  textArgument,
  wrongArgument,
} from './argument.ts'
export type { ConsultAnswer } from './consult-answer.ts'
export {
  ANSWERS,
  type Answer,
  type Decision,
  type Question,
  type QuestionState,
  questionStateOf,
} from './decision.ts'
export { DreamError } from './dream-error.ts'
export {
  CLOCKS,
  type Clock,
  type Clocks,
  type Evidence,
  type PathFact,
  type Presence,
  type ProjectDocument,
  type ProjectState,
  type ResourceFact,
} from './evidence.ts'
export { exitCode, outcomeExitCode } from './exit-code.ts'
export type { DraftAnswer, DroppedAnswer, ExtractReport, TranscriptAnswer } from './extract-answer.ts'
export { asFileName, type FileName, fileName, INDEX_FILE } from './file-name.ts'
export type { Finding } from './finding.ts'
export type { Change, FileState, RunRecord } from './history.ts'
export type {
  ForgetReport,
  IndexReport,
  InitReport,
  JournalStatus,
  RememberReport,
  ReviewReport,
  WakeupReport,
} from './journal-answers.ts'
export {
  type FrontmatterState,
  isWhole,
  type Link,
  type LocatedMemory,
  MEMORY_TYPES,
  type Memory,
  type MemoryType,
  type PathReference,
  type PathShape,
  type Reference,
  type SymbolReference,
} from './memory.ts'
export type { IndexEntry, IndexFile, IndexLine, IndexLineChange, LineOfIndex } from './memory-index.ts'
export type { MemoryVersion, VersionContent } from './memory-version.ts'
export { CONFIDENT, isQuoteOf, type ModelOpinion } from './model-opinion.ts'
export type { NearNote } from './near-note.ts'
export { nearest } from './nearest.ts'
export { isLower, isUntrusted, lowest, ORIGIN_WORDS, ORIGINS, type Origin, originWords } from './origin.ts'
export type { FolderOutcome, Mode, Outcome, Report, Since } from './outcome.ts'
export {
  type Action,
  type ArchiveAction,
  type Confidence,
  DEFAULT_POLICY,
  type Decay,
  type Expiry,
  type FolderPlan,
  type IndexSummary,
  type Limit,
  type MemoryClass,
  type Piece,
  type Plan,
  type Policy,
  type Proposal,
  type Reason,
  type RecallFigure,
  RULES,
  type Rules,
  type Verdict,
  type Withheld,
  type WriteAction,
} from './plan.ts'
export type { FoundMemory, SearchAnswer } from './recall-answers.ts'
export {
  type Arbitration,
  type CcbConsolidation,
  type Conflict,
  type ConsistencyReport,
  type Consolidation,
  type ConsolidatorName,
  type Edge,
  type GraphNode,
  type IndexState,
  LAYERS,
  type Layer,
  type MagmaMaintenance,
  type MagmaRebuild,
  type MagmaRecord,
  type MagmaStatus,
  type MemoryGraph,
  RELATIONS,
  type RecordRelation,
  type RecordSource,
  type Refinement,
  type Relation,
  type Resolution,
} from './record.ts'
export type {
  Activity,
  Folder,
  FolderPast,
  Layout,
  Oddity,
  OddityKind,
  SeenBy,
  Snapshot,
} from './snapshot.ts'
export type { SpentRow } from './spent.ts'
export {
  asStoredName,
  BESIDE_PREFIX,
  FOLDERS,
  folderPart,
  isMovedAside,
  isOwnFile,
  storedName,
  VAULT,
} from './stored-name.ts'
export type { Speaker, TranscriptCounts, TranscriptTurn } from './transcript.ts'
export {
  type ChangeEntry,
  type LastState,
  lastStates,
  type MemoryVersions,
  type Sighting,
  type Version,
  versionsOf,
} from './version.ts'
export { weightAfter, weightOf } from './weight.ts'
