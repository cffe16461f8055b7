import { reviewerFor } from '../agents/index.ts'
import { review as reviewJournals } from '../journal/index.ts'
import type { ReviewReport } from '../model/index.ts'
import { type Page, shownJson, writeSpent } from '../report/index.ts'
import { loadMeaning } from '../search/index.ts'
import { counted } from '../text/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

export const review = command({
  name: 'review',
  group: 'folders',
  summary: 'distil the journals of an agent into its snapshot (OpenClaw and its kin)',
  effect: 'write',
  settings: 'follow',
  input: shared('paths', 'scheduled', 'allowLarge', 'consult', 'folder'),
  examples: [
    { line: 'dream review', about: 'now' },
    { line: 'dream review --consult', about: 'hear a model too: it may raise or keep, never remove' },
    { line: 'dream review --scheduled', about: 'for a clock: runs when it is due and nobody is at work' },
  ],
  async run({ where, settings }, { scheduled = false, allowLarge, consult }): Promise<ReviewReport> {
    const reviewer = consult === true ? reviewerFor(settings.config.llm, where) : undefined
    const report = await reviewJournals({
      where,
      scheduled,
      large: allowLarge === true ? 'allow' : 'refuse',
      meaning: loadMeaning(),
      ...(reviewer !== undefined && { askModel: reviewer.askModel }),
    })
    return reviewer === undefined ? report : { ...report, spent: reviewer.spent() }
  },
  format: 'review',
  json: (report, input) =>
    isSilent(report, input) ? '' : shownJson({ format: 'dream-review', version: 1, ...report }),
  render(report, page, { input }) {
    if (isSilent(report, input)) return ''
    const { did, why = '', waiting, over, rejected, warnings, spent = [] } = report
    if (did === 'distilled') writeBrief(page, report)
    else page.text(UNDISTILLED[did](why), 0, did === 'nothing-new' ? 'quiet' : 'warn')
    for (const text of waiting)
      page.text(`said again after you forgot it: ${text}. \`dream queue\` asks about it.`, 0, 'warn')
    for (const text of over) page.text(`too large for MEMORY.md: ${text}`, 0, 'warn')
    for (const rejection of rejected) page.text(`not done: ${rejection.why}`, 0, 'warn')
    for (const warning of warnings) page.text(warning, 0, 'warn')
    if (report.testimony !== undefined) page.text(opinionWords(report.testimony), 0, 'quiet')
    writeSpent(page, spent)
    return page
  },
  exitCode,
})

interface Clocked {
  readonly scheduled?: boolean
}

function exitCode({ did, over }: ReviewReport, { scheduled }: Clocked): number {
  if (did === 'locked') return scheduled === true ? 0 : 4
  return did === 'refused' || did === 'failed' || over.length > 0 ? 1 : 0
}

const isSilent = (report: ReviewReport, input: Clocked): boolean =>
  input.scheduled === true && exitCode(report, input) === 0

const number = (count: number): string => count.toLocaleString('en-US')

function writeBrief(page: Page, { language, size, counts, ledger }: ReviewReport): void {
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

const opinionWords = ({ raised, kept, dropped }: NonNullable<ReviewReport['testimony']>): string =>
  `A model was heard: ${counted(raised, 'entry', 'entries')} raised, ${counted(kept, 'line')} kept, ${dropped.length} of its statements dropped.`
