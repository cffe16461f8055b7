import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { VERSION } from '../../src/version.ts'
import { builtCommand } from '../built.ts'

interface Manifest {
  readonly version: string
  readonly engines: { readonly node: string }
  readonly repository: { readonly url: string }
  readonly author: string
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
}
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest

interface Packed {
  readonly size: number
  readonly files: readonly { readonly path: string }[]
}

const MAY_BE_PACKED = [
  /^dist\/(?:bin|dream-tools|index)\.js$/,
  /^dist\/index\.d\.ts$/,
  /^dist\/parts\/[\w.-]+\.js$/,
  /^dist\/page\/(?:index\.html|icon\.svg|[\w-]+\.(?:js|css))$/,
  /^docs\/[\w-]+(?:\.zh)?\.(?:md|svg)$/,
  /^examples\/(?:demo\/(?:story\.json|memory\/[\w-]+\.md)|github-actions\/\w+\.yml|\w+\.mjs)$/,
  /^model\/(?:NOTICE\.md|SHA256SUMS|english\.bin|chinese\.bin)$/,
  /^schema\/\w+\.schema\.json$/,
  /^skills\/openclaw\/dream\/SKILL\.md$/,
  /^(?:package\.json|README(?:\.zh)?\.md|LICENSE|CHANGELOG\.md)$/,
]

describe('the package', () => {
  const packed = () => {
    builtCommand()
    const json = execFileSync(
      'npm',
      ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'],
      {
        encoding: 'utf8',
      },
    )
    return (JSON.parse(json) as Packed[])[0]!
  }

  it('I10 holds what it needs, nothing else, and less than 15 MB', () => {
    const { size, files } = packed()
    const paths = files.map(({ path }) => path)
    expect(paths.filter(path => !MAY_BE_PACKED.some(may => may.test(path)))).toEqual([])
    for (const needed of [
      'dist/bin.js',
      'dist/index.d.ts',
      'dist/page/index.html',
      'model/english.bin',
      'examples/demo/story.json',
      'LICENSE',
      'README.md',
      'schema/config.schema.json',
    ])
      expect(paths).toContain(needed)
    expect(paths).not.toContain('docs/plan.md')
    expect(paths).not.toContain('docs/releasing.md')
    expect(size).toBeLessThan(15_000_000)
  })

  it('has one version', () => {
    expect(manifest.version).toBe(VERSION)
  })

  it('names its owner in package.json alone', () => {
    const owner = /github\.com\/([^/]+)\//.exec(manifest.repository.url)![1]!
    const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      encoding: 'utf8',
    })
      .split('\n')
      .filter(path => /\.(?:ts|mjs|md|json|ya?ml)$/.test(path) && existsSync(path))
    const naming = files.filter(path => readFileSync(path, 'utf8').includes(`${owner}/dream`))
    // ClawHub wants a homepage in the skill; test/setup/skill.test.ts compares it with the manifest.
    expect(naming).toEqual(['package.json', 'skills/openclaw/dream/SKILL.md'])
    expect(manifest).not.toHaveProperty('bugs')
    expect(manifest).not.toHaveProperty('homepage')
    expect(manifest.author).not.toBe('')
  })

  it('says how to install the versions of LanceDB that it was tried with', () => {
    const { peerDependencies } = manifest
    const wanted = Object.entries(peerDependencies)
      .filter(([name]) => /lancedb|arrow/.test(name))
      .map(([name, version]) => `${name}@${version}`)
      .join(' ')
    expect(readFileSync('docs/install.md', 'utf8')).toContain(`npm install --global ${wanted}`)
    expect(readFileSync('src/search/backends/lance/lance.ts', 'utf8')).toContain(`'${wanted}'`)
  })
})

describe('the workflows', () => {
  const workflow = (name: string) => parse(readFileSync(`.github/workflows/${name}.yml`, 'utf8'))
  const runs = (name: string): string[] =>
    Object.values(workflow(name).jobs as Record<string, { steps: { run?: string }[] }>).flatMap(({ steps }) =>
      steps.flatMap(({ run }) => run ?? []),
    )

  it('I10 test on Linux and macOS with Node 20, 22 and 24', () => {
    const { os, node } = workflow('test').jobs.test.strategy.matrix
    expect(os).toEqual(['ubuntu-latest', 'macos-latest'])
    expect(node).toEqual([20, 22, 24])
    const tried = readFileSync('scripts/node-binary.mjs', 'utf8')
    for (const each of node) expect(tried).toContain(`'${each}.`)
  })

  it('call scripts that are there', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>
    }
    for (const name of readdirSync('.github/workflows').map(file => file.replace('.yml', '')))
      for (const run of runs(name)) {
        const [, script] = /^npm run ([\w:]+)/.exec(run) ?? []
        if (script !== undefined) expect(scripts).toHaveProperty([script])
        const [, file] = /^node (\S+)/.exec(run) ?? []
        if (file !== undefined) expect(existsSync(file)).toBe(true)
      }
  })

  it('publish nothing that the tag does not name or that nobody owns', () => {
    const check = (tag: string) =>
      spawnSync(process.execPath, ['scripts/release-check.mjs', tag], { encoding: 'utf8' })
    expect(runs('publish').findIndex(run => run.includes('release-check'))).toBeLessThan(
      runs('publish').findIndex(run => run.startsWith('npm publish')),
    )
    const wrong = check('v9.9.9')
    expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining('the tag is v9.9.9')])
    expect(check(`v${VERSION}`).stderr).not.toContain('the tag is')
  })
})
