import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'

export interface Source {
  /** Below src. */
  readonly path: string
  readonly room: string
  readonly text: string
  readonly lines: number
  readonly tree: ts.SourceFile
}

/** Every file of src, parsed. */
export function readSources(): Source[] {
  const paths = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.ts'))
  return paths.sort().map(path => {
    const text = readFileSync(`src/${path}`, 'utf8')
    const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
    return { path, room: path.split('/')[0]!, text, lines: text.split('\n').length - 1, tree }
  })
}

/** Message catalogues are words, not code. */
export const isCatalogue = ({ path }: Source): boolean => /^languages\/[^/]+\/messages/.test(path)

export interface Measured {
  readonly name: string
  readonly lines: number
}

export function functionsOf({ path, tree }: Source): Measured[] {
  const found: Measured[] = []
  const lineOf = (at: number) => tree.getLineAndCharacterOfPosition(at).line
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const start = lineOf(node.getStart(tree))
      const name = node.name?.getText(tree) ?? `line ${start + 1}`
      found.push({ name: `${path} ${name}`, lines: lineOf(node.getEnd()) - start + 1 })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

interface Exported {
  readonly name: string
  readonly isType: boolean
}

/** What the index of a room gives to the others, by name. */
export function exportsOf(index: Source, sources: readonly Source[]): Exported[] {
  return index.tree.statements.flatMap(statement => {
    if (!ts.isExportDeclaration(statement)) return []
    if (statement.exportClause === undefined) {
      const from = (statement.moduleSpecifier as ts.StringLiteral).text.replace('./', `${index.room}/`)
      return declaredIn(sources.find(({ path }) => path === from)!)
    }
    if (!ts.isNamedExports(statement.exportClause)) return []
    const wholeIsType = statement.isTypeOnly
    return statement.exportClause.elements.map(each => ({
      name: each.name.text,
      isType: wholeIsType || each.isTypeOnly,
    }))
  })
}

const declaredIn = ({ text }: Source): Exported[] =>
  [...text.matchAll(/^export (?:async )?(const|function|class|interface|type) (\w+)/gm)].map(
    ([, kind, name]) => ({ name: name!, isType: kind === 'interface' || kind === 'type' }),
  )

/** Exported object types with their fields, for telling two that are the same. */
export function shapesOf({ path, tree }: Source): { readonly name: string; readonly shape: string }[] {
  return tree.statements.flatMap(statement => {
    if (!ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement)) return []
    const isExported = statement.modifiers?.some(each => each.kind === ts.SyntaxKind.ExportKeyword)
    if (isExported !== true) return []
    if (ts.isInterfaceDeclaration(statement) && statement.heritageClauses !== undefined) return []
    const members = ts.isInterfaceDeclaration(statement)
      ? statement.members
      : ts.isTypeLiteralNode(statement.type)
        ? statement.type.members
        : undefined
    if (members === undefined || members.length < 2) return []
    const fields = members.map(member => member.getText(tree).replace(/\/\*[\s\S]*?\*\/|\/\/.*|\s+/g, ''))
    return [{ name: `${path} ${statement.name.text}`, shape: fields.sort().join(';') }]
  })
}
