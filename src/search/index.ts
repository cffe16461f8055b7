export { ccbEngine, coverage } from './ccb-engine.ts'
export { listSearched, readSearched, searchedFolder } from './documents.ts'
export { type BatchEmbedder, unit } from './embeddings/batch.ts'
export { chooseEmbedder } from './embeddings/choose.ts'

export { loadEmbedder, loadMeaning } from './embeddings/load.ts'
export type { Engine, EngineAnswer, EngineHit, EngineName, EngineQuestion, RecallDocument } from './engine.ts'
export { type FusedHit, type FusionRequest, MemoryFusion } from './fusion.ts'

export { IntentCache } from './intent-cache.ts'
export { IntentClassifier } from './intent-classifier.ts'
export { keepIntents, openIntents } from './intents.ts'
export { countTerms, invert, queryTerms, scoreByWords, Terms } from './keywords.ts'
export { documentOfMemory } from './memory-document.ts'
export { noteSearch, pastSearches } from './past-searches.ts'
export {
  type CountedBefore,
  type GateVerdict,
  nothingCounted,
  recallGate,
} from './recall-check.ts'
export { IntelligentRouter, type Route } from './router.ts'
export { type OpenedStore, openStore } from './search-store.ts'
export { CrossSystemRetriever, type OpenEngine, type Retrieved } from './stages.ts'
