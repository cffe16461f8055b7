import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { discover } from '../../src/sources/discover.ts'
import { formatOf, readFolder } from '../../src/sources/folder.ts'
import { SOURCES } from '../../src/sources/registry.ts'
import { sessionsSince } from '../../src/sources/sessions.ts'
import { type Environment, type Source, surroundingsOf } from '../../src/sources/source.ts'
import { type Fields, newTranscriptState } from '../../src/sources/transcripts/record.ts'
import { found, lay, sandbox, type Tree } from './sandbox.ts'

/** What an agent leaves on a machine, made up for a test. Parts that an agent has not are left out of its sample too. */
export interface Sample {
  readonly env?: Environment
  /** Where the user stands; the project is `<home>/project` where nothing is said. */
  readonly cwd?: string
  /** Files below the home directory that make a memory for `cwd`, and the folder that is found then. */
  readonly memory?: { readonly files: Tree; readonly folder: string; readonly projects?: 'all' }
  /** Files that make one session of `cwd`, below this home directory. */
  session?(home: string): Tree
  /** A transcript of which the first line is what a person typed, and the second what the agent said. */
  readonly transcript?: readonly [typed: Fields, answered: Fields, ...more: Fields[]]
}

/** What every source has to hold, whatever the agent. */
export function sourceContract(source: Source, sample: Sample): void {
  const place = (files: Tree = {}) => {
    const home = sandbox()
    const cwd = join(home, sample.cwd ?? 'project')
    mkdirSync(cwd, { recursive: true })
    lay(home, files)
    return { home, cwd, env: sample.env ?? {} }
  }
  const all = { paths: [], allProjects: false, workspace: 'anywhere' } as const

  describe(`the source ${source.name}`, () => {
    it('has a plain name of its own, and a sample for all that it has', () => {
      expect(source.name).toMatch(/^[a-z][a-z-]*$/)
      expect(SOURCES.filter(({ name }) => name === source.name)).toHaveLength(1)
      expect(Boolean(sample.memory)).toBe(source.find !== undefined)
      expect(Boolean(sample.session)).toBe(source.sessions !== undefined)
      expect(Boolean(sample.transcript)).toBe(source.rows !== undefined)
      for (const name of source.variables ?? []) expect(name).toMatch(/^[A-Z][A-Z0-9_]+$/)
    })

    it('finds nothing on a machine without the agent, and makes nothing there', () => {
      const { home, cwd, env } = place()
      const around = surroundingsOf({ cwd, home, env })
      for (const projects of ['this', 'all'] as const)
        expect(source.find?.(around, projects) ?? { folders: [], notes: [] }).toEqual({
          folders: [],
          notes: [],
        })
      expect(source.findBelow?.(cwd, around).folders ?? []).toEqual([])
      expect(source.projects?.(home, env, []) ?? []).toEqual([])
      expect(source.lost?.(around) ?? []).toEqual([])
      expect(source.hooks?.(cwd, home, env) ?? []).toEqual([])
      expect(source.isOwnMemory?.('/etc/passwd', around) ?? false).toBe(false)
      expect(treeOf(home)).toEqual(treeOf(place().home))
    })

    if (sample.memory !== undefined)
      it('D1 finds its memory, reads it in its own form, and changes nothing', () => {
        const { files, folder, projects } = sample.memory!
        const { home, cwd, env } = place(files)
        const before = treeOf(home)
        const root = join(home, folder)
        const discovered = discover({ cwd, home, env, ...all, allProjects: projects === 'all' })
        expect(discovered.folders.map(each => each.root)).toEqual([root])
        expect(discover({ cwd, home, env, ...all, paths: [root] }).folders.map(each => each.root)).toEqual([
          root,
        ])
        const read = readFolder(found(root), {})
        const names = new Set(readdirSync(root))
        expect(read.listing).toEqual({ state: 'whole' })
        expect(read.layout).toBe(source.format?.layout ?? 'index')
        expect(formatOf(root, names) === source.format).toBe(source.format !== undefined)
        expect(read.index).toBeDefined()
        expect(read.memories.length > 0).toBe(source.format?.memories !== 'none')
        expect(read.isReadOnly).toBe(source.format && 'isReadOnly' in source.format ? true : undefined)
        expect(treeOf(home)).toEqual(before)
      })

    if (sample.memory !== undefined)
      it('does not follow a link that leads out of the project', () => {
        const { files, folder } = sample.memory!
        const { home, cwd, env } = place(files)
        const root = join(home, folder)
        if (!root.startsWith(`${cwd}/`)) return
        renameSync(root, join(home, 'elsewhere'))
        symlinkSync(join(home, 'elsewhere'), root)
        const { folders, notes } = discover({ cwd, home, env, ...all })
        expect(folders).toEqual([])
        expect(notes.join()).toContain('not followed')
        const trusting = discover({ cwd, home, env, ...all, trusts: () => true })
        expect(trusting.folders.map(each => each.root)).toEqual([join(home, 'elsewhere')])
      })

    it('its form is not seen in a folder that has none of its files', () => {
      expect(source.format?.isOne(sandbox(), new Set()) ?? false).toBe(false)
      const other = lay(sandbox(), { 'MEMORY.md': '- [a](a.md)\n', 'a.md': 'A note.\n' })
      expect(source.format?.isOne(other, new Set(readdirSync(other))) ?? false).toBe(false)
    })

    if (sample.session !== undefined)
      it('A2 counts its session once, and none before it', () => {
        const { home, cwd, env } = place()
        const request = {
          project: cwd,
          spellings: [cwd],
          roots: [cwd],
          home,
          env,
          since: 0,
          now: Date.now(),
          current: 'none of them',
          noted: join(home, 'noted'),
          own: join(home, 'own'),
        }
        expect(sessionsSince(request).count).toBe(0)
        lay(home, sample.session!(home))
        expect(sessionsSince(request).count).toBe(1)
        expect(sessionsSince({ ...request, since: Date.now() + 60_000 }).count).toBe(0)
        const folders = source.sessions!(request).filter(({ folder }) => existsSync(folder))
        const ids = folders.flatMap(({ folder, idOf }) =>
          readdirSync(folder).flatMap(name => idOf(name) ?? []),
        )
        expect(new Set(ids).size).toBe(ids.length)
        expect(folders.flatMap(({ idOf }) => idOf('something.else') ?? [])).toEqual([])
      })

    if (sample.transcript !== undefined)
      it('reads who said what, and takes no line of another agent', () => {
        const rows = source.rows!
        const lines = sample.transcript!
        const state = newTranscriptState()
        const said = lines.map(line => rows.said(line, state))
        expect(said[0]).toEqual([{ speaker: 'user', origin: 'user', text: expect.stringMatching(/\S/) }])
        expect(said[1]).toEqual([
          { speaker: 'assistant', origin: 'assistant', text: expect.stringMatching(/\S/) },
        ])
        for (const line of lines)
          expect(SOURCES.filter(each => each.rows?.isOne(line)).map(({ name }) => name)).toEqual([
            source.name,
          ])
      })

    if (sample.transcript !== undefined)
      it('takes any line, and believes a person only where one speaks', () => {
        const types = sample.transcript!.map(({ type }) => String(type))
        const line = fc.record(
          {
            type: fc.constantFrom(...types),
            role: fc.oneof(fc.constantFrom('user', 'assistant'), fc.anything()),
            message: fc.oneof(fc.string(), fc.object()),
            payload: fc.object(),
            content: fc.anything(),
          },
          { requiredKeys: ['type'] },
        )
        fc.assert(
          fc.property(line, record => {
            const state = newTranscriptState()
            if (!source.rows!.isOne(record)) return
            for (const each of source.rows!.said(record, state)) {
              expect(each.text.trim()).not.toBe('')
              if (each.speaker !== 'user') expect(each.origin).not.toBe('user')
            }
          }),
        )
      })
  })
}

/** Every file with its bytes, every folder. */
function treeOf(root: string): Record<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    names.map(name => {
      const path = join(root, name)
      return [name, statSync(path).isFile() ? readFileSync(path, 'utf8') : `folder ${basename(name)}`]
    }),
  )
}
