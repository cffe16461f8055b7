import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import Ajv from 'ajv-draft-04'
import formats from 'ajv-formats'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runDream, type World } from '../cli/run-dream.ts'
import { type SampleWorld, sampleWorld } from '../cli/sample-project.ts'

let world: SampleWorld
beforeEach(() => {
  world = sampleWorld()
})
afterEach(() => world.remove())

const dream = (argv: string, rest: Partial<World> = {}) =>
  runDream(argv.split(' ').filter(Boolean), { ...world, ...rest })

/** Made up, in the form that a service gives its tokens. */
const TOKEN = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`

const note = (body: string) => `---\nname: n\ndescription: d\ntype: project\n---\n\n${body}\n`

interface Sarif {
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } }
      readonly invocations: readonly object[]
      readonly results: readonly {
        readonly ruleId: string
        readonly ruleIndex: number
        readonly level: string
        readonly message: { readonly text: string }
        readonly locations: readonly {
          readonly physicalLocation: {
            readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: string }
            readonly region: { readonly startLine: number }
          }
        }[]
        readonly partialFingerprints: Readonly<Record<string, string>>
      }[]
    },
  ]
}

const sarif = async (argv = '--check --format sarif') => {
  const heard = await dream(argv)
  return { ...heard, log: JSON.parse(heard.stdout) as Sarif }
}

const validateSarif = () => {
  const schemas = dirname(createRequire(import.meta.url).resolve('@microsoft/jest-sarif'))
  const file = readFileSync(join(schemas, 'schemas/sarif-2.1.0-rtm.5.json'), 'utf8')
  // One pattern of that schema is no regular expression with the flag `u`.
  const ajv = new Ajv.default({ strict: false, allErrors: true, unicodeRegExp: false })
  formats.default(ajv)
  return ajv.compile(JSON.parse(file))
}

describe('dream --check --format github', () => {
  it('I12 D26 names each dead reference, index line and link with file and line, and exits as --check does', async () => {
    world.write('links.md', note('See [[nowhere-at-all]].'))
    const { code, stdout } = await dream('--check --format github')
    expect(code).toBe(3)
    const lines = stdout.split('\n')
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^::warning file=\.claude\/memory\/upload\.md,line=6,title=Fully stale::scripts\/upload\.sh%?: removed in/,
      ),
    )
    expect(lines).toContainEqual(
      expect.stringMatching(/^::warning file=\.claude\/memory\/MEMORY\.md,line=7,title=.*::.*gone\.md/),
    )
    expect(lines).toContainEqual(
      expect.stringMatching(/^::warning file=\.claude\/memory\/links\.md,line=7,title=Dangling link::/),
    )
    expect(lines.at(-2)).toMatch(/^Dream: 1 folder/)
  })

  it('I12 a secret is an error, first of all, and never printed', async () => {
    world.write('token.md', note(`The token is ${TOKEN}.`))
    for (const format of ['github', 'sarif', 'json']) {
      const { stdout, stderr } = await dream(`--check --format ${format}`)
      expect(stdout).toContain('token.md')
      expect(stdout + stderr).not.toContain(TOKEN)
    }
    const { stdout } = await dream('--check --format github')
    expect(stdout).toMatch(/^::error file=\.claude\/memory\/token\.md,line=7,title=Looks like a secret::/)
  })

  it('I12 what a note or a file name says cannot make a command of its own', async () => {
    world.write('a,b:50%.md', note('See [[gone\u0007]] and `src/%0A::error::x.ts`.'))
    world.write('multi.md', note('See [[one::error file=x::two]].'))
    const { stdout } = await dream('--check --format github')
    expect(stdout).toContain('file=.claude/memory/a%2Cb%3A50%25.md,line=')
    for (const line of stdout.split('\n').slice(0, -2)) expect(line).toMatch(/^::(?:error|warning|notice) /)
    expect(stdout).not.toContain('\u0007')
  })

  it('I12 paths are relative to the repository, wherever in it Dream was started', async () => {
    mkdirSync(join(world.cwd, 'packages/web'), { recursive: true })
    const { stdout } = await dream('--check --format github ../../.claude/memory --project .', {
      cwd: join(world.cwd, 'packages/web'),
    })
    expect(stdout).toContain('file=.claude/memory/MEMORY.md,line=7')
  })

  it('I12 a folder outside the repository is named in the words, for no line can be shown beside it', async () => {
    const outside = join(world.top, 'elsewhere')
    renameSync(world.memory, outside)
    const { stdout } = await dream(`--check --format github --folder ${outside}`)
    expect(stdout).not.toContain('file=')
    expect(stdout).toContain(`${outside}/MEMORY.md:7: `)
  })

  it('I12 D26 a path that is not there is an error, and exits 2', async () => {
    const { code, stderr } = await dream('--check --format github no-such-folder')
    expect(code).toBe(2)
    expect(stderr).toContain('no-such-folder')
  })
})

describe('dream --check --format sarif', () => {
  it('I12 is valid SARIF 2.1.0, with rules, levels and lines', async () => {
    world.write('token.md', note(`The token is ${TOKEN}.`))
    world.write('odd name {0}.md', note('See [[a](1)]] and [[b {1}]].'))
    const { code, log } = await sarif()
    const validate = validateSarif()
    expect([validate(log), validate.errors]).toEqual([true, null])
    expect(code).toBe(3)
    const [run] = log.runs
    for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex]!.id).toBe(ruleId)
    const secret = run.results.find(({ ruleId }) => ruleId === 'secret')!
    expect(secret).toMatchObject({
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: '.claude/memory/token.md', uriBaseId: '%SRCROOT%' },
            region: { startLine: 7 },
          },
        },
      ],
    })
    expect(run.invocations).toMatchObject([{ executionSuccessful: true, exitCode: 3 }])
  })

  it('I12 the schema is one that refuses', () => {
    const validate = validateSarif()
    expect(validate({ version: '2.1.0', runs: [{ results: [] }] })).toBe(false)
  })

  it('I12 of a folder without findings it is valid too', async () => {
    const empty = join(world.top, 'empty')
    mkdirSync(empty)
    const { code, log } = await sarif(`--check --format sarif ${empty}`)
    const validate = validateSarif()
    expect([validate(log), validate.errors]).toEqual([true, null])
    expect([code, log.runs[0].results]).toEqual([0, []])
  })

  it('I12 fingerprints stay when lines move, and differ between findings', async () => {
    world.write('token.md', note(`The token is ${TOKEN}.\nAgain: ${TOKEN}.`))
    const prints = ({ log }: { log: Sarif }) =>
      log.runs[0].results.map(each => each.partialFingerprints['dreamFinding/v1']!)
    const before = prints(await sarif())
    expect(new Set(before).size).toBe(before.length)
    const index = join(world.memory, 'MEMORY.md')
    writeFileSync(index, readFileSync(index, 'utf8').replace('# Shop\n', '# Shop\n\nOne more line.\n'))
    world.write('token.md', note(`Look.\n\nThe token is ${TOKEN}.\nAgain: ${TOKEN}.`))
    expect(prints(await sarif()).toSorted()).toEqual(before.toSorted())
  })

  it('I12 -o writes it to the file, and the terminal gets a line', async () => {
    const { code, stdout } = await dream('--check --format sarif -o dream.sarif')
    expect(code).toBe(3)
    expect(JSON.parse(readFileSync(join(world.cwd, 'dream.sarif'), 'utf8')).version).toBe('2.1.0')
    expect(stdout).not.toContain('"version"')
  })
})

describe('--format', () => {
  it('I12 json is the report of --json', async () => {
    const timeless = (text: string) => ({ ...JSON.parse(text), seconds: 0 })
    const json = await dream('--check --json')
    expect(timeless((await dream('--check --format json')).stdout)).toEqual(timeless(json.stdout))
  })

  it.each([
    '--format github',
    '--format github --yes',
    '--check --format sarif --json',
    '--check --format x',
  ])('I12 dream %s is refused', async argv => {
    expect(await dream(argv)).toMatchObject({ code: 2 })
  })

  it('I12 what was answered for good is no annotation any more', async () => {
    world.write('rule.md', note('Never call `scripts/upload.sh` before noon.'))
    const about = async () =>
      (await sarif()).log.runs[0].results.filter(({ locations }) =>
        locations[0]!.physicalLocation.artifactLocation.uri.endsWith('/rule.md'),
      )
    expect((await about()).map(({ ruleId }) => ruleId)).toContain('fully-stale')
    const queue = JSON.parse((await dream('queue --json')).stdout)
    const id = JSON.stringify(queue).match(/"id":"([^"]+)"[^{}]*\{[^{}]*"file":"rule\.md"/)?.[1]
    expect(id).toBeDefined()
    expect((await dream(`queue --never ${id}`)).code).toBe(0)
    expect((await about()).map(({ ruleId }) => ruleId)).not.toContain('fully-stale')
  })
})
