import { say } from '../languages/index.ts'
import type { Fields, Setting } from './kinds.ts'
import { isGroup, NAMES, type role, type SETTINGS, type STAGE, settingNamed } from './settings.ts'

/** A setting without a text does not compile. The three roles of models share theirs. */
type Described =
  | Exclude<keyof typeof SETTINGS, `llm.${string}`>
  | `llm.${keyof ReturnType<typeof role>}`
  | `retrieval.progressiveSearch.stages.${keyof typeof STAGE.parts}`

/** What a setting is for, in the language of the messages. */
export function aboutSetting(name: string): string {
  const texts: Readonly<Record<Described, string>> = say().aboutSettings
  return texts[name.replace(/^llm\.\w+\./, 'llm.') as Described]
}

/** For editors; published as `schema/config.schema.json`. */
export function configJsonSchema(): object {
  const $schema = { type: 'string', description: 'Where editors find this schema.' }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'dream.config.json',
    description: 'Settings of Dream.',
    ...groupSchema('', { $schema }),
  }
}

function groupSchema(above: string, first: object = {}): object {
  const own = NAMES.filter(name => name.startsWith(above)).map(
    name => name.slice(above.length).split('.')[0]!,
  )
  const properties = [...new Set(own)].map(key => {
    const name = above + key
    return [key, isGroup(name) ? groupSchema(`${name}.`) : settingSchema(name, settingNamed(name)!)]
  })
  return {
    type: 'object',
    additionalProperties: false,
    properties: { ...first, ...Object.fromEntries(properties) },
  }
}

function settingSchema(name: string, { default: value, schema, each }: Setting): object {
  const items = each === undefined ? {} : { items: itemSchema(name, each) }
  return { description: aboutSetting(name), default: value, ...schema, ...items }
}

function itemSchema(name: string, { parts, required }: Fields): object {
  const properties = Object.entries(parts).map(([key, { schema }]) => [
    key,
    { description: aboutSetting(`${name}.${key}`), ...schema },
  ])
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(properties), required }
}
