import { mkdirSync, symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { projectSlug } from '../../src/sources/claude-code/places.ts'
import { type DiscoveryRequest, discover } from '../../src/sources/discover.ts'
import { git, lay, repository, sandbox } from './sandbox.ts'

function look(cwd: string, home: string, more: Partial<DiscoveryRequest> = {}) {
  return discover({ cwd, home, env: {}, paths: [], allProjects: false, ...more })
}

/** A home with a project under git in it. */
function scene() {
  const home = sandbox()
  const project = repository({ 'src/a.ts': '' }, `${home}/code/app`)
  const slug = `${home}/.claude/projects/${projectSlug(project)}`
  return { home, project, slug }
}

const session = (cwd: string) => `${JSON.stringify({ cwd })}\n`

describe('D1 the search', () => {
  it('D1 finds every known place under the project and under the home directory', () => {
    const { home, project, slug } = scene()
    lay(project, {
      '.claude/agent-memory/reviewer/MEMORY.md': '',
      '.claude/agent-memory-local/tester/note.md': '',
      '.claude/projects/-x/memory/MEMORY.md': '',
      '.claude/memory/MEMORY.md': '',
    })
    lay(slug, { 'memory/MEMORY.md': '' })
    lay(home, {
      '.claude/agent-memory/planner/MEMORY.md': '',
      '.claude/projects/-other/memory/MEMORY.md': '',
    })
    const { folders, missing, notes } = look(`${project}/src`, home)
    expect(folders.map(({ label, origin }) => [label, origin])).toEqual([
      ['.claude/agent-memory-local/tester', 'agent-memory-local'],
      ['.claude/agent-memory/reviewer', 'agent-memory'],
      ['.claude/memory', 'project-memory'],
      ['.claude/projects/-x/memory', 'project-slug-memory'],
      ['~/.claude/agent-memory/planner', 'home-agent-memory'],
      [`~/.claude/projects/${projectSlug(project)}/memory`, 'home-memory'],
    ])
    expect(folders.map(folder => folder.title)).toEqual([
      'tester',
      'reviewer',
      'app',
      'app',
      'planner',
      'app',
    ])
    const [tester, , , , planner, memory] = folders
    expect(tester?.project).toEqual({ path: project })
    expect(memory?.project).toEqual({ path: project })
    expect(planner?.project).toHaveProperty('absent')
    expect([missing, notes]).toEqual([[], []])
  })

  it('D1 counts a folder only when it holds MEMORY.md or a memory file', () => {
    const { home, project } = scene()
    lay(project, {
      '.claude/agent-memory/empty/.keep': '',
      '.claude/agent-memory/other/notes.txt': '',
      '.claude/agent-memory/hidden/.secret.md': '',
      '.claude/agent-memory/journal/2026-01-02.md': '',
      '.claude/agent-memory/deep/sub/note.md': '',
      '.claude/agent-memory/one/note.md': '',
      '.claude/agent-memory/MEMORY.md': '',
    })
    expect(look(project, home).folders.map(folder => folder.title)).toEqual(['one'])
  })

  it('D1 finds nothing where there is nothing', () => {
    const home = sandbox()
    expect(look(home, home)).toMatchObject({ folders: [], missing: [], notes: [], near: [] })
  })

  it('D1 with --all-projects finds every one, each with its own project', () => {
    const { home, project, slug } = scene()
    mkdirSync(`${home}/code/other`)
    lay(slug, { 'memory/MEMORY.md': '' })
    lay(`${home}/.claude/projects`, {
      '-other/memory/MEMORY.md': '',
      '-other/s.jsonl': session(`${home}/code/other`),
      '-moved/memory/MEMORY.md': '',
      '-moved/s.jsonl': session(`${home}/code/moved`),
      '-silent/memory/MEMORY.md': '',
    })
    const { folders } = look(project, home, { allProjects: true })
    expect(new Map(folders.map(({ title, project: of }) => [title, of]))).toEqual(
      new Map<string, unknown>([
        ['app', { path: project }],
        ['moved', { absent: `its project folder does not exist: ${home}/code/moved` }],
        ['other', { path: `${home}/code/other` }],
        ['-silent', { absent: expect.stringContaining('no transcript') }],
      ]),
    )
  })

  it('takes the memory of the repository for all its work trees', () => {
    const { home, project, slug } = scene()
    lay(slug, { 'memory/MEMORY.md': '' })
    const tree = `${home}/trees/feature`
    git(project, 'worktree', 'add', '-q', '-b', 'feature', tree)
    const [folder] = look(tree, home).folders
    expect(folder).toMatchObject({ root: `${slug}/memory`, title: 'app', project: { path: tree } })
  })

  it('finds the memory by its transcripts where the slug is another', () => {
    const { home, project } = scene()
    lay(`${home}/.claude/projects/renamed`, { 'memory/MEMORY.md': '', 's.jsonl': session(`${project}/src`) })
    lay(`${home}/.claude/projects/other`, { 'memory/MEMORY.md': '', 's.jsonl': session('/elsewhere') })
    expect(look(project, home).folders.map(folder => folder.label)).toEqual([
      '~/.claude/projects/renamed/memory',
    ])
  })

  it('outside git takes the working directory for the project', () => {
    const home = sandbox()
    lay(home, { 'plain/.claude/memory/MEMORY.md': '', 'plain/sub/a.ts': '' })
    expect(look(`${home}/plain`, home).folders).toHaveLength(1)
    expect(look(`${home}/plain/sub`, home).folders).toHaveLength(0)
  })

  it('follows CLAUDE_CONFIG_DIR and autoMemoryDirectory', () => {
    const { home, project } = scene()
    const env = { CLAUDE_CONFIG_DIR: `${home}/.claude-work`, CLAUDE_CODE_PROJECT_DIR_NAME: 'mine' }
    lay(home, {
      '.claude-work/projects/mine/memory/MEMORY.md': '',
      '.claude-work/settings.json': JSON.stringify({ autoMemoryDirectory: '~/notes' }),
      'notes/MEMORY.md': '',
      '.claude/agent-memory/unseen/MEMORY.md': '',
    })
    const { folders } = look(project, home, { env })
    expect(folders.map(({ label, origin }) => [label, origin])).toEqual([
      ['~/.claude-work/projects/mine/memory', 'home-memory'],
      ['~/notes', 'auto-memory-directory'],
    ])
  })

  it('shows the link that led to a folder, and takes a folder reached twice once', () => {
    const { home, project, slug } = scene()
    lay(slug, { 'memory/MEMORY.md': '' })
    mkdirSync(`${project}/.claude`)
    symlinkSync(`${slug}/memory`, `${project}/.claude/memory`)
    const { folders } = look(project, home)
    expect(folders).toHaveLength(1)
    expect(folders[0]).toMatchObject({ root: `${slug}/memory`, viaSymlink: `${project}/.claude/memory` })
  })

  it('does not follow a link that a project lays out of itself', () => {
    const { home, project } = scene()
    lay(home, { 'diary/private.md': '' })
    mkdirSync(`${project}/.claude/agent-memory`, { recursive: true })
    symlinkSync(`${home}/diary`, `${project}/.claude/agent-memory/innocent`)
    const { folders, notes } = look(project, home)
    expect(folders).toEqual([])
    expect(notes).toEqual([expect.stringContaining('outside the project: not followed')])
    expect(notes[0]).toContain('dream config trust')
  })

  it('in the home directory does not take the user agents for a project of its own', () => {
    const home = sandbox()
    lay(home, { '.claude/agent-memory/planner/MEMORY.md': '' })
    expect(look(home, home).folders.map(folder => folder.origin)).toEqual(['home-agent-memory'])
  })

  it('searches what --project names, and says when it is not there', () => {
    const { home, project } = scene()
    lay(project, { '.claude/memory/MEMORY.md': '' })
    expect(look(home, home, { project: 'code/app' }).folders[0]?.root).toBe(`${project}/.claude/memory`)
    expect(look(home, home, { project: 'code/none' }).missing).toEqual(['code/none'])
  })

  it('gives the same answer whatever the order in which folders were made', () => {
    const names = ['b', 'a', 'C', 'é', 'z']
    const answers = [names, [...names].reverse()].map(order => {
      const { home, project } = scene()
      for (const name of order) lay(project, { [`.claude/agent-memory/${name}/MEMORY.md`]: '' })
      return look(project, home).folders.map(folder => folder.label)
    })
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toEqual(['C', 'a', 'b', 'z', 'é'].map(name => `.claude/agent-memory/${name}`))
  })
})

describe('D1 given paths', () => {
  it('D1 come instead of the search', () => {
    const { home, project } = scene()
    lay(project, { '.claude/memory/MEMORY.md': '', 'notes/MEMORY.md': '' })
    const { folders } = look(project, home, { paths: ['notes'] })
    expect(folders.map(({ label, origin }) => [label, origin])).toEqual([['notes', 'given']])
    expect(folders[0]?.project).toEqual({ path: project })
  })

  it('D26 that are not there are told, as they were given', () => {
    const { home, project } = scene()
    expect(look(project, home, { paths: ['nope', './also/nope', ''] }).missing).toEqual([
      'nope',
      './also/nope',
    ])
  })

  it('may be the MEMORY.md itself; another file is none', () => {
    const { home, project } = scene()
    lay(project, { 'notes/MEMORY.md': '', 'notes/a.md': '' })
    expect(look(project, home, { paths: ['notes/MEMORY.md'] }).folders[0]?.label).toBe('notes')
    const other = look(project, home, { paths: ['notes/a.md'] })
    expect(other.folders).toEqual([])
    expect(other.notes[0]).toContain('is a file')
  })

  it('may be a project, which is searched; its README.md does not make it a memory folder', () => {
    const { home, project } = scene()
    lay(project, { 'README.md': '', '.claude/memory/MEMORY.md': '' })
    expect(look(home, home, { paths: [project] }).folders.map(folder => folder.root)).toEqual([
      `${project}/.claude/memory`,
    ])
  })

  it('that are a project without memory folders are not tended themselves', () => {
    const { home, project, slug } = scene()
    lay(project, { 'README.md': '' })
    lay(slug, { 'memory/MEMORY.md': '' })
    const { folders, notes } = look(home, home, { paths: ['code/app'] })
    expect(folders).toEqual([])
    expect(notes[0]).toContain(`${slug}/memory`)
  })

  it('may be a workspace with MEMORY.md and memory/, even one under git', () => {
    const home = sandbox()
    const workspace = repository(
      { 'MEMORY.md': '', 'memory/2026-01-02.md': '', 'AGENTS.md': '' },
      `${home}/ws`,
    )
    expect(look(home, home, { paths: ['ws'] }).folders[0]?.root).toBe(workspace)
    const lower = repository({ 'memory.md': '', 'memory/2026-01-02.md': '' }, `${home}/lower`)
    expect(look(home, home, { paths: ['lower'] }).folders[0]?.root).toBe(lower)
  })

  it('may be a shelf of agents or a folder with memory/ in it', () => {
    const { home, project, slug } = scene()
    lay(project, { '.claude/agent-memory/a/MEMORY.md': '', '.claude/agent-memory/b/x.md': '' })
    lay(slug, { 'memory/MEMORY.md': '' })
    expect(look(project, home, { paths: ['.claude/agent-memory'] }).folders.map(f => f.title)).toEqual([
      'a',
      'b',
    ])
    expect(look(project, home, { paths: [slug] }).folders[0]?.root).toBe(`${slug}/memory`)
  })

  it('D25 that are empty are kept, so that the report can say so', () => {
    const { home, project } = scene()
    mkdirSync(`${project}/empty`)
    expect(look(project, home, { paths: ['empty'] }).folders.map(folder => folder.label)).toEqual(['empty'])
  })

  it('that are links are resolved once and shown', () => {
    const { home, project } = scene()
    lay(home, { 'store/MEMORY.md': '' })
    symlinkSync(`${home}/store`, `${project}/link`)
    expect(look(project, home, { paths: ['link', '../../store'] }).folders).toMatchObject([
      { root: `${home}/store`, label: '~/store', viaSymlink: `${project}/link` },
    ])
  })

  describe('belong to', () => {
    it('what --project names, first of all', () => {
      const { home, project } = scene()
      lay(home, { 'store/MEMORY.md': '' })
      const [folder] = look(home, home, { paths: ['store'], project }).folders
      expect(folder?.project).toEqual({ path: project })
    })

    it('the folder above .claude', () => {
      const { home, project } = scene()
      lay(home, { 'plain/.claude/memory/MEMORY.md': '' })
      const [folder] = look(project, home, { paths: ['../../plain/.claude/memory'] }).folders
      expect(folder).toMatchObject({ project: { path: `${home}/plain` }, title: 'plain' })
    })

    it('the project of their slug folder, also below another configuration', () => {
      const { home, project, slug } = scene()
      lay(slug, { 'memory/MEMORY.md': '', 's.jsonl': session(project) })
      lay(home, { 'backup/.claude/projects/-x/memory/MEMORY.md': '' })
      lay(home, { 'backup/.claude/projects/-x/s.jsonl': session(project) })
      for (const path of [`${slug}/memory`, 'backup/.claude/projects/-x/memory'])
        expect(look(home, home, { paths: [path] }).folders[0]?.project).toEqual({ path: project })
    })

    it('the repository around them, unless they are all of it', () => {
      const { home, project } = scene()
      lay(project, { 'notes/MEMORY.md': '' })
      const alone = repository({ 'MEMORY.md': '' }, `${home}/alone`)
      expect(look(home, home, { paths: ['code/app/notes'] }).folders[0]?.project).toEqual({ path: project })
      expect(look(home, home, { paths: [alone] }).folders[0]?.project).toHaveProperty('absent')
    })

    it('the project at hand only where they lie inside it', () => {
      const home = sandbox()
      lay(home, { 'plain/notes/MEMORY.md': '', 'store/MEMORY.md': '' })
      const { folders } = look(`${home}/plain`, home, { paths: ['notes', '../store'] })
      expect(folders[0]?.project).toEqual({ path: `${home}/plain` })
      expect(folders[1]?.project).toHaveProperty('absent')
    })
  })
})
