import { mkdirSync, symlinkSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { configuredFolders } from '../../src/sources/claude-code/find.ts'
import { configDirectory, projectFolderNames, projectSlug } from '../../src/sources/claude-code/places.ts'
import { surroundingsOf } from '../../src/sources/source.ts'
import { lay, sandbox } from './sandbox.ts'

describe('projectSlug', () => {
  it('replaces every character that is no ASCII letter or digit', () => {
    expect(projectSlug('/home/jo/my_app.v2 @x')).toBe('-home-jo-my-app-v2--x')
    expect(projectSlug('D:\\Projects\\TEMP')).toBe('D--Projects-TEMP')
  })

  it('counts UTF-16 units: an emoji is two of them', () => {
    expect(projectSlug('/é/项目/🦉')).toBe('-'.repeat(8))
  })

  it('cuts at 200 and adds a hash of the whole path, so that two long paths stay apart', () => {
    expect(projectSlug(`/${'a'.repeat(199)}`)).toBe(`-${'a'.repeat(199)}`)
    const long = projectSlug(`/${'a'.repeat(250)}`)
    expect(long).toMatch(/^-a{199}-[0-9a-z]{1,7}$/)
    expect(projectSlug(`/${'a'.repeat(251)}`)).not.toBe(long)
    // h = h * 31 + code, in 32 bits: worked out apart from the code.
    let hash = 0n
    for (const char of `/${'a'.repeat(250)}`)
      hash = BigInt.asIntN(32, hash * 31n + BigInt(char.charCodeAt(0)))
    expect(long.slice(201)).toBe((hash < 0n ? -hash : hash).toString(36))
  })

  it('is a plain file name of bounded length, whatever the path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), path => {
        expect(projectSlug(path)).toMatch(/^[a-zA-Z0-9-]{0,208}$/)
      }),
    )
  })
})

describe('the configuration', () => {
  it('lies in ~/.claude unless CLAUDE_CONFIG_DIR says otherwise', () => {
    expect(configDirectory('/home/jo', {})).toBe('/home/jo/.claude')
    expect(configDirectory('/home/jo', { CLAUDE_CONFIG_DIR: '' })).toBe('/home/jo/.claude')
    expect(configDirectory('/home/jo', { CLAUDE_CONFIG_DIR: '/srv/work' })).toBe('/srv/work')
    expect(configDirectory('/home/jo', { CLAUDE_CONFIG_DIR: '~/.claude-work' })).toBe('/home/jo/.claude-work')
  })

  it('names the project folder by CLAUDE_CODE_PROJECT_DIR_NAME only with CLAUDE_CONFIG_DIR, and only by a plain name', () => {
    const name = { CLAUDE_CODE_PROJECT_DIR_NAME: 'mine' }
    expect(projectFolderNames(['/a/b'], name)).toEqual(['-a-b'])
    expect(projectFolderNames(['/a/b'], { ...name, CLAUDE_CONFIG_DIR: '/c' })).toEqual(['mine', '-a-b'])
    const climbing = { CLAUDE_CONFIG_DIR: '/c', CLAUDE_CODE_PROJECT_DIR_NAME: '../../etc' }
    expect(projectFolderNames(['/a/b', '/a/b'], climbing)).toEqual(['-a-b'])
  })
})

describe('autoMemoryDirectory', () => {
  const setting = (path: string) => JSON.stringify({ autoMemoryDirectory: path })
  const configuredAt = (project: string, home: string) =>
    configuredFolders(surroundingsOf({ cwd: project, home, env: {} }))

  it('is taken from the user, absolute or below ~', () => {
    const home = sandbox()
    lay(home, { '.claude/settings.json': setting('~/notes') })
    expect(configuredAt(`${home}/p`, home)).toMatchObject({
      folders: [{ path: `${home}/notes`, project: { absent: expect.stringContaining('belongs to you') } }],
      notes: [],
    })
  })

  it('of a project is followed inside the project, and reported elsewhere', () => {
    const home = sandbox()
    const project = `${home}/p`
    lay(home, {
      'p/.claude/settings.json': setting(`${project}/notes`),
      'p/notes/MEMORY.md': '',
      'p/.claude/settings.local.json': setting('~/diary'),
    })
    const { folders, notes } = configuredAt(project, home)
    expect(folders).toMatchObject([{ path: `${project}/notes`, project: { path: project } }])
    expect(notes).toHaveLength(1)
    expect(notes[0]).toContain(`${home}/diary`)
  })

  it('of a project may not get out through a link', () => {
    const home = sandbox()
    const project = `${home}/p`
    lay(home, { 'p/.claude/settings.json': setting(`${project}/notes`) })
    mkdirSync(`${home}/diary`)
    symlinkSync(`${home}/diary`, `${project}/notes`)
    const { folders, notes } = configuredAt(project, home)
    expect(folders).toEqual([])
    expect(notes).toHaveLength(1)
  })

  it('is nothing where the settings are odd', () => {
    const home = sandbox()
    const texts = [
      '',
      '[]',
      'null',
      '{"autoMemoryDirectory": 7}',
      '{"autoMemoryDirectory": "relative"}',
      '{',
      '"x"',
    ]
    for (const text of texts) {
      lay(home, { '.claude/settings.json': text })
      expect(configuredAt(`${home}/p`, home).folders).toEqual([])
    }
  })
})
