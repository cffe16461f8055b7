import { asStoredName, type RunRecord } from '../model/index.ts'

// Whether what was read back has the shape of what is written. A checksum is no proof against one who can compute it:
// a name that leads elsewhere is never followed, and nothing else that is not ours makes a later line stumble.

export function isRecord(value: unknown): value is RunRecord {
  return (
    isRun(value) &&
    isListOf(value['changes'], isChange) &&
    isAbsentOr(value['purged'], isTexts) &&
    isAbsentOr(value['salvaged'], list => isListOf(list, isSalvage))
  )
}

/** The one in `journal.ts`. */
export function isIntent(value: unknown): boolean {
  return isRun(value) && isListOf(value['steps'], isStep) && isAbsentOr(value['after'], isText)
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const isText = (value: unknown): value is string => typeof value === 'string'
const isTexts = (value: unknown): boolean => isListOf(value, isText)
const isNumber = (value: unknown): boolean => typeof value === 'number'
const isName = (value: unknown): boolean => isText(value) && asStoredName(value) !== undefined

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem)
}

function isAbsentOr(value: unknown, is: (value: unknown) => boolean): boolean {
  return value === undefined || is(value)
}

/** What a record and an intent have in common. */
function isRun(value: unknown): value is Fields {
  return (
    isFields(value) &&
    [value['run'], value['at'], value['command']].every(isText) &&
    [value['undoes'], value['vault'], value['rules']].every(text => isAbsentOr(text, isText))
  )
}

function isChange(value: unknown): boolean {
  return isChanged(value) && isText(value['result']) && isState(value['to'])
}

function isSalvage(value: unknown): boolean {
  return isFields(value) && isName(value['file']) && isText(value['kept'])
}

function isStep(value: unknown): boolean {
  if (!isChanged(value) || !isTexts(value['needs'])) return false
  return value['kind'] === 'archive' || (isContent(value['content']) && isAbsentOr(value['dress'], isDress))
}

/** What a change and a step have in common. */
function isChanged(value: unknown): value is Fields {
  return (
    isFields(value) &&
    ['archive', 'write', 'append'].includes(value['kind'] as string) &&
    isName(value['file']) &&
    isState(value['from']) &&
    isFields(value['reason'])
  )
}

function isState(value: unknown): boolean {
  return value === null || (isDress(value) && isText(value['hash']) && isNumber(value['size']))
}

function isDress(value: unknown): value is Fields {
  return (
    isFields(value) &&
    isNumber(value['modified']) &&
    isNumber(value['mode']) &&
    isAbsentOr(value['owner'], isOwner)
  )
}

function isOwner(value: unknown): boolean {
  return isFields(value) && isNumber(value['uid']) && isNumber(value['gid'])
}

function isContent(value: unknown): boolean {
  if (!isFields(value)) return false
  if (value['is'] === 'pieces') return isListOf(value['pieces'], isPiece)
  if (value['is'] === 'object') return isText(value['hash'])
  return value['is'] === 'appended' && isText(value['to']) && isText(value['text'])
}

function isPiece(value: unknown): boolean {
  return isFields(value) && isText(value['text'])
}
