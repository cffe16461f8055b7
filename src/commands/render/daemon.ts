import type { DaemonAnswer, DoctorReport } from '../../model/index.ts'
import { counted, newPage, type PageOptions } from '../../report/index.ts'
import { timeWords } from './history.ts'

const DID: Record<DaemonAnswer['did'], string> = {
  installed: 'Written. To begin, run:',
  shown: 'This would be written, and then you would run:',
  uninstalled: 'Removed. To end what still runs, run:',
  'was-not-installed': 'It was not installed.',
  'not-installed': 'Not installed; dream daemon install writes it.',
  'in-place': 'Installed. If it does not run, run:',
  differs: 'Installed, and not as it would be written now; dream daemon install writes it anew.',
}

export function renderDaemon(answer: DaemonAnswer, options: PageOptions): string {
  const page = newPage(options)
  for (const { path, text } of answer.files) {
    if (answer.did === 'shown') for (const line of [`# ${path}`, ...text.split('\n')]) page.uncut(line)
    else if (answer.did !== 'was-not-installed') page.text(path, 0, 'name')
  }
  page.text(DID[answer.did])
  const commands = answer.did === 'uninstalled' ? answer.disable : BEGINS.has(answer.did) ? answer.enable : []
  for (const command of commands) page.uncut(`  ${command}`)
  if (answer.did !== 'shown') page.text(lifeWords(answer)).text(`log: ${answer.log}`, 0, 'quiet')
  return page.end()
}

const BEGINS: ReadonlySet<DaemonAnswer['did']> = new Set(['installed', 'shown', 'in-place'])

function lifeWords({ life }: DaemonAnswer): string {
  if (life.state === 'never-seen') return 'It has never been seen at work.'
  const seen = `last seen ${timeWords(life.lastSeen!)}`
  return life.state === 'at-work'
    ? `At work: process ${life.pid}, ${seen}.`
    : `Not at work just now; ${seen}.`
}

export function renderDoctor({ looked, problems }: DoctorReport, options: PageOptions): string {
  const page = newPage(options)
  for (const { what, where, fix, severity } of problems) {
    page.gap().text(what, 0, severity === 'wrong' ? 'bad' : 'warn')
    page.text(where, 2, 'quiet').text(`fix: ${fix}`, 2)
  }
  const wrong = problems.filter(problem => problem.severity === 'wrong').length
  page
    .gap()
    .text(
      problems.length === 0
        ? `Nothing is wrong (${looked.join(', ')}).`
        : `${counted(wrong, 'problem')}, ${counted(problems.length - wrong, 'thing')} worth knowing.`,
    )
  return page.end()
}
