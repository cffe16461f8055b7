import type { Memory, Reference } from '../model/index.ts'
import { splitSentences } from '../text/index.ts'

/** Where the reference stood, so that a form can say what has to stand beside it. */
const HERE = '\u0001'

const GONE =
  "(?:removed|deleted|dropped|retired|gone|killed|purged|torn down|ripped out|thrown away|replaced|superseded|renamed|moved|no longer (?:there|here|exists?|in use|used)|do(?:es)? not exist|do(?:es)?n['’]t exist)"
/** Words that may stand between a name and what is said of it: they say nothing of their own. */
const BETWEEN =
  '(?:[\\s,;:()\\[\\]—–*_~`"\'’-]|\\u0001|\\b(?:and|or|both|all|is|are|was|were|has|have|been|got|be|now|since|already|long|then|later|also|too|the|file|folder|module|script|directory|which|that)\\b)*'
const BEFORE =
  '(?:[\\s,:(\\[*_`"\'-]|\\u0001|\\b(?:the|our|its|an?|old|legacy|whole|entire|former|both|all|file|files|folder|module|script|directory|of|and)\\b)*'

/** The sentence says of this very thing that it is gone. "The old gateway sits in …" does not, nor "to delete a card call …". */
const TIED = [
  new RegExp(`${HERE}${BETWEEN}\\b${GONE}\\b`, 'i'),
  new RegExp(
    `\\b(?:removed|deleted|dropped|retired|killed|purged|tore down|ripped out|got rid of|replaced|no longer (?:use|uses|have|has))\\b${BEFORE}${HERE}`,
    'i',
  ),
  new RegExp(
    `\\b(?:used to (?:be|live|sit|stand|lie)|formerly|previously|ported from|moved (?:away )?from|no longer)\\b(?:\\s+(?:in|at|under|by))?${BEFORE}${HERE}`,
    'i',
  ),
  new RegExp(
    `${HERE}${BETWEEN}(?:→|->|=>)|(?:已|已经|都|被)[^。；，]{0,4}(?:删除|移除|废弃|替换|下线)[^。；，]{0,6}${HERE}|${HERE}[^。；，\\p{L}]{0,6}(?:和${HERE}|等|也|都|均|已|已经|被|现){0,4}(?:删除|移除|废弃|替换|下线|不存在|不在了|不再存在)|不再(?:使用|有|用)[^。；，]{0,6}${HERE}|(?:以前|曾经|原来)[^。；，]{0,6}${HERE}`,
    'iu',
  ),
]

/** A section about what is gone: "## Deleted code", "### Removed", 已删除. */
const GONE_HEADING =
  /\b(?:removed|deleted|retired|dropped|gone|torn down|no longer (?:there|exists?|in use))\b|已(?:删除|移除|废弃|下线)/i

const known = new WeakMap<Memory, readonly string[]>()

/** Whether a memory itself says that something it names is gone: in the same sentence or list item, or by the heading above. */
export function isMentionedAsPast(memory: Memory, { line, text }: Reference): boolean {
  let lines = known.get(memory)
  if (lines === undefined) {
    lines = (memory.head + memory.body).split(/\r\n|\r|\n/)
    known.set(memory, lines)
  }
  const said = line === 0 ? (memory.description ?? '') : (lines[line - 1] ?? '')
  return splitSentences(said).some(sentence => saysGone(sentence, text)) || isUnderGone(lines, line)
}

function saysGone(sentence: string, text: string): boolean {
  if (!sentence.includes(text)) return false
  // Other names are no words either: a list of files is gone together.
  const marked = sentence.replaceAll(`\`${text}\``, HERE).replaceAll(text, HERE).replace(NAMES, HERE)
  return TIED.some(form => form.test(marked))
}

function isUnderGone(lines: readonly string[], line: number): boolean {
  for (let at = line - 1; at >= 0; at--) {
    const heading = /^#{1,6}\s+(.*)$/.exec(lines[at] ?? '')
    if (heading !== null) return GONE_HEADING.test(heading[1]!.replace(NAMES, ' '))
  }
  return false
}

/** `src/legacy/token.ts` is a place, and says nothing about time. */
const NAMES = /`[^`\u0001]{0,200}`|[^\s`\u0001]{0,200}[/\\][^\s`\u0001]{0,200}|[\w.-]{1,80}\.\w{1,8}\b/g
