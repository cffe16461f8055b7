import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { checkManuals } from '../../scripts/check-manuals.ts'
import { CHECKS } from '../../src/checks/registry.ts'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('the documents', () => {
  it('docs/checks.md is made from the checks themselves', () => {
    expect(read('docs/checks.md')).toBe(checkManuals(root))
    expect(read('docs/checks.md').match(/^## /gm)).toHaveLength(CHECKS.length + 1)
  })

  it('link to files that are there', () => {
    const pages = [
      'README.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      ...readdirSync(join(root, 'docs')).map(name => `docs/${name}`),
    ]
    const links = pages
      .filter(page => page.endsWith('.md') && page !== 'docs/checks.md')
      .flatMap(page => [...read(page).matchAll(/\]\(([^)#:]+)\)/g)].map(match => [page, match[1]!] as const))
    expect(links.length).toBeGreaterThan(3)
    for (const [page, target] of links) {
      expect(existsSync(join(root, dirname(page), target)), `${page} → ${target}`).toBe(true)
    }
  })

  it('the README names every script it tells to run, and CI runs the README and nothing else', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    for (const [, name] of [
      ...read('README.md').matchAll(/npm run ([\w:]+)/g),
      ...read('CONTRIBUTING.md').matchAll(/npm run ([\w:]+)/g),
    ]) {
      expect(scripts).toHaveProperty([name!])
    }
    const commands = read('.ci/run')
      .split('\n')
      .filter(line => !line.startsWith('#') && !/^(set|cd) /.test(line) && line !== '')
    expect(commands).toHaveLength(1)
    for (const command of commands[0]!.split(' && ')) expect(read('README.md')).toContain(command)
  })
})
