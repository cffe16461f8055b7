import { readSmallText, realPath, writeSmallFile } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { type JsonFault, type JsonPlace, readJsonPlaces, withMember } from '../text/index.ts'
import { checkLayers, readVariable } from './check.ts'
import { ConfigError, fileLeaves, leadsOut, type SettingsFile } from './layers.ts'
import { isGroup } from './settings.ts'

/** A file that is no JSON: where its first mistake is, and what was expected there. */
export interface BrokenFile extends JsonFault {
  readonly path: string
}

export function brokenFiles(files: readonly SettingsFile[]): BrokenFile[] {
  return files.flatMap(({ origin, path }) => {
    if (origin === 'project' && leadsOut(path)) return []
    const text = readSmallText(path)
    const read = text === undefined ? undefined : readJsonPlaces(text)
    return read !== undefined && 'need' in read ? [{ path, ...read }] : []
  })
}

export interface SetAnswer {
  readonly key: string
  readonly value: unknown
  /** What stood in the file; nothing where the setting was not in it. */
  readonly before?: { readonly value: unknown }
  readonly file: string
  readonly did: 'changed' | 'created' | 'unchanged'
}

/** Nothing was written. `not-one`: a part with settings in it, or a block of them. */
export type NotSet =
  | { readonly did: 'broken'; readonly fault: BrokenFile }
  | { readonly did: 'no-object'; readonly file: string }
  | { readonly did: 'in-the-way'; readonly file: string; readonly key: string }
  | { readonly did: 'not-one'; readonly key: string }

/** Writes one setting into a file and leaves every other byte of it as it is. */
export function setInFile({ origin, path }: SettingsFile, key: string, word: string): SetAnswer | NotSet {
  const leaf = readVariable({ name: key, value: word })
  const { value } = leaf
  const keys = key.split('.')
  if (origin === 'project' && leadsOut(path)) throw new ConfigError(say().settings.linkOut(path))
  if (isGroup(key) || keys[0] === 'environments') return { did: 'not-one', key }
  checkLayers([{ origin, from: `dream config set ${key}`, leaves: [leaf] }])
  const text = readSmallText(path)
  if (text === undefined) {
    write(path, withSetting('{}\n', { start: 0, end: 2, members: [] }, keys, value).text)
    return { key, value, file: path, did: 'created' }
  }
  const places = readJsonPlaces(text)
  if ('need' in places) return { did: 'broken', fault: { path, ...places } }
  if (places.members === undefined) return { did: 'no-object', file: path }
  const done = withSetting(text, places, keys, value)
  if (done.inTheWay !== undefined) return { did: 'in-the-way', file: path, key: done.inTheWay }
  const before = done.before === undefined ? {} : { before: { value: JSON.parse(done.before) as unknown } }
  if (done.text === text) return { key, value, ...before, file: path, did: 'unchanged' }
  refuseNewMistakes(path, origin, text, done.text)
  write(path, done.text)
  return { key, value, ...before, file: path, did: 'changed' }
}

/** A link stays one: what it leads to is written. */
const write = (path: string, text: string): void =>
  writeSmallFile(realPath(path) ?? path, text, { mode: 0o644 })

/** Mistakes that were there before are not the fault of this change. */
function refuseNewMistakes(
  path: string,
  origin: SettingsFile['origin'],
  before: string,
  after: string,
): void {
  const known = new Set(mistakesIn(path, origin, before))
  const made = mistakesIn(path, origin, after).filter(each => !known.has(each))
  if (made.length > 0) throw new ConfigError(made.join('\n'))
}

function mistakesIn(from: string, origin: SettingsFile['origin'], text: string): string[] {
  try {
    checkLayers([{ origin, from, leaves: fileLeaves(JSON.parse(text)) }])
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.sentence.split('\n')
    throw error
  }
}

interface Edited {
  readonly text: string
  /** The JSON that stood there. */
  readonly before?: string
  /** A value where a group of settings should be. */
  readonly inTheWay?: string
}

/** Keys may be dotted in the file as well, and of two that are the same the last counts: the longest way that is there already is followed. */
function withSetting(text: string, at: JsonPlace, path: readonly string[], value: unknown): Edited {
  const json = JSON.stringify(value)
  for (const { key, value: place } of at.members?.toReversed() ?? []) {
    const keys = key.split('.')
    if (path.slice(0, keys.length).join('.') !== key) continue
    const rest = path.slice(keys.length)
    if (rest.length === 0)
      return {
        text: text.slice(0, place.start) + json + text.slice(place.end),
        before: text.slice(place.start, place.end),
      }
    if (place.members !== undefined) return withSetting(text, place, rest, value)
    return { text, inTheWay: key }
  }
  return { text: withMember(text, at, path, json) }
}
