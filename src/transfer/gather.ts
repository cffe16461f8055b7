import { storeContext, type Where, withState } from '../app/index.ts'
import { withVault } from '../config/index.ts'
import { namesIn, sha256, Tree } from '../disk/index.ts'
import { type FileName, FOLDERS, isOwnFile, type RunRecord, storedName, VAULT } from '../model/index.ts'
import { type FoundFolder, findWorkspace, formatOf } from '../sources/index.ts'
import type { Store } from '../store/index.ts'
import { type MovedFile, type MovedFolder, movableName } from './container.ts'

export interface Gathered {
  readonly folder: MovedFolder
  /** Names in the folder that are not carried. */
  readonly left: readonly string[]
}

/** A memory folder as it is, and what Dream's state knows of its past. Looks, and changes nothing. */
export function gatherFolder(where: Where, found: FoundFolder): Gathered {
  const { root, label, project } = found
  const names = namesIn(root)
  const { layout, indexName } = formatOf(root, new Set(names), where.layout)
  const vault = layout === 'journal' ? vaultOf(where, root) : undefined
  const wanted =
    layout === 'index' ? names.filter(isNote) : journalFiles(root, vault, indexName(new Set(names)))
  const bytes = new Map<string, Buffer>()
  const { files, odd } = readFiles(where, { root, vault, layout }, wanted, bytes)
  const past = withState(where, root, store => pastOf(store, layout, bytes)) ?? NO_PAST
  const others = layout === 'index' ? names.filter(name => !isNote(name) && !name.startsWith('.')) : []
  return {
    folder: {
      root,
      label,
      layout,
      ...('path' in project && { project: project.path }),
      files,
      bytes,
      ...past,
    },
    left: [...others, ...odd],
  }
}

const NO_PAST = { records: [], decisions: [], seen: [] }

const isNote = (name: string): boolean => /\.md$/i.test(name) && !name.startsWith('.')

function vaultOf(where: Where, root: string): string | undefined {
  const vault = findWorkspace({ ...withVault(where, 'go-on'), paths: [root] })?.vault
  return vault?.state === 'there' ? vault.path : undefined
}

/** The snapshot, the journals, and what Dream keeps beside them. */
function journalFiles(root: string, vault: string | undefined, snapshot: string | undefined): string[] {
  const below = (folder: string, place: string) =>
    namesIn(place)
      .filter(name => !name.startsWith('.') && /\.(?:md|json|txt)$/i.test(name))
      .map(name => `${folder}/${name}`)
  const kept = FOLDERS.filter(folder => isOwnFile(`${folder}/x`))
  return [
    ...(snapshot === undefined ? [] : [snapshot]),
    ...below('memory', `${root}/memory`).filter(isNote),
    ...(vault === undefined ? [] : kept.flatMap(folder => below(folder, folder.replace(VAULT, vault)))),
  ]
}

function readFiles(
  where: Where,
  { root, vault, layout }: { root: string; vault: string | undefined; layout: MovedFolder['layout'] },
  names: readonly string[],
  bytes: Map<string, Buffer>,
): { readonly files: MovedFile[]; readonly odd: string[] } {
  const tree = Tree.open(storeContext(where).sys, root)
  const files: MovedFile[] = []
  const odd: string[] = []
  try {
    tree.mount(vault)
    for (const name of names) {
      const found = movableName(name, layout) && readOne(tree, name)
      if (found === undefined) {
        odd.push(name)
        continue
      }
      const hash = sha256(found.bytes)
      const { size, modified, mode } = found.stat
      bytes.set(hash, found.bytes)
      files.push({ file: storedName(name), hash, size, modified, mode: mode & 0o777 })
    }
    return { files, odd }
  } finally {
    tree.close()
  }
}

/** Nothing where it is a link, a folder, or may not be read: what is not carried is told. */
function readOne(tree: Tree, name: string) {
  try {
    return tree.read(name)
  } catch {
    return undefined
  }
}

function pastOf(store: Store, layout: MovedFolder['layout'], bytes: Map<string, Buffer>) {
  const all = store.log.read().records
  const records = layout === 'journal' ? all : all.flatMap(withoutVault)
  const states = records.flatMap(({ changes }) => changes.flatMap(({ from, to }) => [from, to]))
  const salvaged = records.flatMap(record => (record.salvaged ?? []).map(({ kept }) => kept))
  for (const hash of new Set([...states.flatMap(state => state?.hash ?? []), ...salvaged])) {
    const stored = bytes.has(hash) ? undefined : store.objects.get(hash)
    if (stored?.state === 'whole') bytes.set(hash, stored.bytes)
  }
  for (const [hash, text] of store.seen.texts()) bytes.set(hash, Buffer.from(text))
  return { records, decisions: store.decisions.read().entries, seen: store.seen.read().sightings }
}

/** The notes of MAGMA are no part of the folder, and are made again from it. */
function withoutVault({ vault: _, ...record }: RunRecord): RunRecord[] {
  const isHere = (file: FileName) => !file.startsWith(`${VAULT}/`)
  const changes = record.changes.filter(({ file }) => isHere(file))
  return changes.length === 0 && record.changes.length > 0 ? [] : [{ ...record, changes }]
}
