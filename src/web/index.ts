export { serve } from './command.ts'
