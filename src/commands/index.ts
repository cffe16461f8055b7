export { type Dream, openDream } from './api.ts'
export { type Command, command, GROUPS, type Talk, type View } from './command.ts'
export { type Input, type Inputs, isPositional, optionName, type Positional, type Values } from './input.ts'
export { COMMANDS, type CommandName, loadCommand } from './table.ts'
