import {
  foldersOf,
  type KnownStates,
  knownStates,
  storeContext,
  type Where,
  withState,
} from '../app/index.ts'
import { autoStatus } from '../automation/index.ts'
import { currentHolder, DREAM_LOCK, readRegularFile, sha256 } from '../disk/index.ts'
import { journalStatus } from '../journal/index.ts'
import {
  type AutoStatus,
  type FileName,
  INDEX_FILE,
  type JournalStatus,
  type WaitingPlan,
} from '../model/index.ts'
import { type Page, shellWord, sizeWords, timeWords } from '../report/index.ts'
import { plansOf } from '../review/index.ts'
import { type FoundFolder, glance } from '../sources/index.ts'
import type { Store } from '../store/index.ts'
import { counted } from '../text/index.ts'
import { command } from './command.ts'
import { FOLDERS, shared } from './options.ts'

/** Reads listings and Dream's own small files, so it is quick also where a plan would take long. */
export const status = command({
  name: 'status',
  group: 'everyday',
  summary: 'the folders, their last run, what is kept, who is at work',
  effect: 'read',
  settings: 'where-readable',
  input: { ...shared('paths'), ...FOLDERS },
  examples: [
    { line: 'dream status', about: 'this project' },
    { line: 'dream status --all-projects', about: 'every project of this user' },
  ],
  format: 'status',
  async run({ where }, { env }) {
    const folders = foldersOf(where, 'anywhere').map(found => statusOf(where, found))
    const isOne = !where.allProjects && folders.length > 0
    return { folders, auto: isOne ? await autoStatus(where, Date.now(), env) : undefined }
  },
  render({ folders, auto }, page) {
    if (folders.length === 0) page.text('No memory directories found')
    for (const folder of folders) writeFolder(page.gap(), folder)
    if (auto !== undefined) writeAuto(page.gap(), auto)
    return page
  },
})

type FolderStatus = ReturnType<typeof statusOf>

const LARGEST = 5_000_000

function statusOf(where: Where, found: FoundFolder) {
  const { root, label, viaSymlink } = found
  const { layout, memories, index } = glance(found)
  const isJournal = layout === 'journal'
  const own = withState(where, root, store => ({
    ...stateOf(where, store),
    known: isJournal ? undefined : knownStates(where, root, store, 'read-only').states,
  }))
  const since = own?.known && sinceThen(root, memories, own.known)
  const plans = plansOf(where, found)
  return {
    label,
    root,
    layout,
    memories: memories.size,
    index,
    lastRun: own?.lastRun,
    unfinished: own?.unfinished ?? [],
    holder: own?.holder,
    /** How many memories are not as Dream last saw or wrote them: all of them where it never did. */
    changedSince: since === undefined ? memories.size : since.edited + since.added + since.gone,
    since,
    stored: own?.stored ?? { objects: 0, bytes: 0 },
    plans: plans.length > 0 ? plans : undefined,
    viaSymlink,
    journal: isJournal ? journalStatus(where, root) : undefined,
  }
}

function stateOf(where: Where, store: Store) {
  const last = store.log.lastDone()
  const { versions, bytes } = store.objects.room()
  return {
    lastRun: last && {
      run: last.run,
      at: last.at,
      command: last.command,
      done: last.changes.filter(change => change.result === 'done').length,
    },
    unfinished: store.journal.open().map(each => each.run),
    holder: currentHolder(store.locks, DREAM_LOCK, storeContext(where).clock),
    stored: { objects: versions, bytes },
  }
}

/** A time that differs is no proof: what the file holds is. */
function sinceThen(root: string, memories: ReadonlyMap<string, number>, known: KnownStates['states']) {
  const before = (file: string) => known.get(file as FileName)
  const there = [...memories].filter(([file]) => (before(file)?.hash ?? null) !== null)
  const edited = there.filter(([file, modified]) => {
    const state = before(file)!
    return state.modified !== modified && state.hash !== hashOfFile(`${root}/${file}`)
  }).length
  const gone = [...known].filter(
    ([file, { hash }]) => hash !== null && file !== INDEX_FILE && !file.includes('/') && !memories.has(file),
  ).length
  return { edited, added: memories.size - there.length, gone }
}

function hashOfFile(path: string): string | undefined {
  const read = readRegularFile(path, LARGEST)
  return read.kind === 'read' ? sha256(read.bytes) : undefined
}

function writeFolder(page: Page, folder: FolderStatus): void {
  const { holder, journal, stored } = folder
  page.text(folder.label, 0, 'strong')
  if (folder.viaSymlink !== undefined)
    page.text(`a link at ${folder.viaSymlink} leads to ${folder.root}`, 2, 'quiet')
  for (const line of journal === undefined ? [contentWords(folder)] : journalLines(journal))
    page.text(line, 2)
  page.text(lastRunWords(folder), 2)
  writePlans(page, folder.plans ?? [])
  if (holder !== undefined)
    page.text(
      `busy: ${holder.command} (process ${holder.pid} on ${holder.host}) since ${timeWords(holder.since)}`,
      2,
      'warn',
    )
  for (const run of folder.unfinished)
    page.text(`run ${run} was cut off; dream recover finishes it`, 2, 'bad')
  page.text(`kept: ${counted(stored.objects, 'version')}, ${sizeWords(stored.bytes)}`, 2, 'quiet')
}

function writeAuto(page: Page, { last, atWork, next, opensAt }: AutoStatus): void {
  page.text('by itself', 0, 'strong')
  const words = last === undefined ? 'none yet' : `${last.result}, ${timeWords(last.at)}: ${last.words}`
  page.text(`last night: ${words}`, 2, last?.result === 'failed' ? 'bad' : undefined)
  if (atWork !== undefined) page.text(`now: ${atWork}`, 2)
  page.text(`next night: ${next}`, 2)
  if (opensAt !== undefined) page.text(`not before ${timeWords(opensAt)}`, 4, 'quiet')
}

function contentWords({ memories, index, layout }: FolderStatus): string {
  const lines = index === undefined || index.lines === null ? '' : `${counted(index.lines, 'line')}, `
  const words = index === undefined ? 'no MEMORY.md' : `MEMORY.md ${lines}${sizeWords(index.bytes)}`
  return `${counted(memories, 'memory', 'memories')}, ${words}, layout: ${layout}`
}

function lastRunWords({ lastRun, since, changedSince }: FolderStatus): string {
  const last =
    lastRun === undefined
      ? 'no run yet'
      : `last: ${lastRun.command} ${lastRun.run} at ${timeWords(lastRun.at)}, ${counted(lastRun.done, 'change')}`
  // Nothing where Dream never looked, or where journals tell it.
  if (since === undefined) return last
  if (changedSince === 0) return `${last}; nothing changed since Dream last looked`
  const { edited, added, gone } = since
  return `${last}; ${changedSince} changed since Dream last looked (${edited} edited, ${added} new, ${gone} gone)`
}

const number = (count: number): string => count.toLocaleString('en-US')

/** Fields and order of the first design. */
function journalLines(status: JournalStatus): string[] {
  return [...(status.language === 'zh' ? chineseLines(status) : englishLines(status)), ...othersIn(status)]
}

function englishLines(status: JournalStatus): string[] {
  const { chars, limits, lastReview } = status
  const since = status.changedSince ? ', changed since' : ''
  const states = {
    active: 'active',
    hibernating: `hibernating (${counted(status.idleDays, 'day')} of silence)`,
    pending: `pending (waiting for ${counted(status.pendingMinutes, 'minute')})`,
  }
  return [
    `🌙 Dream status — ${status.now}`,
    `MEMORY.md: ${chars === null ? 'not counted yet' : `${number(chars)} characters`} / limit ${number(limits.hard)} (${percent(status)}${since})`,
    `Permanent archive: ${counted(status.ledger, 'entry', 'entries')}${status.ledgerChanged ? ' (changed since)' : ''}`,
    `Last review: ${lastReview === null ? 'never' : `${lastReview.at} (${counted(lastReview.hoursAgo, 'hour')} ago)`}`,
    `State: ${states[status.state]}`,
    `Obsidian index: ${counted(status.indexed, 'item')}${status.indexChanged ? ' (changed since)' : ''}`,
    `Journals waiting: ${counted(status.waiting, 'file')}`,
    `Cut in force: ${number(limits.cut)} characters (${CUTS[status.cutFrom]})`,
  ]
}

function chineseLines(status: JournalStatus): string[] {
  const { chars, limits, lastReview } = status
  const since = status.changedSince ? '，之后有改动' : ''
  const states = {
    active: 'active',
    hibernating: `hibernating（沉睡 ${status.idleDays} 天）`,
    pending: `pending（顺延中，已等 ${status.pendingMinutes} 分钟）`,
  }
  return [
    `🌙 Dream 状态 — ${status.now}`,
    `MEMORY.md: ${chars === null ? '尚未统计' : `${number(chars)} 字符`} / ${number(limits.hard)} 上限（${percent(status)}${since}）`,
    `永久档案: ${status.ledger} 条记录${status.ledgerChanged ? '（之后有改动）' : ''}`,
    `上次蒸馏: ${lastReview === null ? '从未' : `${lastReview.at}（${lastReview.hoursAgo} 小时前）`}`,
    `系统状态: ${states[status.state]}`,
    `Obsidian 索引: ${status.indexed} 条${status.indexChanged ? '（之后有改动）' : ''}`,
    `待蒸馏日记: ${status.waiting} 个文件（自上次蒸馏后新增）`,
    `截断线: ${number(limits.cut)} 字符（${CUTS[status.cutFrom]}）`,
  ]
}

const percent = ({ chars, limits }: JournalStatus): string =>
  chars === null ? '?' : `${Math.round((chars / limits.hard) * 100)} %`

const CUTS: Record<JournalStatus['cutFrom'], string> = {
  configured: 'agents.defaults.bootstrapMaxChars',
  'openclaw-default': "OpenClaw's default",
  seed: 'no OpenClaw configuration here',
}

function othersIn({ vault, native, notes }: JournalStatus): string[] {
  const both = `OpenClaw's own dreaming is on here too (${native.join(', ')}): both are on, and its blocks are left alone.`
  return [
    ...(vault.state === 'there' ? [] : [vaultWords(vault)]),
    ...(native.length === 0 ? [] : [both]),
    ...notes,
  ]
}

const vaultWords = ({ path, state }: JournalStatus['vault']): string =>
  state === 'link-out'
    ? `The vault ${path} is a link out of the workspace, and is not followed: name the vault with DREAM_VAULT_PATH.`
    : `The vault ${path} is not there: \`dream init\` makes it.`

const FEW_FILES = 4

/** A plan that waits, with the commands that show it and carry it out. */
function writePlans(page: Page, plans: readonly WaitingPlan[]): void {
  for (const { label, at, files, path } of plans) {
    const named = files.slice(0, FEW_FILES).join(', ')
    const more = files.length > FEW_FILES ? ` and ${files.length - FEW_FILES} more` : ''
    const since = at === '' ? '' : ` since ${timeWords(at)}`
    const changes = `${counted(files.length, 'change')} (${named}${more})`
    page.text(`a plan of the dream agent for ${label} waits${since}: ${changes}`, 2)
    page.uncut(`    dream apply ${shellWord(path)} --dry-run  shows it, without --dry-run does it`, 'quiet')
  }
}
