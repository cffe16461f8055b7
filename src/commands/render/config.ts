import type { ConfigAnswer, TrustAnswer } from '../../model/index.ts'
import { newPage, type PageOptions } from '../../report/index.ts'

const LONGEST_VALUE = 60

export function renderConfig(answer: ConfigAnswer, options: PageOptions): string {
  const page = newPage(options)
  if (answer.environment !== undefined) page.text(`environment: ${answer.environment}`)
  let part = ''
  for (const { path, value, origin, from } of answer.settings) {
    const top = path.split('.')[0]!
    if (top !== part) page.gap()
    part = top
    const source = origin === 'default' ? 'default' : `${origin}: ${from}`
    page.entry(path, `${valueWords(value)}  (${source})`, 0, origin === 'default' ? 'quiet' : 'name')
  }
  page.gap().text('models', 0, 'strong')
  for (const { role, words } of answer.roles) page.entry(role, words, 2)
  if (answer.waiting.length > 0) {
    page.gap().text('not followed until you have read it and said dream trust', 0, 'warn')
    for (const { path, value, from } of answer.waiting) page.entry(path, `${valueWords(value)}  (${from})`, 2)
  }
  for (const name of answer.unknownVariables)
    page.text(`${name} is set and is no setting of Dream`, 0, 'quiet')
  return page.end()
}

function valueWords(value: unknown): string {
  if (value === null) return 'not set'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text
}

const DID: Record<Exclude<TrustAnswer['did'], 'listed'>, string> = {
  trusted: 'is trusted from now on, until it changes',
  already: 'is trusted already',
  revoked: 'is not trusted any more',
  'was-not-trusted': 'was not trusted',
  asked: 'is not trusted; nothing was changed',
}

export function renderTrust({ did, files, trusted }: TrustAnswer, options: PageOptions): string {
  const page = newPage(options)
  if (did !== 'listed') {
    for (const file of files) page.text(`${file} ${DID[did]}`)
    return page.end()
  }
  if (trusted.length === 0) page.text('Nothing of any project is trusted.')
  for (const { file: path, at } of trusted) page.entry(path, `since ${at.slice(0, 10)}, as it was then`, 0)
  return page.end()
}
