export { configJsonSchema } from './check.ts'
export {
  type BrokenFile,
  brokenFiles,
  type SetAnswer,
  type SettingsFile,
  setInFile,
} from './files.ts'
export { flagSettings } from './flags.ts'
export type { SettingsPlace } from './in-force.ts'
export {
  type ConfigAnswer,
  configAnswer,
  journalSettings,
  languageSet,
  type MagmaHome,
  type MagmaSettings,
  magmaHome,
  NOTES,
  policyFrom,
  revokeFile,
  revokeProject,
  settingsFilesOf,
  settingsOf,
  type Trustable,
  trustAnswer,
  trustableOf,
  trustList,
  trustProject,
  trustsOf,
  withVault,
  zoneOf,
} from './in-force.ts'
export { ConfigError } from './layers.ts'
export { DEFAULT_EFFECTIVE, type Effective, type JournalSettings, loadParts } from './load.ts'
export { type LlmRole, llmRoles, modelWords, PRESETS, shownEndpoint } from './roles.ts'
export { type Config, DEFAULTS, type Stage } from './settings.ts'
export { isTrusted } from './trust.ts'
