export { MagmaAdapter } from './adapter.ts'
export { CCBReader } from './ccb-reader.ts'
export { answerConflict, type CheckAnswer, checkEngines, settleConflict, waitingConflicts } from './check.ts'
export { CCBConsolidator, CCBToMAGMARefiner, MAGMAConsolidator } from './classes.ts'
export { ConflictArbiter, ConsistencyChecker } from './consistency.ts'
export { consolidateEngines } from './consolidate.ts'

export { EDGE_KINDS, memoryGraph } from './graph.ts'
export { magmaRebuild, magmaStatus } from './magma.ts'
export { rollback, textOf, versionDiff, versions } from './memory-versions.ts'
export { readRecords } from './place.ts'

export { maintainScheduled } from './scheduled-run.ts'

export { writeToMagma } from './write.ts'
