import { describe, expect, it } from 'vitest'
import { projectOfSlugFolder, projectSlug } from '../../src/sources/claude-code/places.ts'
import { date, lay, sandbox } from './sandbox.ts'

const line = (cwd: string) => `${JSON.stringify({ type: 'user', cwd, message: { content: 'x' } })}\n`

describe('projectOfSlugFolder', () => {
  it('is the working directory that the newest transcript names', () => {
    const home = sandbox()
    const folder = `${home}/.claude/projects/-x`
    lay(folder, { 'a.jsonl': line('/old'), 'b.jsonl': `{"type":"summary"}\n${line('/new/place')}` })
    date(folder, { 'a.jsonl': 1000, 'b.jsonl': 2000 })
    expect(projectOfSlugFolder(folder, home, {})).toBe('/new/place')
  })

  it('never decodes the slug: /a-b and /a/b look alike', () => {
    const home = sandbox()
    const folder = `${home}/.claude/projects/${projectSlug('/a-b')}`
    lay(folder, { 'memory/MEMORY.md': '' })
    expect(projectOfSlugFolder(folder, home, {})).toBeUndefined()
    lay(folder, { 's.jsonl': line('/a-b') })
    expect(projectOfSlugFolder(folder, home, {})).toBe('/a-b')
  })

  it('prefers the directory that the slug was made from over those the session moved to', () => {
    const home = sandbox()
    const folder = `${home}/.claude/projects/${projectSlug('/a/b')}`
    lay(folder, { 's.jsonl': line('/tmp') + line('/a/b') + line('/a/b/c') })
    expect(projectOfSlugFolder(folder, home, {})).toBe('/a/b')
  })

  it('reads only the two ends of a transcript, and understands a line that was cut', () => {
    const home = sandbox()
    const folder = `${home}/.claude/projects/-x`
    const filler = `${JSON.stringify({ text: 'y'.repeat(1000) })}\n`.repeat(200)
    lay(folder, { 's.jsonl': filler + line('/in/the/middle') + filler })
    expect(projectOfSlugFolder(folder, home, {})).toBeUndefined()
    lay(folder, { 's.jsonl': filler + line('/at/the/end') })
    expect(projectOfSlugFolder(folder, home, {})).toBe('/at/the/end')
    lay(folder, { 's.jsonl': `{"cwd":"/cut/short","text":"${'z'.repeat(300_000)}"}\n` })
    expect(projectOfSlugFolder(folder, home, {})).toBe('/cut/short')
  })

  it('is not misled by text inside a message', () => {
    const home = sandbox()
    const folder = `${home}/.claude/projects/-x`
    const said = JSON.stringify({ message: '"cwd":"/said"', cwd: '/real' })
    lay(folder, { 's.jsonl': `${said}\n` })
    expect(projectOfSlugFolder(folder, home, {})).toBe('/real')
  })

  it('falls back on the list of projects', () => {
    const home = sandbox()
    const folder = `${home}/.claude/projects/${projectSlug('/srv/my.app')}`
    lay(home, { '.claude.json': JSON.stringify({ projects: { '/srv/other': {}, '/srv/my.app': {} } }) })
    lay(folder, { 's.jsonl': 'not json\n{"cwd": 7}\n{"cwd":"relative"}\n' })
    expect(projectOfSlugFolder(folder, home, {})).toBe('/srv/my.app')
    expect(projectOfSlugFolder(`${home}/nowhere`, home, {})).toBeUndefined()
  })
})
