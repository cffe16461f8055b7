export { toolsMain } from './tools.ts'
