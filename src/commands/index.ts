export { type Dream, openDream, SILENT } from './api.ts'
export {
  type Command,
  command,
  type Input,
  type Inputs,
  isPositional,
  optionHelp,
  optionName,
  type Pipes,
  type Positional,
  type Talk,
  type Values,
  type View,
} from './command.ts'
export { shared } from './options.ts'
export {
  ALIASES,
  COMMANDS,
  type CommandName,
  installedSpelling,
  loadCommand,
  RENAMED,
  typedName,
} from './table.ts'
