import { isAlias, isMap, isScalar, isSeq, type Node, type Pair } from 'yaml'
import { parseYaml, splitFrontmatter } from '../../text/index.ts'

/** Keys that say what a memory is and how far it is trusted, each with the only spelling that is written. */
const KEYS: Readonly<Record<string, string>> = {
  name: 'name',
  description: 'description',
  type: 'type',
  pinned: 'pinned',
  metadata: 'metadata',
  dreamorigin: 'dream_origin',
}
const LABEL = 'metadata.dream_origin'
const DEEPEST = 8

/**
 * What in a text's frontmatter could be read in two ways by two readers: a key twice, in another spelling or alphabet, an
 * alias, the label in another place. What stood there before is let be.
 */
export function headFault(text: string, before: string | undefined): string | undefined {
  const known = new Set(before === undefined ? [] : faultsIn(before))
  return faultsIn(text).find(fault => !known.has(fault))
}

function faultsIn(text: string): string[] {
  const { state, yaml } = splitFrontmatter(text)
  if (state !== 'read') return []
  try {
    const { contents, errors } = parseYaml(yaml)
    if (errors.length > 0) return ['it is not valid YAML']
    return contents === null ? [] : nodeFaults(contents, [])
  } catch {
    return ['it is not valid YAML']
  }
}

function nodeFaults(node: unknown, path: readonly string[]): string[] {
  if (path.length > DEEPEST) return ['it is nested too deep']
  if (isAlias(node)) return [`${path.join('.') || 'it'} is an alias`]
  if (isSeq(node)) return node.items.flatMap(item => nodeFaults(item, [...path, '-']))
  if (!isMap(node)) return []
  const seen = new Set<string>()
  return node.items.flatMap(pair => {
    const faults = pairFaults(pair, path, seen)
    return faults.length > 0 ? faults : nodeFaults(pair.value, [...path, keyOf(pair)!])
  })
}

const keyOf = ({ key }: Pair): string | undefined =>
  isScalar(key as Node) ? String((key as { value: unknown }).value) : undefined

function pairFaults(pair: Pair, path: readonly string[], seen: Set<string>): string[] {
  const key = keyOf(pair)
  if (key === undefined) return ['a key is no plain word']
  const shown = JSON.stringify(key.slice(0, 60))
  const folded = key
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
  if (!/^[\x20-\x7e]*$/.test(key)) return [`the key ${shown} is not written in plain letters`]
  if (key === '<<') return ['it merges another part of itself']
  const right = Object.hasOwn(KEYS, folded) ? KEYS[folded] : undefined
  if (right !== undefined && right !== key) return [`the key ${shown} is spelled ${right}`]
  if (seen.has(folded)) return [`the key ${shown} stands there twice`]
  seen.add(folded)
  if (right === 'dream_origin' && [...path, key].join('.') !== LABEL)
    return [`${shown} is written by Dream, and only as ${LABEL}`]
  return []
}
