import type {
  ForgetAnswer,
  IndexReport,
  InitReport,
  JournalStatus,
  RememberAnswer,
  ReviewReport,
  WakeupReport,
} from '../../model/index.ts'
import {
  counted,
  newPage,
  type Page,
  type PageOptions,
  quoted,
  renderForgetFile,
  renderRememberFile,
  writeSpent,
} from '../../report/index.ts'

const number = (count: number): string => count.toLocaleString('en-US')

/** J10: the short brief of a review by hand. */
export function renderReview(report: ReviewReport, options: PageOptions): string {
  const page = newPage(options)
  if (report.did === 'distilled') brief(report, page)
  else
    page.text(UNDISTILLED[report.did](report.why ?? ''), 0, report.did === 'nothing-new' ? 'quiet' : 'warn')
  for (const text of report.waiting)
    page.text(`said again after you forgot it: ${text}. \`dream remember\` brings it back.`, 0, 'warn')
  for (const text of report.over) page.text(`too large for MEMORY.md: ${text}`, 0, 'warn')
  for (const { why } of report.rejected) page.text(`not done: ${why}`, 0, 'warn')
  for (const warning of report.warnings) page.text(warning, 0, 'warn')
  if (report.testimony !== undefined) page.text(opinionWords(report.testimony), 0, 'quiet')
  writeSpent(page, report.spent ?? [])
  return page.end()
}

function opinionWords({ raised, kept, dropped }: NonNullable<ReviewReport['testimony']>): string {
  return `A model was heard: ${counted(raised, 'entry', 'entries')} raised, ${counted(kept, 'line')} kept, ${dropped.length} of its statements dropped.`
}

function brief({ language, size, counts, ledger }: ReviewReport, page: Page): void {
  if (language === 'zh') {
    page.text('🌙 蒸馏完成')
    page.text(`MEMORY.md: ${number(size.after)} 字符（上限 ${number(size.target)}）`)
    page.text(`本次：更新 ${counts.updated} 条 | 新增 ${counts.added} 条 | 入档 ${counts.archived} 条`)
    page.text(`永久档案共 ${ledger} 条记录`)
    return
  }
  page.text('🌙 Distilled')
  page.text(`MEMORY.md: ${number(size.after)} characters (target ${number(size.target)})`)
  page.text(`This time: ${counts.updated} updated | ${counts.added} added | ${counts.archived} archived`)
  page.text(`The permanent archive holds ${counted(ledger, 'entry', 'entries')}`)
}

const UNDISTILLED: Record<Exclude<ReviewReport['did'], 'distilled'>, (why: string) => string> = {
  'nothing-new': () => 'No new journal since the last review.',
  deferred: () => 'Somebody is at work: it waits, and is tried again in 15 minutes.',
  'not-due': () => 'The review of this night is done.',
  hibernating: () => 'Hibernating: nothing was done. `dream wakeup` ends it.',
  refused: why => `Nothing was written: ${why}. If that is right, say --allow-large.`,
  failed: why => `Nothing was written: ${why}.`,
  locked: why => `Nothing was written: ${why}.`,
}

/** J13: fields and order of the first design. */
export function journalStatusLines(status: JournalStatus): string[] {
  return status.language === 'zh' ? chineseStatus(status) : englishStatus(status)
}

function percent({ chars, limits }: JournalStatus): string {
  return chars === null ? '?' : `${Math.round((chars / limits.hard) * 100)} %`
}

function englishStatus(status: JournalStatus): string[] {
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
    ...others(status),
  ]
}

function chineseStatus(status: JournalStatus): string[] {
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
    ...others(status),
  ]
}

const CUTS: Record<JournalStatus['cutFrom'], string> = {
  configured: 'agents.defaults.bootstrapMaxChars',
  'openclaw-default': "OpenClaw's default",
  seed: 'no OpenClaw configuration here',
}

function others({ vault, native, notes }: JournalStatus): string[] {
  const missing = vault.state === 'there' ? [] : [vaultNote(vault)]
  const both =
    native.length === 0
      ? []
      : [
          `OpenClaw's own dreaming is on here too (${native.join(', ')}): both are on, and its blocks are left alone.`,
        ]
  return [...missing, ...both, ...notes]
}

function vaultNote({ path, state }: JournalStatus['vault']): string {
  if (state === 'link-out')
    return `The vault ${path} is a link out of the workspace, and is not followed: name the vault with DREAM_VAULT_PATH.`
  return `The vault ${path} is not there: \`dream init\` makes it.`
}

export function renderRemember(report: RememberAnswer, options: PageOptions): string {
  if ('layout' in report) return renderRememberFile(report, options)
  const page = newPage(options)
  const { section, journal, language, known, replaced, near } = report
  const words = SECTIONS[language === 'zh' ? 'zh' : 'en']
  const where = section === null ? journal : `MEMORY.md (${words[section]}), ${journal}`
  page.text(language === 'zh' ? `已记住（${report.as}）：${where}` : `Remembered as a ${report.as}: ${where}`)
  if (known !== null) page.text(`${words.known} ${quoted(known)}`, 0, 'quiet')
  if (replaced !== null) page.text(`${words.replaced} ${quoted(replaced)}`, 0, 'warn')
  for (const line of near) page.text(`${words.near} ${quoted(line)}`, 0, 'warn')
  for (const warning of report.warnings) page.text(warning, 0, 'warn')
  return page.end()
}

const SECTIONS = {
  en: {
    current: 'Current state',
    stable: 'Stable knowledge',
    relations: 'Relations and background',
    known: 'MEMORY.md is unchanged, the same text stands there:',
    replaced: 'It took the place of this line, which is in the ledger now:',
    near: 'Near it, and kept:',
  },
  zh: {
    current: '当前状态',
    stable: '稳定认知',
    relations: '关系与背景',
    known: 'MEMORY.md 没有改动，已有相同的内容：',
    replaced: '取代了这一行（已入永久档案）：',
    near: '相近，已保留：',
  },
} as const

/** J14. */
export function renderForget(report: ForgetAnswer, options: PageOptions): string {
  if ('layout' in report) return renderForgetFile(report, options)
  const page = newPage(options)
  for (const { source, text } of report.matches) page.text(`· ${source}: ${text}`)
  if (report.matches.length === 0)
    page.text(report.language === 'zh' ? '没有匹配的内容。' : 'Nothing matches.', 0, 'quiet')
  else if (report.withheld !== undefined) page.text(`Nothing was removed: ${report.withheld}.`, 0, 'warn')
  else if (report.preview) page.text('Nothing was removed: this only shows what matches.', 0, 'quiet')
  else
    page.text(
      report.language === 'zh'
        ? '已从记忆中清除，永久档案不受影响。'
        : 'Cleared from memory; the permanent archive is untouched. `dream undo` brings it back.',
    )
  for (const warning of report.warnings) page.text(warning, 0, 'warn')
  return page.end()
}

export function renderIndexed(report: IndexReport, options: PageOptions): string {
  const page = newPage(options)
  if (report.did === 'exists') page.text(`Already there: ${report.title}`, 0, 'quiet')
  else {
    page.text(`Indexed: ${report.title}`)
    page.text(`${report.summary} ${report.topics.map(topic => `#${topic}`).join(' ')}`.trim(), 2, 'quiet')
    if (report.toJournal) page.text("It says what you prefer: it is in today's journal too.", 2, 'quiet')
  }
  return page.end()
}

export function renderInit({ root, vault, made, warnings }: InitReport, options: PageOptions): string {
  const page = newPage(options)
  page.text(`Workspace: ${root}`).text(`Vault: ${vault}`)
  page.text(made.length === 0 ? 'Everything was there already.' : `Made: ${made.join(', ')}`)
  for (const warning of warnings) page.text(warning, 0, 'warn')
  return page.end()
}

/** J16. */
export function renderWakeup(report: WakeupReport, options: PageOptions): string {
  const page = newPage(options)
  const zh = report.language === 'zh'
  page.text(
    report.was === 'asleep'
      ? zh
        ? `🌙 沉睡 ${report.idleDays} 天后醒来`
        : `🌙 Awake after ${counted(report.idleDays, 'day')} of silence`
      : zh
        ? '🌙 一直醒着'
        : '🌙 Awake all along',
    0,
    'strong',
  )
  page.gap().text(zh ? '── 最近入档 ──' : '── Last archived ──', 0, 'strong')
  for (const { id, time, category, summary } of report.ledger)
    page.text(`· [${id}] ${time.slice(0, 10)} [${category}] ${summary}`)
  for (const { section, lines } of report.snapshot) {
    page.gap().text(`── ${section} ──`, 0, 'strong')
    for (const line of lines) page.text(`· ${line}`)
  }
  return page.end()
}
