import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Where } from '../../src/app/app.ts'
import type { Report } from '../../src/model/outcome.ts'
import type { Rules } from '../../src/model/plan.ts'
import { dream } from '../../src/pipeline/pipeline.ts'
import { renderMarkdown } from '../../src/report/markdown.ts'
import { NO_COLOR } from '../../src/report/page.ts'
import { renderTerminal } from '../../src/report/terminal.ts'
import { ageFiles, emptyPlace, type Place, policy, treeBelow } from '../pipeline/place.ts'

let open: Place[] = []
afterEach(() => {
  for (const each of open) each.remove()
  open = []
})

const LEGACY = ['src/legacy/session.ts', 'src/legacy/token.ts']
const note = (name: string, body: string) =>
  `---\nname: ${name}\ndescription: about ${name}\ntype: project\n---\n${body}\n`

/** A repository that once had two files, and a memory that speaks of them. */
function scene(): Place {
  const place = emptyPlace()
  open.push(place)
  put(place.project, 'src/app.ts', 'export const app = 1\n')
  put(place.project, 'docs/guide.md', 'a guide\n')
  for (const path of LEGACY) put(place.project, path, `export const old = '${path}'\n`)
  put(place.project, '.gitignore', '.claude/\n')
  git(place.project, 'init', '-q', '-b', 'main')
  commit(place.project, 'all there')
  remember(place.memory)
  return place
}

function remember(folder: string): void {
  mkdirSync(folder, { recursive: true })
  put(
    folder,
    'legacy.md',
    note('legacy', `The session lives in \`${LEGACY[0]}\`, its key in \`${LEGACY[1]}\`.`),
  )
  put(folder, 'app.md', note('app', 'It starts in `src/app.ts`.'))
  put(folder, 'MEMORY.md', '# Notes\n\n- [legacy](legacy.md) — the session\n- [app](app.md) — the start\n')
  ageFiles(folder)
}

function put(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function git(cwd: string, ...args: string[]): void {
  const env = {
    PATH: process.env['PATH'],
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_DATE: '2026-01-15T12:00:00Z',
    GIT_COMMITTER_DATE: '2026-01-15T12:00:00Z',
    GIT_ALLOW_PROTOCOL: 'file',
  }
  const who = ['-c', 'user.name=A Person', '-c', 'user.email=person@example.org']
  const run = spawnSync('git', [...who, ...args], { cwd, env, encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`git ${args.join(' ')}: ${run.stderr}`)
}

function commit(cwd: string, message: string): void {
  git(cwd, 'add', '--all')
  git(cwd, 'commit', '-q', '-m', message)
}

function removeLegacy(place: Place): void {
  rmSync(join(place.project, 'src/legacy'), { recursive: true })
}

/** Another clone in the place of the project, with the memories of the first. */
function cloneInstead(place: Place, ...flags: string[]): void {
  const origin = join(place.top, 'origin')
  renameSync(place.project, origin)
  git(place.top, 'clone', '-q', ...flags, `file://${origin}`, place.project)
  remember(place.memory)
}

interface Doubt {
  readonly name: string
  prepare(place: Place): Where | undefined
  /** What the report says of it. */
  readonly says: RegExp
}

const DOUBTS: readonly Doubt[] = [
  {
    name: 'the project folder is gone',
    prepare: place => {
      const slug = place.project.replace(/[^A-Za-z0-9]/g, '-')
      const memory = join(place.where.home, '.claude/projects', slug, 'memory')
      remember(memory)
      rmSync(place.project, { recursive: true })
      return { ...place.where, cwd: place.where.home, paths: [memory] }
    },
    says: /Skipped the check for outdated files/,
  },
  {
    name: 'the project that was named is not there',
    prepare: place => {
      const project = join(place.top, 'nowhere')
      return { ...place.where, cwd: place.where.home, paths: [place.memory], project }
    },
    says: /Skipped the check for outdated files/,
  },
  {
    name: 'another branch is checked out',
    prepare: place => {
      git(place.project, 'checkout', '-q', '-b', 'without')
      removeLegacy(place)
      commit(place.project, 'gone on this branch')
      return undefined
    },
    says: /not judged: .*main/,
  },
  {
    name: 'an old commit is checked out, from before the files came back',
    prepare: place => {
      removeLegacy(place)
      commit(place.project, 'gone')
      for (const path of LEGACY) put(place.project, path, 'back\n')
      commit(place.project, 'back again')
      git(place.project, 'checkout', '-q', 'HEAD~1')
      return undefined
    },
    says: /not judged/,
  },
  {
    name: 'git cannot list the files',
    prepare: place => {
      removeLegacy(place)
      commit(place.project, 'gone')
      writeFileSync(join(place.project, '.git/index'), 'no index at all')
      return undefined
    },
    says: /Skipped the check for outdated files/,
  },
  {
    name: 'the checkout is sparse',
    prepare: place => {
      put(
        place.memory,
        'legacy.md',
        note('legacy', 'It is opened by `openLegacySession()` and shut by `shutLegacySession()`.'),
      )
      ageFiles(place.memory)
      git(place.project, 'sparse-checkout', 'set', 'docs')
      return undefined
    },
    says: /2 names in the code not judged: not every file/,
  },
  {
    name: 'the clone is shallow',
    prepare: place => {
      removeLegacy(place)
      commit(place.project, 'gone')
      put(place.project, 'docs/more.md', 'more\n')
      commit(place.project, 'later')
      cloneInstead(place, '--depth', '1')
      return undefined
    },
    says: /not judged: .*shallow/,
  },
  {
    name: 'the files are in a submodule that is not checked out',
    prepare: place => {
      const inner = join(place.top, 'inner')
      for (const path of LEGACY) put(inner, path.replace('src/legacy/', ''), 'inner\n')
      git(place.top, 'init', '-q', '-b', 'main', 'inner')
      commit(inner, 'inner')
      removeLegacy(place)
      commit(place.project, 'gone')
      git(place.project, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner, 'src/legacy')
      commit(place.project, 'as a submodule')
      git(place.project, 'submodule', 'deinit', '-q', '-f', 'src/legacy')
      return undefined
    },
    says: /not judged: .*submodule/,
  },
  {
    name: 'the files are deleted and nobody committed that',
    prepare: place => {
      removeLegacy(place)
      return undefined
    },
    says: /not judged: .*commit/,
  },
  {
    name: 'the project holds nothing but memories',
    prepare: place => {
      for (const name of readdirSync(place.project)) {
        if (name !== '.claude') rmSync(join(place.project, name), { recursive: true })
      }
      return undefined
    },
    says: /Skipped the check for outdated files/,
  },
  {
    name: 'the repository holds nothing but memories',
    prepare: place => {
      for (const name of readdirSync(place.project)) {
        if (name !== '.claude') rmSync(join(place.project, name), { recursive: true })
      }
      git(place.project, 'init', '-q', '-b', 'main')
      commit(place.project, 'memories only')
      return undefined
    },
    says: /Skipped the check for outdated files/,
  },
]

const archived = ({ plan }: Report) =>
  plan.folders.flatMap(folder => folder.actions).filter(action => action.kind === 'archive')

const stale = ({ plan }: Report) =>
  plan.folders.flatMap(folder => folder.verdicts).filter(verdict => /stale/.test(verdict.class))

const live = (where: Where, rules: Rules) => dream({ where, policy: policy({ rules }), mode: 'live' })

describe.each(['careful', 'seed'] as const)('under %s', rules => {
  it('the scene is one in which the memory goes once there is no doubt', async () => {
    const place = scene()
    removeLegacy(place)
    commit(place.project, 'gone')
    const report = await live(place.where, rules)
    expect(archived(report).map(action => action.file)).toEqual(['legacy.md'])
    expect(report.plan.folders[0]!.suspended).toEqual([])
  })

  it.each(DOUBTS)(
    'D6 D8 nothing is stale where $name, and the report says why',
    async ({ prepare, says }) => {
      const place = scene()
      const where = prepare(place) ?? place.where
      const memory = where.paths[0] ?? place.memory
      const before = treeBelow(memory)
      const report = await live(where, rules)
      expect(archived(report)).toEqual([])
      expect(stale(report)).toEqual([])
      const { 'MEMORY.md': _, ...after } = treeBelow(memory)
      const { 'MEMORY.md': __, ...files } = before
      expect(after).toEqual(files)
      expect(report.plan.folders[0]!.suspended.join('\n')).toMatch(says)
      expect(renderMarkdown(report)).toMatch(says)
      expect(renderTerminal(report, { color: NO_COLOR, width: 1000 })).toMatch(says)
    },
  )
})

describe('where every file has the same time, as after a clone', () => {
  const RULE = 'use jest snapshot testing for react components because reviewers like visual diffs quickly'
  const pair = (place: Place, days: number) => {
    put(place.memory, 'one.md', note('one', `Use ${RULE.slice(4)}`).replace('project', 'feedback'))
    put(
      place.memory,
      'two.md',
      note(
        'two',
        'Avoid jest snapshot testing for react components since explicit assertions fail with clear messages',
      ).replace('project', 'feedback'),
    )
    for (const name of readdirSync(place.memory)) {
      const then = Math.floor(Date.now() / 1000) - days * 86_400
      utimesSync(join(place.memory, name), then, then)
    }
  }

  it('D11 D15 none of two that contradict each other goes: nobody knows which is newer, and both are shown', async () => {
    const place = scene()
    pair(place, 40)
    const report = await live(place.where, 'careful')
    expect(archived(report)).toEqual([])
    const contradictions = report.plan.folders[0]!.findings.filter(
      finding => finding.kind === 'contradiction',
    )
    expect(contradictions).toMatchObject([{ order: { known: 'no' } }])
    expect(renderMarkdown(report)).toContain('two.md')
  })

  it('D11 nothing that came with the clone today is archived for being stale', async () => {
    const place = scene()
    removeLegacy(place)
    commit(place.project, 'gone')
    pair(place, 0)
    const report = await live(place.where, 'careful')
    expect(archived(report)).toEqual([])
  })
})
