export interface SymbolMatch {
  readonly text: string
  readonly words: readonly string[]
  readonly strength: 'strong' | 'weak'
  readonly start: number
}

const MAX_NAME = 120
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/** Words that stand before a bracket without being called. */
const KEYWORDS = new Set(
  (
    'if for while switch catch return function def class elif except with await new super throw raise assert sizeof typeof and ' +
    'not else case until unless foreach match when lambda yield constructor import from async void let const var del'
  ).split(' '),
)
/** `fix(parser): …` is a commit message. */
const COMMIT_TYPES = new Set('feat fix chore docs refactor test perf build style revert'.split(' '))

/** What follows "the function" or "a class" in a sentence and is no name. */
const ENGLISH = new Set(
  (
    'a an the of and or to in on at by for from with as is are was were be been being has have had do ' +
    'does did not no can could may might must shall should will would that which who whose this these ' +
    'those it its if then than so but when where while because since after before during until only ' +
    'also just even still already again once both each every all any some most call calls called ' +
    'calling caller callers return returns returned returning name names named naming signature ' +
    'signatures body bodies definition definitions declaration declarations parameter parameters ' +
    'argument arguments type types level scope pointer pointers reference references object objects ' +
    'instance instances hierarchy method methods member members attribute attributes property ' +
    'properties field fields variable variables constant constants component components diagram ' +
    'library libraries loader loading path paths file files module modules wrapper wrappers decorator ' +
    'decorators based like using used use uses usage inside outside without within into onto over ' +
    'under between per via across through handles handle takes take gets get sets set runs run works ' +
    'work needs need makes make keeps keep fails fail throws throw accepts accept expects expect ' +
    'receives receive creates create adds add reads read writes write checks check exists exist ' +
    'changes change changed defined defines define declared implements implement implemented extends ' +
    'inherits inherit inherited inheritance overrides override exported imports import style styles ' +
    'selector selectors here there now today later instead rather too very more less first second last ' +
    'next previous new old same other another such own whatever itself themselves list lists table ' +
    'tables code logic syntax design structure test tests testing example examples section sections ' +
    'key keys value values expression expressions composition invocation invocations pattern patterns ' +
    'prefix suffix order ordering overload overloads overloading handler missing params description tool ' +
    'tools couldn doesn didn isn wasn hasn won'
  ).split(' '),
)

/**
 * Functions, methods and classes that a piece of text names, in order of finding. In prose a call has empty brackets; in code
 * it may have arguments, as long as they close on the same line.
 */
export function findSymbols(text: string, where: 'prose' | 'code'): SymbolMatch[] {
  const found: SymbolMatch[] = []
  findCalls(text, where, found)
  findDefinitions(text, where, found)
  // No longer than MAX_NAME: without an end, the expression keeps each letter of a word of megabytes to go back to.
  for (const match of text.matchAll(/\b[A-Z][A-Za-z0-9]{3,119}\b/g)) {
    if (isCamelCase(match[0]))
      found.push({ text: match[0], words: [match[0]], strength: 'weak', start: match.index })
  }
  return found
}

/** Two humps or more: `UserService`, `GitHub`, `XMLParser`. */
function isCamelCase(word: string): boolean {
  return word.length <= MAX_NAME && /[a-z]/.test(word) && /[a-z0-9][A-Z]|[A-Z]{2}[a-z]{2}/.test(word)
}

function findCalls(text: string, where: 'prose' | 'code', found: SymbolMatch[]): void {
  let close = -1
  let lineEnd = -1
  for (let open = text.indexOf('('); open !== -1; open = text.indexOf('(', open + 1)) {
    if (where === 'prose' && text[open + 1] !== ')') continue
    if (!isWordCode(text.charCodeAt(open - 1))) continue
    if (open > close) close = indexOrEnd(text, ')', open)
    if (open > lineEnd) lineEnd = indexOrEnd(text, '\n', open)
    if (close >= lineEnd) continue
    const start = chainStart(text, open)
    const chain = text.slice(start, open)
    const words = isCommitMessage(text, open, chain) ? undefined : wordsOf(chain)
    if (words) found.push({ text: `${chain.replace(/^[.:>#-]+/, '')}()`, words, strength: 'strong', start })
  }
}

function indexOrEnd(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from)
  return at === -1 ? text.length : at
}

function isCommitMessage(text: string, open: number, name: string): boolean {
  return COMMIT_TYPES.has(name) && /^\([^()\n]{0,60}\)!?:/.test(text.slice(open, open + 70))
}

/** Walks back over `a.b`, `A::b`, `a->b`, `a#b`. */
function chainStart(text: string, open: number): number {
  let at = open
  const limit = Math.max(0, open - MAX_NAME)
  while (at > limit) {
    const code = text.charCodeAt(at - 1)
    if (isWordCode(code) || code === 46) at--
    else if (at - 2 >= limit && (text.startsWith('::', at - 2) || text.startsWith('->', at - 2))) at -= 2
    else if (code === 35 && isWordCode(text.charCodeAt(at - 2))) at--
    else break
  }
  return at
}

/** The words that must all occur: receivers that are classes, and the method. */
function wordsOf(chain: string): string[] | undefined {
  const parts = chain.split(/\.|::|->|#/).filter(part => part !== '')
  const method = parts.at(-1) ?? ''
  if (!IDENTIFIER.test(method) || KEYWORDS.has(chain)) return undefined
  const receivers = parts.slice(0, -1).filter(part => /^[A-Z]/.test(part) && IDENTIFIER.test(part))
  const words = [...new Set([...receivers, method])].filter(word => word.length > 2)
  return words.length > 0 ? words : undefined
}

function findDefinitions(text: string, where: 'prose' | 'code', found: SymbolMatch[]): void {
  const pattern = /\b(def|class|function)[ \t]{1,4}([A-Za-z_$][\w$]{2,100})(?![\w$])/g
  for (const { 0: whole, 1: keyword = '', 2: name = '', index } of text.matchAll(pattern)) {
    const after = text.charAt(index + whole.length)
    const strength = definitionStrength(keyword, name, after, where)
    if (strength) found.push({ text: `${keyword} ${name}`, words: [name], strength, start: index })
  }
}

/** "the function calls" names nothing; "the function login" may name something, and proves nothing if it does not. */
function definitionStrength(
  keyword: string,
  name: string,
  after: string,
  where: 'prose' | 'code',
): SymbolMatch['strength'] | undefined {
  if (after === '(' || /[_$\d]|[a-z][A-Z]/.test(name)) return 'strong'
  if (where === 'code' && /[:{<]/.test(after)) return 'strong'
  if (ENGLISH.has(name.toLowerCase())) return undefined
  if (keyword === 'class') return /^[A-Z]/.test(name) ? 'strong' : undefined
  return keyword === 'def' ? 'strong' : 'weak'
}

function isWordCode(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 95 ||
    code === 36
  )
}
