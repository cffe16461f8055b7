export { processIo } from './process-io.ts'
export { toolsMain } from './tools.ts'
