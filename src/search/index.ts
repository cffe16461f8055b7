export type { BackendState, BackendView, Found, SearchBackend } from './backends/backend.ts'
export { lanceBackend } from './backends/lance/backend.ts'
export type { LoadLance } from './backends/lance/lance.ts'
export { type IndexPlace, wordsFor } from './backends/lance/table.ts'
export {
  askedTerms,
  type RecordRow,
  reindexRecords,
  vectorText,
  writeRecords,
} from './backends/postgres.ts'
export { type CcbStore, ccbEngine, coverage } from './ccb-engine.ts'
export { collect } from './collection.ts'
export { firstDay } from './dates.ts'
export { listSearched, readSearched, searchedFolder } from './documents.ts'
export { type BatchEmbedder, unit } from './embeddings/batch.ts'
export { chooseEmbedder } from './embeddings/choose.ts'
export { loadEmbedder, loadMeaning } from './embeddings/load.ts'
export {
  type Engine,
  type EngineAnswer,
  type EngineHit,
  type EngineName,
  type EngineQuestion,
  LAYERS,
  type Layer,
  RELATIONS,
  type RecallDocument,
  type Relation,
} from './engine.ts'
export { type FusedHit, MemoryFusion } from './fusion.ts'
export { IntentCache } from './intent-cache.ts'
export { IntentClassifier } from './intent-classifier.ts'
export { keepIntents, openIntents } from './intents.ts'
export { contentDay, documentOfMemory } from './memory-document.ts'
export { type NewerOf, newerFirst } from './newer-first.ts'
export {
  askedWords,
  askGate,
  noteSearch,
  pastSearches,
  planThroughGate,
} from './protected-plan.ts'
export { correct, fits, isPlain, parseQuery, type Query } from './query.ts'
export { recallGate } from './recall-check.ts'
export { IntelligentRouter, type Route } from './router.ts'
export { type DocumentProducer, type OpenedStore, openSearchStore } from './search-store.ts'
export {
  CrossSystemRetriever,
  type FoundMemory,
  type OpenEngine,
  type SearchAnswer,
} from './stages.ts'
export { behind } from './words-lead.ts'
