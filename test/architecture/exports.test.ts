import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { afterAll, expect, it } from 'vitest'

const place = mkdtempSync(join(tmpdir(), 'dream-declared-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

/** Everything that this declaration file promises at run time, by name. */
function declaredValues(path: string): string[] {
  // One file says it all: what it imports are types of other packages.
  const program = ts.createProgram([path], { noLib: true, noResolve: true, types: [] })
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(path)
  const module = file && checker.getSymbolAtLocation(file)
  if (module === undefined) throw new Error(`${path} is no module: build first`)
  return checker
    .getExportsOfModule(module)
    .filter(symbol => !symbol.declarations?.some(isTypeOnly))
    .filter(symbol => {
      const meant = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
      return (meant.flags & ts.SymbolFlags.Value) !== 0
    })
    .map(({ name }) => name)
    .sort()
}

const isTypeOnly = (node: ts.Declaration): boolean =>
  ts.isExportSpecifier(node) && (node.isTypeOnly || node.parent.parent.isTypeOnly)

it('every value that the built types declare is exported by the built package, and the other way round', async () => {
  const built: object = await import(pathToFileURL(resolve('dist/index.js')).href)
  const declared = declaredValues(resolve('dist/index.d.ts'))
  expect(declared.length).toBeGreaterThan(0)
  expect(Object.keys(built).sort()).toEqual(declared)
})

it('a value is told from a type, however it is exported', () => {
  const path = join(place, 'sample.d.ts')
  writeFileSync(
    path,
    `declare const value: 1
declare class Thing {}
interface Shape { readonly a: 1 }
type Word = 'a'
export declare function direct(): void
export { value, value as renamed, Shape, Word, type Thing }
`,
  )
  expect(declaredValues(path)).toEqual(['direct', 'renamed', 'value'])
})
