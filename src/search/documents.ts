import type { Where } from '../app/index.ts'
import { withVault } from '../config/index.ts'
import { isInside, readRegularFile, sha256, stampOf } from '../disk/index.ts'
import {
  INDEX,
  journalFile,
  LEDGER,
  parseSnapshot,
  readJournal,
  readLedger,
  scoreOf,
  withoutMarks,
} from '../journal/index.ts'
import { say, writtenIn } from '../languages/index.ts'
import { fileName, INDEX_FILE } from '../model/index.ts'
import {
  type FoundFolder,
  findWorkspace,
  formatOf,
  isDatedName,
  type Listed,
  listFolder,
  listJournals,
  pathOf,
  type Workspace,
} from '../sources/index.ts'
import { rootId } from '../store/index.ts'
import { cutAtWord, exactText, parseMemory, readFrontmatter } from '../text/index.ts'
import type { FileContent, FileStamp } from './catch-up.ts'
import type { RecallDocument } from './engine.ts'
import { documentOfMemory } from './memory-document.ts'

/** A folder that is searched: memory files, or the journals and the vault of a workspace. */
export interface SearchedFolder {
  readonly folder: FoundFolder
  readonly workspace: Workspace | undefined
}

const LARGEST = 5_000_000

export function searchedFolder(folder: FoundFolder, where: Where): SearchedFolder {
  const workspace = findWorkspace({ ...withVault(where), paths: [folder.root] })
  if (workspace === undefined) return { folder, workspace }
  const names = namesIn(folder.root)
  const { vault } = workspace
  const isJournal =
    where.layout === 'journal' ||
    (where.layout === undefined &&
      (formatOf(folder.root, names).layout === 'journal' ||
        (vault.state === 'there' && isInside(vault.path, folder.root) && names.has(workspace.snapshot))))
  return { folder, workspace: isJournal ? workspace : undefined }
}

function namesIn(root: string): ReadonlySet<string> {
  const listed = listFolder(root)
  return new Set('failed' in listed ? [] : listed.files.map(({ name }) => name))
}

/** Every file that may hold something to find, with its size and times. */
export function listSearched({ folder, workspace }: SearchedFolder, notes: string[]): FileStamp[] {
  const { root } = folder
  const names = workspace === undefined ? memoryNames(folder, notes) : journalNames(workspace)
  return names.flatMap(file => {
    const stamp = stampOf(workspace === undefined ? `${root}/${file}` : pathOf(workspace, file))
    return stamp === undefined || stamp.size > LARGEST ? [] : [{ root, file, ...stamp }]
  })
}

function memoryNames({ root, label }: FoundFolder, notes: string[]): string[] {
  const listed = listFolder(root)
  if (!('failed' in listed)) return filesBelow(root, '', listed, DEEPEST)
  notes.push(say().searching.notListed(label, listed.failed))
  return []
}

const DEEPEST = 4
/** In one folder with all below it. */
const MOST_FILES = 20_000
const NOT_NOTES = /^(?:\.|node_modules$)/

/** With the files of sub-folders, as far as they hold notes; links lead nowhere. */
function filesBelow(root: string, below: string, { files, subfolders }: Listed, deep: number): string[] {
  const names = files.filter(({ entry }) => entry.isFile()).map(({ name }) => below + name)
  for (const folder of deep === 0 ? [] : subfolders) {
    if (NOT_NOTES.test(folder) || names.length > MOST_FILES) continue
    const listed = listFolder(`${root}/${below}${folder}`)
    if (!('failed' in listed)) names.push(...filesBelow(root, `${below}${folder}/`, listed, deep - 1))
  }
  return names
}

function journalNames(workspace: Workspace): string[] {
  const vault = workspace.vault.state === 'there' ? [LEDGER, INDEX] : []
  return [workspace.snapshot, ...listJournals(workspace).days.map(({ day }) => journalFile(day)), ...vault]
}

/** What one of these files holds. Nothing where it is gone, or is no text. */
export function readSearched(
  { folder, workspace }: SearchedFolder,
  { file }: FileStamp,
): FileContent | undefined {
  const read = readRegularFile(
    workspace === undefined ? `${folder.root}/${file}` : pathOf(workspace, file),
    LARGEST,
  )
  if (read.kind !== 'read') return undefined
  const text = exactText(read.bytes)
  if (text === undefined) return undefined
  const hash = sha256(read.bytes)
  const documents =
    workspace === undefined
      ? memoryDocument(folder, file, hash, text, Number(read.stat.mtimeNs / 1000n))
      : partsOf(folder, workspace, file, text)
  return { hash, documents }
}

function memoryDocument(
  { root, label }: FoundFolder,
  file: string,
  hash: string,
  whole: string,
  modified: number,
): RecallDocument[] {
  const name = file.slice(file.lastIndexOf('/') + 1)
  const text = name === INDEX_FILE ? withoutEntries(whole) : whole
  if (name === INDEX_FILE && !/^(?!#)\S/m.test(text)) return []
  const memory = parseMemory({ file: fileName(name), hash, size: text.length, modified, text })
  const id = rootId(root)
  const document = documentOfMemory(memory, { root, id, label })
  const day = isDatedName(name) ? name.slice(0, -3) : document.day
  return [{ ...document, id: `${id}/${file}`, file, source: `${label}/${file}`, day }]
}

const LEADS_TO_A_NOTE = /\]\([^()]{1,300}\.md\)|\[\[/

/** What agents write into `MEMORY.md` itself. The lines that only lead to notes are found as those notes. */
const withoutEntries = (text: string): string =>
  text
    .split('\n')
    .map(line => (/^\s*[-*+] /.test(line) && LEADS_TO_A_NOTE.test(line) ? '' : line))
    .join('\n')

/** The text of a memory file below its front matter, and the line in which that begins. */
export function bodyOf(root: string, file: string): { text: string; line: number } | undefined {
  const read = readRegularFile(`${root}/${file}`, LARGEST)
  const text = read.kind === 'read' ? exactText(read.bytes) : undefined
  if (text === undefined) return undefined
  const { body, bodyStart } = readFrontmatter(text)
  return { text: body, line: text.slice(0, bodyStart).split(/\r\n|\r|\n/).length }
}

function partsOf(
  { root, label }: FoundFolder,
  workspace: Workspace,
  file: string,
  text: string,
): RecallDocument[] {
  const part = (
    kind: RecallDocument['part'],
    at: string,
    source: string,
    said: string,
    day: string | null,
  ): RecallDocument => ({
    id: `${rootId(root)}/${file}#${at}`,
    engine: 'ccb',
    part: kind,
    root,
    file,
    source,
    title: '',
    description: '',
    text: said,
    type: null,
    layer: null,
    day,
    supersededBy: null,
    weight: 1,
  })
  if (file === LEDGER)
    return readLedger(text).active.map(entry => {
      const day = entry.at.slice(0, 10)
      const said = `${entry.content} (${scoreOf(entry)})`
      return part('ledger', entry.id, `[${entry.id}] ${day} [${entry.category}]`, said, day)
    })
  if (file === INDEX) return indexLines(text).map(({ at, day, said }) => part('index', at, day, said, day))
  if (file !== workspace.snapshot) {
    const day = file.slice(-13, -3)
    return readJournal(text, { file, date: day }).map(({ text: said, source }, at) =>
      part('journal', `${source.line}.${at}`, `${prefix(label)}${source.file}:${source.line}`, said, day),
    )
  }
  const snapshot = parseSnapshot(text)
  const titles = writtenIn(snapshot.language).sections
  return snapshot.items
    .filter(item => item.section !== 'dream')
    .map((item, at) =>
      part(
        'snapshot',
        String(at + 1),
        `${prefix(label)}${file} [${titles[item.section]}]`,
        withoutMarks(item.text),
        null,
      ),
    )
}

/** The folder we stand in needs no name. */
const prefix = (label: string): string => (label === '.' || label.startsWith('/') ? '' : `${label}/`)

function indexLines(text: string): { at: string; day: string; said: string }[] {
  return text
    .split('\n')
    .filter(line => /^- \d{4}-\d{2}-\d{2} /.test(line))
    .map((line, at) => ({
      at: String(at),
      day: line.slice(2, 12),
      said: cutAtWord(
        line
          .slice(13)
          .replace(/\s\^[0-9a-f]{8,32}$/, '')
          .replace(/ \[\[topics\/[^\]]{1,80}\]\]/g, ''),
        1000,
      ),
    }))
}
