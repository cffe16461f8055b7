export { aboutSetting, configJsonSchema } from './editors.ts'
export {
  type BrokenFile,
  brokenFiles,
  type SetAnswer,
  setInFile,
} from './files.ts'
export type { SettingsPlace } from './in-force.ts'
export {
  type JournalSettings,
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
  withFlags,
  withVault,
  zoneOf,
} from './in-force.ts'
export { ConfigError, type SettingsFile } from './layers.ts'
export { DEFAULT_EFFECTIVE, type Effective, loadParts } from './load.ts'
export { type LlmRole, llmRoles, modelWords, PRESETS, roleWords, shownEndpoint } from './roles.ts'
export { type Config, DEFAULTS, type Stage } from './settings.ts'
export { isTrusted } from './trust.ts'
