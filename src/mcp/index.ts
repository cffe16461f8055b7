export { mcp } from './command.ts'
