import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { reportSchema } from '../../scripts/report-schema.ts'
import { SCHEMAS } from '../../scripts/schema-texts.ts'
import { planSchema } from '../../src/plan/schema.ts'
import { renderJson } from '../../src/report/json.ts'
import { allDone, archive, busyFolder, folder, indexWrite, plan, report } from './sample.ts'

const schemaFile = (name: string) => new URL(`../../schema/${name}`, import.meta.url)

describe('published schemas', () => {
  it.each(Object.entries(SCHEMAS))(
    'schema/%s is what the code says (npm run schemas writes it)',
    (name, text) => {
      expect(readFileSync(schemaFile(name), 'utf8')).toBe(text)
    },
  )
})

describe('the plan file', () => {
  const roundTrip = (value: unknown) => planSchema.safeParse(JSON.parse(JSON.stringify(value)))

  it('D19 survives JSON', () => {
    const made = plan(busyFolder(), folder())
    expect(roundTrip(made).data).toEqual(made)
  })

  const good = plan(folder({ actions: [archive('x.md', { why: 'fully-stale', missing: [] }), indexWrite()] }))
  const withAction = (change: object) => ({
    ...good,
    folders: [{ ...good.folders[0], actions: [{ ...good.folders[0]?.actions[0], ...change }] }],
  })

  it.each([
    ['another format', { ...good, format: 'plan' }],
    ['a version of tomorrow', { ...good, version: 2 }],
    ['an unknown key', { ...good, hook: 'rm -rf' }],
    ['a name that climbs out', withAction({ file: '../x.md' })],
    ['a name with a folder', withAction({ file: 'team/x.md' })],
    ['the folder itself', withAction({ file: '..' })],
    ['a name with a NUL', withAction({ file: 'x\0.md' })],
    ['no name', withAction({ file: '' })],
    ['a name too long for a disk', withAction({ file: 'x'.repeat(256) })],
    ['a need that climbs out', withAction({ needs: ['../../x'] })],
    ['a hash that is none', withAction({ expect: 'abc' })],
    ['an archive of an absent file', withAction({ expect: 'absent' })],
    ['an action of another kind', withAction({ kind: 'delete' })],
    ['an unknown key in an action', withAction({ mode: 0o777 })],
  ])('D19 %s is refused', (_, given) => {
    expect(roundTrip(given).success).toBe(false)
  })

  it('the sample those are made from is accepted', () => {
    expect(roundTrip(withAction({})).success).toBe(true)
  })
})

describe('the report as JSON', () => {
  const read = (text: string) => reportSchema.safeParse(JSON.parse(text))

  it('D24 fits its schema, planned and done', () => {
    const one = busyFolder()
    expect(read(renderJson(report({ plan: plan(one, folder()) }))).error).toBeUndefined()
    const done = report({ mode: 'live', plan: plan(one), results: [allDone(one)] })
    expect(read(renderJson(done)).error).toBeUndefined()
  })

  it('D24 carries the counts, the exit code and every change with its evidence', () => {
    const { data } = read(renderJson(report({ plan: plan(busyFolder()) })))
    expect(data?.counts).toMatchObject({ files: 7, stalePruned: 1, surviving: 4, indexesRebuilt: 1 })
    expect(data?.exitCode).toBe(0)
    expect(data?.folders[0]?.changes.map(change => [change.file, change.result])).toEqual([
      ['old-deploy.md', 'planned'],
      ['auth-copy.md', 'planned'],
      ['use-mocks.md', 'planned'],
      ['MEMORY.md', 'planned'],
    ])
    expect(data?.folders[0]?.changes[0]?.evidence[0]).toContain('removed in 3f2a91c0 on 2026-03-02')
  })

  it('cannot drive a terminal, and parses back to the same text', () => {
    const note = 'a\u001b[31m\u009b31m\u202e\u200b'
    const text = renderJson(report({ notes: [note] }))
    expect(text).not.toMatch(/[\u001b\u009b\u202e\u200b]/)
    expect(read(text).data?.notes).toEqual([note])
  })
})
