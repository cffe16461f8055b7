import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readProjectText, wayWithin } from '../../src/disk/place.ts'
import { gitLeads } from '../../src/project/git.ts'
import { openProject, seenFrom } from '../../src/project/open-project.ts'
import { projectSlug } from '../../src/sources/claude-code/places.ts'
import { discover } from '../../src/sources/discover.ts'
import { sessionFolders } from '../../src/sources/sessions.ts'
import { runDream } from '../cli/run-dream.ts'
import { commit, git, lay, repository, sandbox } from '../sources/sandbox.ts'

/** Stands in whatever lies outside of the hostile repository, and nowhere in its own files. */
const SECRET = 'quokka'

const NOTE = (text: string) => `---\nname: a note\ndescription: about it\ntype: project\n---\n\n${text}\n`

/** A home with another project and its memory, and a repository that somebody else made. Git is slow: made once. */
function build() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'dream-leads-')))
  const other = repository({ 'src/quokka.ts': 'x' }, `${home}/code/other`)
  rmSync(`${other}/src/quokka.ts`)
  commit(other, 'the quokka left')
  lay(other, {
    '.claude/memory/quokka.md': NOTE('The quokka is shy.'),
    '.claude/memory/MEMORY.md': '# quokka\n',
  })
  const memory = `${home}/.claude/projects/${projectSlug(other)}/memory`
  lay(memory, {
    'quokka.md': NOTE('The quokka is fed at `src/quokka.ts`.'),
    'MEMORY.md': '- [quokka](quokka.md)\n',
  })
  lay(`${home}/.claude/projects/${projectSlug(other)}`, {
    's.jsonl': `${JSON.stringify({ cwd: other, type: 'user', message: { role: 'user', content: SECRET } })}\n`,
  })
  lay(home, {
    'diary/quokka.md': NOTE('The quokka in the diary.'),
    'diary/MEMORY.md': '- [quokka](quokka.md)\n',
    'journals/2026-01-02.md': '- decided: the quokka is ours\n',
    'vault/ledger.md': '# quokka\n',
  })
  const project = repository({ 'src/a.ts': 'x', 'src/gone.ts': 'y' }, `${home}/code/clone`)
  rmSync(`${project}/src/gone.ts`)
  commit(project, 'less')
  cpSync(project, `${home}/template`, { recursive: true })
  return { home, other, memory, project }
}

type Scene = ReturnType<typeof build>
let built: Scene

beforeAll(() => {
  built = build()
})

afterAll(() => rmSync(built.home, { recursive: true, force: true }))

/** The repository as it came, in a home where Dream was never started. */
function scene(): Scene {
  const { home, project } = built
  const own = `.claude/projects/${projectSlug(project)}`
  for (const path of ['code/clone', '.local', '.cache', 'side', own])
    rmSync(`${home}/${path}`, { recursive: true, force: true })
  cpSync(`${home}/template`, project, { recursive: true })
  return built
}

/** Every file below a folder with its bytes, and where a link leads. */
function treeOf(root: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name)
      found[path.slice(root.length)] = readFileSync(path, 'latin1')
    }
  return found
}

const setting = (path: string) => JSON.stringify({ autoMemoryDirectory: path })
const ownNote = (project: string) =>
  lay(project, { '.claude/memory/own.md': NOTE('See `src/gone.ts`.'), '.claude/memory/MEMORY.md': '' })

/** What somebody can put into a repository to lead out of it; `told`: whether a report says that it was not followed. */
const HOSTILE: Readonly<Record<string, { build(scene: Scene): void; told: 'note' | 'nothing' | 'refused' }>> =
  {
    'settings.json that names the memory of another project': {
      build: ({ project, memory }) => lay(ownNote(project), { '.claude/settings.json': setting(memory) }),
      told: 'note',
    },
    'settings.local.json that names the memory of another project': {
      build: ({ project, memory }) =>
        lay(ownNote(project), { '.claude/settings.local.json': setting(memory) }),
      told: 'note',
    },
    'settings.json that names a folder of the home directory': {
      build: ({ project }) => lay(ownNote(project), { '.claude/settings.json': setting('~/diary') }),
      told: 'note',
    },
    'settings.json that climbs out': {
      build: ({ project }) =>
        lay(ownNote(project), { '.claude/settings.json': setting(`${project}/../../diary`) }),
      told: 'note',
    },
    'settings.json that is a link': {
      build: ({ project, home, memory }) => {
        lay(home, { 'elsewhere.json': setting(memory) })
        ownNote(project)
        symlinkSync(`${home}/elsewhere.json`, `${project}/.claude/settings.json`)
      },
      told: 'note',
    },
    'a memory folder that is a link to the memory of another project': {
      build: ({ project, memory }) => {
        mkdirSync(`${project}/.claude`)
        symlinkSync(memory, `${project}/.claude/memory`)
      },
      told: 'note',
    },
    'a memory folder that is a link by way of another link': {
      build: ({ project }) => {
        mkdirSync(`${project}/.claude`)
        symlinkSync('../../../diary', `${project}/way`)
        symlinkSync('../way', `${project}/.claude/memory`)
      },
      told: 'note',
    },
    'an agent that is a link': {
      build: ({ project, memory }) => {
        mkdirSync(`${project}/.claude/agent-memory`, { recursive: true })
        symlinkSync(memory, `${project}/.claude/agent-memory/helper`)
      },
      told: 'note',
    },
    'a shelf of agents that is a link': {
      build: ({ project, home }) => {
        mkdirSync(`${project}/.claude`)
        symlinkSync(home, `${project}/.claude/agent-memory`)
      },
      told: 'note',
    },
    '.claude that is a link': {
      build: ({ project, other }) => symlinkSync(`${other}/.claude`, `${project}/.claude`),
      told: 'note',
    },
    'a configuration that names vaults elsewhere': {
      build: ({ project, home }) => {
        const vault = `${home}/vault`
        const settings = { journal: { vault }, obsidian: { vault }, magma: { path: `${vault}/magma` } }
        lay(ownNote(project), { 'dream.config.json': JSON.stringify(settings) })
      },
      told: 'note',
    },
    'a configuration that is a link': {
      build: ({ project, home }) => {
        lay(home, { 'config.json': `${SECRET} is not JSON` })
        ownNote(project)
        symlinkSync(`${home}/config.json`, `${project}/dream.config.json`)
      },
      told: 'refused',
    },
    'a configuration that is a link to the settings of another program': {
      build: ({ project, home }) => {
        lay(home, { 'settings.json': '{ "animal": "quokka" }' })
        ownNote(project)
        symlinkSync(`${home}/settings.json`, `${project}/dream.config.json`)
      },
      told: 'refused',
    },
    'folders of packages that are links, or hold links and settings': {
      build: ({ project, memory, other }) => {
        ownNote(project)
        for (const name of ['a', 'b']) mkdirSync(`${project}/packages/${name}/.claude`, { recursive: true })
        lay(project, { 'packages/b/.claude/settings.json': setting(memory) })
        symlinkSync(memory, `${project}/packages/a/.claude/memory`)
        symlinkSync(memory, `${project}/packages/b/.claude/memory`)
        symlinkSync(`${other}/.claude`, `${project}/packages/.claude`)
        symlinkSync(other, `${project}/packages/c`)
      },
      told: 'note',
    },
    'manifests, agents and rules that are links': {
      build: ({ project, home }) => {
        const manifest = { name: SECRET, version: '9.9.9', dependencies: { react: SECRET } }
        lay(home, { 'package.json': JSON.stringify(manifest) })
        lay(project, {
          '.claude/memory/own.md': NOTE('We use version 1.2.3 of the app and react 17, see `src/gone.ts`.'),
          '.claude/memory/MEMORY.md': '',
          '.claude/agent-memory/helper/MEMORY.md': '# helper\n\nSee `src/gone.ts`.\n',
        })
        for (const name of ['package.json', 'tsconfig.json', 'pyproject.toml', 'go.mod', 'CHANGELOG.md'])
          symlinkSync(`${home}/package.json`, `${project}/${name}`)
        for (const name of ['agents', 'rules', 'skills'])
          symlinkSync(`${home}/diary`, `${project}/.claude/${name}`)
        symlinkSync(`${home}/diary/quokka.md`, `${project}/.dreamignore`)
      },
      told: 'nothing',
    },
    'programs that git would start': {
      build: ({ project, home }) => {
        ownNote(project)
        const start = (name: string) => `touch ${home}/diary/started-${name}`
        for (const key of [
          ...['core.fsmonitor', 'core.pager', 'core.sshCommand', 'core.gitProxy', 'diff.external'],
          ...['diff.x.textconv', 'diff.x.command', 'filter.x.clean', 'filter.x.smudge', 'filter.x.process'],
          ...['gpg.program', 'pager.log', 'uploadpack.packObjectsHook'],
        ])
          git(project, 'config', key, start(key))
        git(project, 'config', 'core.hooksPath', `${home}/diary`)
        git(project, 'config', 'log.showSignature', 'true')
        git(project, 'config', 'remote.origin.url', `ext::${start('remote')}`)
        git(project, 'config', 'remote.origin.promisor', 'true')
        lay(project, { '.gitattributes': '* filter=x diff=x\n', 'src/a.ts': 'changed' })
      },
      told: 'nothing',
    },
    '.git that is a pointer in the project to another repository': {
      build: ({ project, other }) => {
        ownNote(project)
        renameSync(`${project}/.git`, `${project}/old-git`)
        lay(project, {
          'data/commondir': `${other}/.git\n`,
          'data/gitdir': `${project}/.git\n`,
          '.git': 'gitdir: data\n',
        })
        lay(project, { 'data/HEAD': 'ref: refs/heads/main\n' })
      },
      told: 'note',
    },
    '.git that is a pointer to another repository': {
      build: ({ project, other }) => {
        ownNote(project)
        renameSync(`${project}/.git`, `${project}/old-git`)
        writeFileSync(`${project}/.git`, `gitdir: ${other}/.git\n`)
      },
      told: 'note',
    },
    '.git that is a link to another repository': {
      build: ({ project, other }) => {
        ownNote(project)
        renameSync(`${project}/.git`, `${project}/old-git`)
        symlinkSync(`${other}/.git`, `${project}/.git`)
      },
      told: 'note',
    },
    'documents and ignore rules that are links': {
      build: ({ project, home }) => {
        lay(project, {
          '.claude/memory/own.md': NOTE('The animal in the diary.'),
          '.claude/memory/MEMORY.md': '- [own](own.md)\n',
        })
        symlinkSync(`${home}/diary/quokka.md`, `${project}/CLAUDE.md`)
        symlinkSync(`${home}/diary/quokka.md`, `${project}/.gitignore`)
      },
      told: 'nothing',
    },
    'notes that name, import and link what lies outside': {
      build: ({ project, home }) => {
        const text = `See \`~/diary/MEMORY.md\`, \`${home}/vault/ledger.md\` and \`../../diary/MEMORY.md\`.\n@~/diary/MEMORY.md\n[x](../../../../../diary/MEMORY.md)`
        lay(project, { '.claude/memory/own.md': NOTE(text), '.claude/memory/MEMORY.md': '- [own](own.md)\n' })
      },
      told: 'nothing',
    },
    'notes and an index that are links': {
      build: ({ project, home }) => {
        lay(project, { '.claude/memory/own.md': NOTE('Mine.') })
        symlinkSync(`${home}/diary/quokka.md`, `${project}/.claude/memory/linked.md`)
        symlinkSync(`${home}/diary/MEMORY.md`, `${project}/.claude/memory/MEMORY.md`)
      },
      told: 'nothing',
    },
    'transcripts that say whose the memory is': {
      build: ({ project, other }) =>
        lay(project, {
          '.claude/projects/x/memory/own.md': NOTE('See `src/quok.ts`.'),
          '.claude/projects/x/s.jsonl': `${JSON.stringify({ cwd: other })}\n`,
        }),
      told: 'nothing',
    },
    'journals and a vault that are links': {
      build: ({ project, home }) => {
        lay(project, { 'MEMORY.md': '## Current state\n' })
        symlinkSync(`${home}/journals`, `${project}/memory`)
        symlinkSync(`${home}/vault`, `${project}/dream-vault`)
      },
      told: 'nothing',
    },
  }

const COMMANDS = [
  ['--yes', '--allow-large', '--rules', 'seed', '--verbose'],
  ['load'],
  ['review'],
  ['remember', 'we decided to keep the animal'],
  ['look'],
  ['queue'],
  ['brief', 'notes'],
  ['search', 'animal'],
  ['export', 'side.dream'],
  ['doctor', '--fix'],
  ['config', 'set', 'rules', 'propose', '--project'],
]

describe('D1 a repository that leads outside before it is trusted', () => {
  it.each(Object.entries(HOSTILE))(
    '%s: nothing there is read, printed, recorded or changed',
    async (_, { build, told }) => {
      const place = scene()
      const { home, project } = place
      build(place)
      const outside = () =>
        Object.entries(treeOf(home)).filter(
          ([path]) => !/^\/(?:code\/clone|template|\.local|\.cache)\//.test(path),
        )
      const before = outside()
      const heard: string[] = []
      for (const argv of COMMANDS) {
        const { stdout, stderr } = await runDream(argv, {
          cwd: project,
          home,
          env: { XDG_CACHE_HOME: `${home}/.cache` },
        })
        heard.push(`${stdout}${stderr}`)
      }
      expect(outside()).toEqual(before)
      expect(heard.join('\n')).not.toContain(SECRET)
      const kept = Object.entries(treeOf(home)).filter(([path]) => /^\/\.(?:local|cache)\//.test(path))
      expect(kept.filter(([path, bytes]) => path.includes(SECRET) || bytes.includes(SECRET))).toEqual([])
      const [live = ''] = heard
      if (told === 'note') expect(live).toMatch(/dream config\s+trust/)
      if (told === 'refused') expect(live).toContain('is a link out of the project')
    },
    20_000,
  )

  it('a folder that a person names may be reached through a link, and is shown by its real path', () => {
    const { home, project } = scene()
    symlinkSync(`${home}/diary`, `${project}/mine`)
    const request = { cwd: project, home, env: {}, allProjects: false }
    expect(discover({ ...request, paths: ['mine'] }).folders).toMatchObject([{ root: `${home}/diary` }])
    lay(project, { '.claude/agent-memory/own/MEMORY.md': '' })
    symlinkSync(`${home}/diary`, `${project}/.claude/agent-memory/linked`)
    const shelf = discover({ ...request, paths: ['.claude/agent-memory'] })
    expect(shelf.folders.map(({ root }) => root)).toEqual([`${project}/.claude/agent-memory/own`])
    expect(shelf.notes).toEqual([expect.stringContaining('not followed')])
  })

  it('the memory of the project itself, in the home directory, may be named and linked', () => {
    const { home, project } = scene()
    const own = `${home}/.claude/projects/${projectSlug(project)}/memory`
    lay(own, { 'MEMORY.md': '' })
    lay(project, { '.claude/settings.json': setting(own) })
    symlinkSync(own, `${project}/.claude/memory`)
    const { folders, notes } = discover({ cwd: project, home, env: {}, paths: [], allProjects: false })
    expect([folders.map(({ root }) => root), notes]).toEqual([[own], []])
  })
})

describe('A6 dream config trust', () => {
  it('A6 shows what leads outside, follows it from then on, and forgets it again', async () => {
    const { home, project, memory } = scene()
    lay(ownNote(project), { '.claude/settings.json': setting(memory) })
    mkdirSync(`${project}/.claude/agent-memory`)
    symlinkSync(`${home}/diary`, `${project}/.claude/agent-memory/helper`)
    const world = { cwd: project, home }
    const roots = async () => {
      const { stdout } = await runDream(['plan', '--json'], world)
      return (JSON.parse(stdout) as { folders: { root: string }[] }).folders.map(({ root }) => root).sort()
    }
    expect(await roots()).toEqual([`${project}/.claude/memory`])
    expect((await runDream(['config', 'trust'], world)).code).toBe(2)
    const no = await runDream(['config', 'trust'], { ...world, answers: ['no'] })
    expect(no.stderr).toContain(`leads to ${memory}, outside the project`)
    expect(no.stderr).toContain(`leads to ${home}/diary, outside the project`)
    expect(await roots()).toHaveLength(1)
    expect((await runDream(['config', 'trust'], { ...world, answers: ['yes'] })).stdout).toContain(
      'is trusted now',
    )
    expect(await roots()).toEqual([memory, `${project}/.claude/memory`, `${home}/diary`].sort())
    // Another key in the file changes nothing; another folder does.
    lay(project, { '.claude/settings.json': JSON.stringify({ autoMemoryDirectory: memory, model: 'x' }) })
    expect(await roots()).toHaveLength(3)
    lay(project, { '.claude/settings.json': setting(`${home}/journals`) })
    expect(await roots()).toHaveLength(2)
    expect((await runDream(['config', 'trust', '--revoke'], world)).stdout).toContain('is no longer trusted')
    expect(await roots()).toHaveLength(1)
  })
})

describe('D8 git data that leads outside', () => {
  const LEADS: Readonly<Record<string, (scene: Scene) => void>> = {
    'objects of another repository': ({ project, other }) =>
      lay(project, { '.git/objects/info/alternates': `${other}/.git/objects\n` }),
    'a common directory': ({ project, other }) => lay(project, { '.git/commondir': `${other}/.git\n` }),
    'an included file': ({ project }) => git(project, 'config', 'include.path', '/etc/hosts'),
    'an included file, spelled in one line': ({ project }) =>
      lay(project, { '.git/config': '[core][INCLUDEIF "gitdir:/]"]path=/etc/hosts\n' }),
    'a list of patterns': ({ project }) => git(project, 'config', 'core.excludesFile', '/etc/hosts'),
    'linked objects': ({ project, other }) => {
      rmSync(`${project}/.git/objects`, { recursive: true })
      symlinkSync(`${other}/.git/objects`, `${project}/.git/objects`)
    },
    'one linked folder of objects': ({ project, other }) =>
      symlinkSync(`${other}/.git/objects`, `${project}/.git/objects/zz`),
    'a linked configuration': ({ project, other }) => {
      rmSync(`${project}/.git/config`)
      symlinkSync(`${other}/.git/config`, `${project}/.git/config`)
    },
  }

  it.each(Object.entries(LEADS))('%s: git is not asked, and the report says why', (_, lead) => {
    const place = scene()
    const { project, home } = place
    expect(gitLeads(project)).toEqual([])
    lead(place)
    expect(gitLeads(project)).toHaveLength(1)
    expect(openProject({ path: project }, { home, memoryFolders: [] }).project).toMatchObject({
      kind: 'absent',
      why: expect.stringContaining('dream config trust'),
    })
  })

  it('is asked where the repository has the folder as a work tree or a submodule, and where it is trusted', () => {
    const { project, other, home } = scene()
    git(project, 'worktree', 'add', '-q', '-b', 'side', `${home}/side`)
    git(project, 'submodule', 'add', '-q', other, 'sub')
    for (const folder of [project, `${home}/side`, `${project}/sub`]) expect(gitLeads(folder)).toEqual([])
    lay(project, { '.git/objects/info/alternates': `${other}/.git/objects\n` })
    expect(gitLeads(`${home}/side`)).toHaveLength(1)
    const context = { home, memoryFolders: [], trusts: () => true }
    expect(openProject({ path: project }, context).project.kind).toBe('git')
  })

  it('A2 a list of work trees that came with the repository names no transcripts of others', () => {
    const { project, other, home } = scene()
    lay(project, { '.git/worktrees/x/gitdir': `${other}/.git\n`, '.git/worktrees/x/commondir': '../..\n' })
    const folders = () =>
      sessionFolders({ project, spellings: [], roots: [], home, env: {}, since: 0 }).map(
        ({ folder }) => folder,
      )
    expect(folders()).toEqual([])
    const side = `${home}/side`
    git(project, 'worktree', 'add', '-q', '-b', 'side', side)
    const slug = `${home}/.claude/projects/${projectSlug(side)}`
    lay(slug, { 's.jsonl': '{}\n' })
    expect(folders()).toEqual([slug])
  })
})

describe('D4 what notes name outside of the project', () => {
  it('is looked for on behalf of the user, not of a repository', () => {
    const { project, home } = scene()
    symlinkSync(home, `${project}/out`)
    const world = openProject({ path: project }, { home, memoryFolders: [] })
    const own = seenFrom(`${project}/.claude/memory`, world)
    const users = seenFrom(`${home}/.claude/projects/x/memory`, world)
    const answers = (path: string) => [own.exists(path), users.exists(path)]
    expect(answers(`${home}/diary/quokka.md`)).toEqual(['unknown', 'present'])
    expect(answers(`${home}/diary/none.md`)).toEqual(['unknown', 'missing'])
    expect(answers(`${project}/out/diary/quokka.md`)).toEqual(['unknown', 'present'])
    expect(answers(`${project}/src/a.ts`)).toEqual(['present', 'present'])
    expect(answers(`${project}/src/gone.ts`)).toEqual(['missing', 'missing'])
    expect(answers(`${project}/none/at/all.ts`)).toEqual(['missing', 'missing'])
  })
})

describe('D27 documents', () => {
  it('D27 that are links are read where they stay in the project', () => {
    const { project, home } = scene()
    lay(project, { 'docs/rules.md': 'Use tabs.' })
    symlinkSync('docs/rules.md', `${project}/AGENTS.md`)
    symlinkSync(`${home}/diary/quokka.md`, `${project}/CLAUDE.md`)
    const documents = (trusts: () => boolean) =>
      openProject({ path: project }, { home, memoryFolders: [], trusts })
        .documents()
        .map(({ path, text }) => [path, text.includes(SECRET)])
    expect(documents(() => false)).toEqual([
      ['AGENTS.md', false],
      ['docs/rules.md', false],
    ])
    expect(documents(() => true)).toContainEqual(['CLAUDE.md', true])
  })
})

describe('D1 the project of a folder in a repository', () => {
  it('D1 is the repository, whatever transcripts in it say', () => {
    const { project, other, home } = scene()
    lay(project, {
      'backup/projects/x/memory/MEMORY.md': '',
      'backup/projects/x/s.jsonl': `${JSON.stringify({ cwd: other })}\n`,
    })
    const paths = ['backup/projects/x/memory']
    const { folders } = discover({ cwd: project, home, env: {}, paths, allProjects: false })
    expect(folders).toMatchObject([{ project: { path: project } }])
  })
})

describe('a way through links', () => {
  it('is walked link by link, and ends where it leaves the folder', () => {
    const root = lay(sandbox(), { 'p/deep/er/file': 'x', 'q/file': 'y' })
    const folder = `${root}/p`
    const links: Record<string, string> = {
      in: 'deep/er',
      absolute: `${folder}/deep`,
      up: '..',
      'up-and-back': '../p/deep',
      twin: `${root}/p-evil`,
      out: `${root}/q`,
      loop: 'loop',
      'through-out': 'out/../p/deep',
    }
    for (const [name, to] of Object.entries(links)) symlinkSync(to, `${folder}/${name}`)
    const way = (path: string) => {
      const found = wayWithin(folder, `${folder}/${path}`)
      return found.at === 'inside' ? found.path.slice(folder.length) : found.at
    }
    expect(
      Object.fromEntries(
        [...Object.keys(links), 'in/file', 'in/../er/file', 'none'].map(path => [path, way(path)]),
      ),
    ).toEqual({
      in: '/deep/er',
      absolute: '/deep',
      up: 'outside',
      'up-and-back': 'outside',
      twin: 'outside',
      out: 'outside',
      loop: 'nowhere',
      'through-out': 'outside',
      'in/file': '/deep/er/file',
      'in/../er/file': 'nowhere',
      none: 'nowhere',
    })
    expect(readProjectText(folder, `${folder}/in/file`)).toBe('x')
    expect(readProjectText(folder, `${folder}/out/file`)).toBeUndefined()
    expect(readProjectText(folder, `${folder}/out/file`, ({ to }) => to === `${root}/q`)).toBe('y')
  })
})
