import { type Effective, loadConfig } from '../config/load.ts'
import { llmRoles, roleWords } from '../config/roles.ts'
import { listTrusted, revokeTrust, trustText } from '../config/trust.ts'
import type { ConfigAnswer, TrustAnswer } from '../memory/answers.ts'
import { DreamError } from '../memory/dream-error.ts'
import { DEFAULT_POLICY, type Policy } from '../memory/plan.ts'
import { surroundingsOf } from '../read/discover/surroundings.ts'
import { deskOf, type Where } from './where.ts'

type Setting = ConfigAnswer['settings'][number]

/** The settings in force for a place; `flags` come last and win. */
export async function settingsOf(
  where: Pick<Where, 'cwd' | 'home' | 'env' | 'project'>,
  environment?: string,
): Promise<Effective> {
  const { project } = surroundingsOf(where)
  const { home, env } = where
  const place = { project, home, env, ...(environment !== undefined && { environment }) }
  return loadConfig(place, deskOf(where as Where).stateHome)
}

export function policyFrom({ config }: Pick<Effective, 'config'>): Policy {
  return { ...DEFAULT_POLICY, rules: config.rules, ...config.policy, expiry: config.expiry }
}

export function configAnswer(
  effective: Effective,
  flags: readonly Setting[],
  env: Where['env'],
): ConfigAnswer {
  const byFlag = new Map(flags.map(setting => [setting.path, setting]))
  return {
    settings: effective.settings.map(setting => byFlag.get(setting.path) ?? setting),
    ...(effective.environment !== undefined && { environment: effective.environment }),
    waiting: effective.waiting,
    roles: llmRoles(effective.config, env).map(role => ({ role: role.role, words: roleWords(role) })),
    unknownVariables: effective.unknownVariables,
  }
}

/** For editors; published as `schema/config.schema.json`. */
export async function configJsonSchema(): Promise<object> {
  const [{ z }, { configSchema }] = await Promise.all([import('zod'), import('../config/schema.ts')])
  return z.toJSONSchema(configSchema, { io: 'input' })
}

export function trustList(where: Where): TrustAnswer {
  return { did: 'listed', trusted: listTrusted(deskOf(where).stateHome) }
}

/** Vouches for the project's own file as it is now. */
export function trustProject(where: Where, effective: Effective, now: number): TrustAnswer {
  const { stateHome } = deskOf(where)
  const file = projectFileOf(effective)
  if (file.trusted) return { did: 'already', file: file.path, trusted: listTrusted(stateHome) }
  trustText(stateHome, file.path, file.text, now)
  return { did: 'trusted', file: file.path, trusted: listTrusted(stateHome) }
}

/** Takes it back; also where the file or its project is gone. */
export function revokeProject(where: Where, file: string): TrustAnswer {
  const { stateHome } = deskOf(where)
  const did = revokeTrust(stateHome, file)
  return { did, file, trusted: listTrusted(stateHome) }
}

export function projectFileOf({ projectFile }: Effective): NonNullable<Effective['projectFile']> {
  if (projectFile === undefined)
    throw new DreamError('this project has no dream.config.json: there is nothing to trust', 2)
  return projectFile
}
