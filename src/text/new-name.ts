import { isLoadedUnasked } from './instructions.ts'

const PLAIN = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M} ._()+,@&'-]{0,120}\.md$/u
const DATED = /^\d{4}-\d{2}-\d{2}\.md$/

/** Why no memory may be made under this name beside those; nothing where it may. */
export function newNameFault(file: string, others: Iterable<string>): string | undefined {
  if (isLoadedUnasked(file)) return 'it is read by agents unasked; only a person writes to it'
  if (!PLAIN.test(file) || DATED.test(file))
    return 'a new memory needs a plain name that ends with .md and is no date, such as deploy-steps.md'
  const twin = [...others].find(name => folded(name) === folded(file))
  return twin && `${JSON.stringify(twin)} is there already under that name or another spelling of it`
}

const folded = (name: string): string => name.normalize('NFC').toLowerCase()
