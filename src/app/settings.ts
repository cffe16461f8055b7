import {
  addTrust,
  type Effective,
  listTrusted,
  llmRoles,
  loadConfig,
  revokeTrust,
  roleWords,
  trustText,
} from '../config/index.ts'
import { type Lead, leadText } from '../disk/index.ts'
import { type ConfigAnswer, DreamError, type Policy, type TrustAnswer } from '../model/index.ts'
import { gitLeads } from '../project/index.ts'
import { leadsOutOf, surroundingsOf } from '../sources/index.ts'
import { stateHomeOf, trustsOf, type Where } from './app.ts'

type Setting = ConfigAnswer['settings'][number]

/** The settings in force for a place; `flags` come last and win. */
export async function settingsOf(
  where: Pick<Where, 'cwd' | 'home' | 'env' | 'project'>,
  environment?: string,
): Promise<Effective> {
  const { project } = surroundingsOf(where)
  const { home, env } = where
  const place = { project, home, env, ...(environment !== undefined && { environment }) }
  return loadConfig(place, stateHomeOf(where))
}

export function policyFrom({ config }: Pick<Effective, 'config'>): Policy {
  return { rules: config.rules, ...config.policy, expiry: config.expiry }
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
  return { did: 'listed', files: [], trusted: listTrusted(stateHomeOf(where)) }
}

/** What there is to trust in a project: its own configuration, and what leads out of it. */
export interface Trustable {
  readonly file?: NonNullable<Effective['projectFile']>
  readonly waiting: Effective['waiting']
  readonly leads: readonly Lead[]
  readonly state: 'trusted' | 'waits'
}

export function trustableOf(where: Where, { projectFile, waiting }: Effective): Trustable {
  const { project } = surroundingsOf(where)
  const leads = [...leadsOutOf(where), ...gitLeads(project)]
  if (projectFile === undefined && leads.length === 0)
    throw new DreamError(
      `there is nothing to trust: ${project} has no dream.config.json, and nothing in it that Dream would follow leads out of it`,
      2,
    )
  const known = trustsOf(where)
  const isTrusted = projectFile?.trusted !== false && leads.every(known)
  const file = projectFile === undefined ? {} : { file: projectFile }
  return { ...file, waiting, leads, state: isTrusted ? 'trusted' : 'waits' }
}

/** Vouches for the project's own file as it is now, and for where its links and settings lead now. */
export function trustProject(where: Where, { file, leads, state }: Trustable, now: number): TrustAnswer {
  const stateHome = stateHomeOf(where)
  if (file !== undefined && !file.trusted) trustText(stateHome, file.path, file.text, now)
  for (const lead of leads) addTrust(stateHome, lead.file, leadText(lead), now)
  return trustAnswer(where, state === 'trusted' ? 'already' : 'trusted', { file, leads })
}

/** What became of each. */
export function trustAnswer(
  where: Where,
  did: TrustAnswer['did'],
  { file, leads }: { readonly file?: { readonly path: string } | undefined; readonly leads: readonly Lead[] },
): TrustAnswer {
  const files = [...(file === undefined ? [] : [file.path]), ...leads.map(lead => lead.file)]
  return { did, files: [...new Set(files)], trusted: listTrusted(stateHomeOf(where)) }
}

/** Takes back all that was said of this project. */
export function revokeProject(where: Where, trustable: Trustable): TrustAnswer {
  const stateHome = stateHomeOf(where)
  const { files } = trustAnswer(where, 'revoked', trustable)
  const done = files.map(file => revokeTrust(stateHome, file))
  return trustAnswer(where, done.includes('revoked') ? 'revoked' : 'was-not-trusted', trustable)
}

/** Takes it back; also where the file or its project is gone. */
export function revokeFile(where: Where, file: string): TrustAnswer {
  const did = revokeTrust(stateHomeOf(where), file)
  return trustAnswer(where, did, { file: { path: file }, leads: [] })
}
