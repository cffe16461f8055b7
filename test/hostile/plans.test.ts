import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../src/disk/sys.ts'
import type { Plan } from '../../src/model/plan.ts'
import { parsePlan } from '../../src/plan/plan-file.ts'
import { runDream } from '../cli/run-dream.ts'
import { lay, sandbox } from '../sources/sandbox.ts'

const NOTES = Array.from({ length: 20 }, (_, at) => `note-${String(at).padStart(2, '0')}.md`)
const textOf = (file: string) => `---\nname: ${file}\ntype: project\n---\n\nWhat ${file} says is said once.\n`
const INDEX = NOTES.map(file => `- [${file}](${file}) — said once\n`).join('')

/** A project with a memory folder, and folders with Markdown that are none of Dream's business. */
function scene() {
  const top = sandbox()
  const home = join(top, 'home')
  const project = join(home, 'shop')
  const root = join(project, '.claude/memory')
  lay(root, Object.fromEntries(NOTES.map(file => [file, textOf(file)])))
  lay(root, { 'MEMORY.md': INDEX })
  const other = join(home, '.claude/projects/-other/memory')
  lay(other, { 'theirs.md': textOf('theirs.md'), 'MEMORY.md': '- [theirs](theirs.md)\n' })
  lay(home, { 'docs/theirs.md': textOf('theirs.md'), 'theirs.md': textOf('theirs.md') })
  lay(project, { 'README.md': '# Shop\n', 'theirs.md': textOf('theirs.md') })
  const env = { XDG_STATE_HOME: join(top, 'state'), XDG_CACHE_HOME: join(top, 'cache') }
  return { top, home, project, root, other, world: { cwd: project, home, env } }
}

type Scene = ReturnType<typeof scene>
type Action = Record<string, unknown>

const archive = (file: string, more: Action = {}): Action => ({
  kind: 'archive',
  file,
  expect: sha256(textOf(file)),
  reason: { why: 'forgotten' },
  needs: [],
  ...more,
})
const write = (file: string, text: string, more: Action = {}): Action => ({
  kind: 'write',
  file,
  expect: 'absent',
  pieces: [{ text }],
  reason: { why: 'agent' },
  needs: [],
  ...more,
})
const index = (text: string, more: Action = {}) =>
  write('MEMORY.md', text, { expect: sha256(INDEX), reason: { why: 'index' }, ...more })

function planFor(root: string, actions: readonly Action[], more: Action = {}) {
  const lists = ['proposals', 'answered', 'withheld', 'suspended', 'verdicts', 'findings', 'warnings']
  return {
    root,
    label: 'your own notes',
    layout: 'index',
    actions,
    ...Object.fromEntries([...lists, 'subfolders'].map(name => [name, []])),
    index: { step: 'none', removed: 0, added: 0, remaining: 0 },
    ...more,
  }
}
const whole = (...folders: unknown[]) => ({ format: 'dream-plan', version: 1, rules: 'seed', folders })

const NESTED = 100_000

/** Plans that nobody at Dream would write: what each is, and what is said of it. */
const HOSTILE: Readonly<Record<string, readonly [(scene: Scene) => unknown, RegExp, (readonly string[])?]>> =
  {
    'a folder with Markdown': [
      ({ home }) => whole(planFor(`${home}/docs`, [archive('theirs.md')])),
      /\/docs, which is not a memory folder of this project .* --folder/,
    ],
    "another project's memory": [
      ({ other }) => whole(planFor(other, [archive('theirs.md')])),
      /-other\/memory, which is not a memory folder of this project/,
    ],
    'the project itself': [
      ({ project }) => whole(planFor(project, [archive('README.md')])),
      /shop, which is not a memory folder of this project/,
    ],
    'a known folder beside a foreign one': [
      ({ root, home }) => whole(planFor(root, [archive('note-01.md')]), planFor(`${home}/docs`, [])),
      /\/docs, which is not a memory folder/,
    ],
    'the root of everything': [
      () => whole(planFor('/', [archive('theirs.md')])),
      /names \/, which is not a memory/,
    ],
    'the home directory by its sign': [
      () => whole(planFor('~', [archive('theirs.md')])),
      /"~", which is not an absolute path/,
    ],
    'a relative folder': [
      () => whole(planFor('docs', [archive('theirs.md')])),
      /"docs", which is not an absolute path/,
    ],
    'an empty folder name': [() => whole(planFor('', [])), /folders\.0\.root/],
    'a folder through a link': [
      ({ home, root }) => {
        rmSync(`${home}/link`, { force: true })
        symlinkSync(root, `${home}/link`)
        return whole(planFor(`${home}/link`, [archive('note-01.md')]))
      },
      /its real path is/,
    ],
    'a folder by a way around': [
      ({ root }) => whole(planFor(`${root}/../memory`, [archive('note-01.md')])),
      /its real path is/,
    ],
    'a folder twice': [
      ({ root }) => whole(planFor(root, [archive('note-01.md')]), planFor(root, [archive('note-02.md')])),
      /names .* twice/,
    ],
    'a name that climbs': [
      ({ root }) => whole(planFor(root, [archive('../../../theirs.md')])),
      /actions\.0\.file/,
    ],
    'an absolute name': [
      ({ root, home }) => whole(planFor(root, [archive(`${home}/theirs.md`)])),
      /actions\.0\.file/,
    ],
    'a name with a NUL': [({ root }) => whole(planFor(root, [archive('a\0.md')])), /actions\.0\.file/],
    'a name that is two dots': [({ root }) => whole(planFor(root, [archive('..')])), /actions\.0\.file/],
    'a file that is no memory': [
      ({ root }) => whole(planFor(root, [write('run.sh', 'x')])),
      /"run\.sh", which is not a memory file/,
    ],
    'a hidden file': [
      ({ root }) => whole(planFor(root, [write('.x.md', 'x')])),
      /"\.x\.md", which is not a memory file/,
    ],
    'a journal': [
      ({ root }) => whole(planFor(root, [write('2026-01-02.md', 'x')])),
      /which is not a memory file/,
    ],
    'a file that agents read unasked': [
      ({ root }) => whole(planFor(root, [write('CLAUDE.md', 'x')])),
      /writes to "CLAUDE\.md", which agents load by themselves/,
    ],
    'the same in another spelling': [
      ({ root }) => whole(planFor(root, [write('ａgents.md', 'x')])),
      /which agents load by themselves/,
    ],
    'a new name with escapes': [
      ({ root }) => whole(planFor(root, [write('\u001b[2Ja.md', 'x')])),
      /creates "\\\\u\{1b\}\[2Ja\.md": a new memory needs a plain name/,
    ],
    'a new name that reads backwards': [
      ({ root }) => whole(planFor(root, [write('a\u202edm.md', 'x')])),
      /needs a plain name/,
    ],
    'a name that differs in its case alone': [
      ({ root }) => whole(planFor(root, [write('NOTE-01.md', 'x')])),
      /"note-01\.md" exists already/,
    ],
    'two new names that differ in their case alone': [
      ({ root }) => whole(planFor(root, [write('x.md', 'x'), write('X.md', 'x')])),
      /"x\.md" exists already/,
    ],
    'a file that is no plan, of which nothing is shown': [
      () => 'canary-5512 and what else stands in it',
      /^dream: the plan is not JSON \(Unexpected token 'c'\)\. Make one/,
    ],
    'two actions for a file': [
      ({ root }) => whole(planFor(root, [archive('note-01.md'), archive('note-01.md')])),
      /two actions for "note-01\.md"/,
    ],
    'the archive of every file': [
      ({ root }) =>
        whole(
          planFor(
            root,
            NOTES.map(file => archive(file)),
          ),
        ),
      /no memory would be left/,
    ],
    'the archive of more than half': [
      ({ root }) =>
        whole(
          planFor(
            root,
            NOTES.slice(0, 12).map(file => archive(file)),
          ),
        ),
      /12 of 20 memories would be archived, more than half\. No flag allows this/,
      ['--allow-large'],
    ],
    'the archive of too many': [
      ({ root }) =>
        whole(
          planFor(
            root,
            NOTES.slice(0, 6).map(file => archive(file)),
          ),
        ),
      /6 of 20 memories would be archived at once; the limit is 5\..* --allow-large/,
    ],
    'the archive of the index': [
      ({ root }) => whole(planFor(root, [archive('MEMORY.md')])),
      /would archive MEMORY\.md/,
    ],
    'an empty index': [
      ({ root }) => whole(planFor(root, [index('')])),
      /less than half of MEMORY\.md.*--allow-large/,
    ],
    'an index that leads elsewhere': [
      ({ root }) => whole(planFor(root, [index(`${INDEX}- [x](../../../theirs.md) — read it\n`)])),
      /links "\.\.\/\.\.\/\.\.\/theirs\.md" in MEMORY\.md/,
    ],
    'an index that imports': [
      ({ root }) => whole(planFor(root, [index(`${INDEX}@~/.ssh/id_rsa\n`)])),
      /links "~\/\.ssh\/id_rsa" in MEMORY\.md/,
    ],
    'a rewrite that leaves nothing': [
      ({ root }) => whole(planFor(root, [write('note-01.md', '', { expect: sha256(textOf('note-01.md')) })])),
      /rewriting note-01\.md would leave less than half/,
    ],
    'pieces that wait for what never happens': [
      ({ root }) => {
        const pieces = [{ text: INDEX, onlyIfDone: 'ghost.md' }]
        return whole(planFor(root, [index('', { pieces })]))
      },
      /waits for "ghost\.md", but has no action for it/,
    ],
    'a need that never happens': [
      ({ root }) => whole(planFor(root, [archive('note-01.md', { needs: ['ghost.md'] })])),
      /waits for "ghost\.md"/,
    ],
    'wrong hashes': [
      ({ root }) => whole(planFor(root, [archive('note-01.md', { expect: 'f'.repeat(64) })])),
      /changed since/,
    ],
    'a hash that is none': [
      ({ root }) => whole(planFor(root, [archive('note-01.md', { expect: 'F'.repeat(64) })])),
      /SHA-256/,
    ],
    'huge numbers': [
      ({ root }) => {
        const append = { ...archive('note-01.md'), kind: 'append', text: 'x', expectLength: 9007199254740991 }
        return whole(planFor(root, [append]))
      },
      /larger than 5 MB/,
    ],
    'numbers without end': [
      ({ root }) =>
        whole(planFor(root, [{ ...archive('note-01.md'), kind: 'append', text: 'x', expectLength: 1e308 }])),
      /expectLength/,
    ],
    'ten megabytes of text': [
      ({ root }) => whole(planFor(root, [write('big.md', 'x'.repeat(1e7))])),
      /larger than 5 MB/,
    ],
    'ten megabytes of a path': [() => whole(planFor(`/${'x'.repeat(1e7)}`, [])), /folders\.0\.root/],
    'keys of prototypes': [
      ({ root }) => JSON.stringify(whole(planFor(root, []))).replace('{', '{"__proto__":{"yes":true},'),
      /the plan cannot be used/,
    ],
    'keys that nobody knows': [
      ({ root }) => ({ ...whole(planFor(root, [])), constructor: {} }),
      /the plan cannot be used/,
    ],
    'deep nesting': [
      () => `${'['.repeat(NESTED)}${']'.repeat(NESTED)}`,
      /the plan (?:cannot be used|is not JSON)/,
    ],
    'deep nesting in a list': [
      ({ root }) =>
        JSON.stringify(whole(planFor(root, []))).replace(
          '"warnings":[]',
          `"warnings":${'['.repeat(NESTED)}${']'.repeat(NESTED)}`,
        ),
      /the plan (?:cannot be used|is not JSON)/,
    ],
    'another version': [() => ({ ...whole(), version: 0 }), /version/],
    'I13 a newer version': [
      () => ({ ...whole(), version: 2 }),
      /the plan was written by a newer Dream \(format 2; this one knows 1\); update Dream/,
    ],
    'no JSON': [() => 'rm -rf /', /the plan is not JSON/],
    'a folder that is gone': [
      ({ home }) => whole(planFor(`${home}/shop/.claude/gone`, [archive('note-01.md')])),
      /gone, which is not a memory folder/,
    ],
  }

function treeOf(root: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true }))
    if (entry.isFile())
      found[join(entry.parentPath, entry.name)] = readFileSync(join(entry.parentPath, entry.name), 'latin1')
  return found
}

async function apply({ top, world }: Scene, plan: unknown, ...flags: string[]) {
  const file = join(top, 'plan.json')
  writeFileSync(file, typeof plan === 'string' ? plan : JSON.stringify(plan))
  const heard = await runDream(['apply', file, ...flags], world)
  return { ...heard, said: (heard.stdout + heard.stderr).replace(/\s+/g, ' ') }
}

describe('D19 a plan that somebody else wrote', () => {
  it.each(Object.entries(HOSTILE))(
    'D19 %s: refused in a sentence, and nothing changes',
    async (_, [make, sentence, flags = []]) => {
      const place = scene()
      const plan = make(place)
      const before = treeOf(place.home)
      const looked = await apply(place, plan, '--dry-run', '--json', ...flags)
      expect(looked.said).not.toContain('your own notes')
      const { code, said } = await apply(place, plan, '--yes', ...flags)
      expect(treeOf(place.home)).toEqual(before)
      expect(said).toMatch(sentence)
      expect(said).not.toContain('a fault in Dream itself')
      expect(said).not.toContain('your own notes')
      expect([1, 2]).toContain(code)
      expect(({} as Record<string, unknown>)['yes']).toBeUndefined()
    },
  )
})

describe('D19 a plan that is meant', () => {
  const large = ({ root }: Scene) =>
    whole(
      planFor(root, [
        ...NOTES.slice(0, 6).map(file => archive(file)),
        index(INDEX.split('\n').slice(6).join('\n')),
      ]),
    )

  it('D19 is carried out with --allow-large where it is over the usual limit', async () => {
    const place = scene()
    const plan = large(place)
    expect(await apply(place, plan, '--yes', '--allow-large')).toMatchObject({ code: 0 })
    expect(readdirSync(place.root)).toHaveLength(15)
    const again = await apply(place, plan, '--yes')
    expect(again).toMatchObject({ code: 0, said: expect.stringContaining('were made by an earlier run') })
  })

  it('D19 D40 needs a person: shown with its real path, asked at a terminal, --yes without one', async () => {
    const place = scene()
    const plan = whole(planFor(place.root, [archive('note-01.md')]))
    const unasked = await apply(place, plan)
    expect(unasked).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('pass --yes') })
    const { world } = place
    const file = join(place.top, 'plan.json')
    const declined = await runDream(['apply', file], { ...world, answers: ['not-now'] })
    expect(declined.stderr).toContain(place.root)
    expect(declined.stdout + declined.stderr).not.toContain('your own notes')
    expect(declined.code).toBe(0)
    expect(readdirSync(place.root)).toContain('note-01.md')
    expect((await runDream(['apply', file], { ...world, answers: [] })).code).toBe(130)
    expect((await runDream(['apply', file], { ...world, answers: ['apply'] })).code).toBe(0)
    expect(readdirSync(place.root)).not.toContain('note-01.md')
  })

  it('D19 may name a folder that was named, is found with --all-projects, or has state', async () => {
    const place = scene()
    const docs = join(place.home, 'docs')
    const plan = whole(planFor(docs, [write('new.md', textOf('new.md'))]))
    expect((await apply(place, plan, '--yes')).code).toBe(2)
    expect((await apply(place, plan, '--yes', '--folder', docs)).code).toBe(0)
    // Known by now.
    const again = whole(planFor(docs, [archive('new.md')]))
    expect((await apply(place, again, '--yes')).code).toBe(0)
    const other = whole(planFor(place.other, [write('new.md', textOf('new.md'))]))
    expect((await apply(place, other, '--yes', '--all-projects')).code).toBe(0)
  })

  it('D19 counts copies by what stays, not by what the plan says', async () => {
    const place = scene()
    mkdirSync(place.root, { recursive: true })
    const copies = Array.from({ length: 7 }, (_, at) => `copy-${at}.md`)
    lay(place.root, Object.fromEntries(copies.map(file => [file, textOf('note-00.md')])))
    const going = copies.map(file => archive(file, { expect: sha256(textOf('note-00.md')) }))
    expect((await apply(place, whole(planFor(place.root, going)), '--yes')).code).toBe(0)
    const said = NOTES.slice(1, 8).map(file =>
      archive(file, { reason: { why: 'duplicate', of: 'note-00.md' } }),
    )
    expect((await apply(place, whole(planFor(place.root, said)), '--yes')).code).toBe(1)
  })

  it('the schema takes what the test calls a plan', async () => {
    const plan: Plan = await parsePlan(JSON.stringify(whole(planFor('/x', [archive('a.md'), index('x')]))))
    expect(plan.folders[0]?.actions).toHaveLength(2)
  })
})
