import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { DEFAULTS } from '../../src/config/settings.ts'
import { leavesOf } from '../../src/config/tree.ts'

/** Settings that are not read as `part.setting`, and how they are: on a value that was handed over, or as a copy of it. */
const READ_AS: Readonly<Record<string, string>> = {
  'cache.ttlHours': 'limits.ttlHours',
  'cache.maxSize': 'limits.maxSize',
  'cache.semanticThreshold': 'limits.semanticThreshold',
  // Copied by `gatesOf`, for the hook.
  'autoDream.enabled': 'GateSettings.enabled',
  'autoDream.timeGate.minHoursBetweenDream': 'GateSettings.minHours',
  'autoDream.timeGate.maxHoursBetweenDream': 'settings.maxHours',
  'autoDream.sessionGate.minSessionsForDream': 'settings.minSessions',
  'autoDream.model.month.usd': 'limits.usd',
  'retrieval.intentAnalysis.enableLLM': 'settings.enableLLM',
  'retrieval.intentAnalysis.enableRules': 'settings.enableRules',
  'retrieval.intentAnalysis.llmConfidenceThreshold': 'settings.llmConfidenceThreshold',
  'retrieval.intentAnalysis.ruleConfidenceThreshold': 'settings.ruleConfidenceThreshold',
  'retrieval.intentAnalysis.cacheEnabled': 'settings.cacheEnabled',
  'fusion.enableSemanticDeduplication': 'settings.enableSemanticDeduplication',
  'fusion.tokenBudget.dynamic': 'budget.dynamic',
  'fusion.tokenBudget.maxTokensPerMemory': 'budget.maxTokensPerMemory',
  // Copied by `llmRoles`, the same for every role.
  'llm.api': 'role.api',
  'llm.endpoint': 'role.endpoint',
  'llm.model': 'LlmRole.model',
  'llm.keyVariable': 'role.keyVariable',
  'llm.thinking': 'role.thinking',
  'llm.concurrency': 'Pace.concurrency',
  'llm.intervalMs': 'Pace.intervalMs',
  'policy.recentDays': 'Policy.recentDays',
  'journal.limits.target': 'own.target',
  'journal.limits.compress': 'own.compress',
  'journal.limits.hard': 'own.hard',
  'journal.limits.cut': 'own.cut',
  'expiry.feedback.decay': 'Decay.decay',
  'expiry.feedback.periodDays': 'Decay.periodDays',
  'magma.embeddings.from': 'settings.from',
  'magma.embeddings.endpoint': 'Embeddings.endpoint',
  'magma.embeddings.model': 'Embeddings.model',
  'magma.embeddings.keyVariable': 'Embeddings.keyVariable',
}

/** Settings that are settled in `src/config` itself, and how they are read there. */
const READ_IN_CONFIG: Readonly<Record<string, string>> = {
  rules: 'config.rules',
  language: '?.language',
  'journal.vault': 'journal.vault',
  'llm.preset': 'own.preset',
  environments: 'data.environments',
}

/** Settings that nobody reads, and why they are still there. */
const UNREAD: Readonly<Record<string, string>> = {
  'fusion.semanticSimilarityThreshold':
    'the design that Dream grew from has it, and its files are to be read',
}

/** Every role has the same settings. */
const SETTINGS = [
  ...new Set(
    leavesOf(DEFAULTS).map(({ name }) => name.replace(/^llm\.(?:intent|verification|agents)\./, 'llm.')),
  ),
]

/** Every property that this text reads, each as `owner.property`. */
function readsIn(name: string, text: string): string[] {
  const reads: string[] = []
  const look = (node: ts.Node): void => {
    if (ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression))
      reads.push(`${ownerOf(node.expression)}.${node.argumentExpression.text}`)
    if (ts.isPropertyAccessExpression(node)) reads.push(`${ownerOf(node.expression)}.${node.name.text}`)
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent) && !node.dotDotDotToken)
      reads.push(`${boundTo(node.parent)}.${(node.propertyName ?? node.name).getText()}`)
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true))
  return reads
}

/** The last name of what is asked: `limits` of `this.limits` and of `desk?.limits ?? {}`. */
function ownerOf(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  if (ts.isBinaryExpression(node)) return ownerOf(node.left)
  if (node.kind === ts.SyntaxKind.ThisKeyword) return 'this'
  if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node)) return ownerOf(node.expression)
  return '?'
}

/** What a pattern takes apart: a value, a property of the pattern around it, or a parameter, by its type. */
function boundTo({ parent }: ts.ObjectBindingPattern): string {
  if (ts.isBindingElement(parent)) return (parent.propertyName ?? parent.name).getText()
  if (parent.initializer !== undefined) return ownerOf(parent.initializer)
  return parent.type?.getText().replace(/\s+/g, ' ') ?? '?'
}

function readsBelow(which: 'config' | 'others'): ReadonlySet<string> {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.ts'))
  const own = files.filter(path => path.startsWith('config/') === (which === 'config'))
  expect(own).not.toEqual([])
  return new Set(own.flatMap(path => readsIn(path, readFileSync(`src/${path}`, 'utf8'))))
}

it('A6 every setting has a reader', () => {
  const [config, others] = [readsBelow('config'), readsBelow('others')]
  const isRead = (setting: string): boolean => {
    const inside = READ_IN_CONFIG[setting]
    if (inside !== undefined) return config.has(inside)
    return others.has(READ_AS[setting] ?? setting.split('.').slice(-2).join('.'))
  }
  expect(SETTINGS.filter(setting => !isRead(setting))).toEqual(Object.keys(UNREAD))
})

it('the tables of readers name settings that there are', () => {
  const named = [READ_AS, READ_IN_CONFIG, UNREAD].flatMap(table => Object.keys(table))
  expect(named.filter(name => !SETTINGS.includes(name))).toEqual([])
})

it('A7 each role of a model is asked by somebody', () => {
  const roles = Object.keys(DEFAULTS.llm)
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  const texts = files.filter(path => path.endsWith('.ts')).map(path => readFileSync(`src/${path}`, 'utf8'))
  const asked = roles.filter(role => texts.some(text => new RegExp(`\\brole: '${role}',`).test(text)))
  expect(asked).toEqual(roles)
})

it('a read is told from a mention', () => {
  const text = `// cache.ttlHours
    const words = 'cache.ttlHours'
    const all = { cache: { ttlHours: 24 } }
    function limit({ hard, cut: end }: Limits) { return this.limits.target + end }
    const { project: { enabled }, ...rest } = policy?.expiry ?? {}`
  expect(readsIn('sample.ts', text).sort()).toEqual(
    [
      'Limits.hard',
      'Limits.cut',
      'this.limits',
      'limits.target',
      'expiry.project',
      'project.enabled',
      'policy.expiry',
    ].sort(),
  )
})
