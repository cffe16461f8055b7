import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { masked } from './mask.ts'
import { FIXTURES, type Place, placeOf } from './place.ts'
import { expectRecord, readRecord } from './record.ts'
import { runCommand } from './run-command.ts'

// The whole plan of every fixture of ours, sentences masked. `npx vitest run test/golden/plans.test.ts -u` records anew.

const RULES = ['careful', 'seed', 'propose'].map(rules => ['--rules', rules])

/** What more a fixture is planned with. */
const MORE: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'duplicates/kinds': [['--merge', 'append']],
  'index/drift': [['--rebuild-index']],
  'layout/unclear': [['--layout', 'index']],
  'limits/large': [['--allow-large']],
  'staleness/kinds': [['--recent-days', '60']],
}

/** Kinds of findings that no fixture shows. */
const NOT_SHOWN = ['unreachable-resource'] // found only by asking the network

/** `first-night`, and `CHECK/CASE` for the others. */
const fixtures = readdirSync(FIXTURES)
  .flatMap(check => [check, ...readdirSync(join(FIXTURES, check)).map(name => `${check}/${name}`)])
  .filter(path => ['memory', 'memories'].some(part => existsSync(join(FIXTURES, path, part))))
  .sort()

interface PlanJson {
  readonly exit: number
  readonly folders: readonly { readonly findings: readonly { readonly kind: string }[] }[]
}

type Plans = Record<string, PlanJson>

const recordOf = (fixture: string): string => `plans/${fixture.replace('/', '-')}`

const kindsOf = ({ folders }: PlanJson): string[] =>
  folders.flatMap(({ findings }) => findings.map(({ kind }) => kind))

let place: Place | undefined
afterEach(() => place?.remove())

async function plansOf(fixture: string): Promise<Plans> {
  place = placeOf(fixture)
  const plans: Plans = {}
  for (const flags of [...RULES, ...(MORE[fixture] ?? [])]) {
    const { code, stdout, stderr } = await runCommand(['plan', '--json', ...flags], place.setting)
    expect(stderr).toBe('')
    plans[flags.join(' ')] = { ...(masked(JSON.parse(stdout), place.top) as PlanJson), exit: code }
  }
  return plans
}

describe('golden: the plan of every fixture', () => {
  it.each(fixtures)('%s', async fixture => {
    await expectRecord(recordOf(fixture), await plansOf(fixture))
  })

  it('shows every kind of finding that the schema of a plan knows', () => {
    const seen = fixtures.flatMap(fixture =>
      Object.values(readRecord<Plans>(recordOf(fixture))).flatMap(kindsOf),
    )
    const schema = readFileSync(join(import.meta.dirname, '../../schema/plan.schema.json'), 'utf8')
    expect([...new Set([...seen, ...NOT_SHOWN])].sort()).toEqual(kindsIn(JSON.parse(schema).$defs.finding))
  })
})

/** Every word that a `kind` may be, wherever it stands in a schema. */
function kindsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { kind } = ((schema as { properties?: object }).properties ?? {}) as {
    kind?: Record<string, unknown>
  }
  const own = kind === undefined ? [] : ((kind['enum'] as string[] | undefined) ?? [kind['const'] as string])
  return [...new Set([...own, ...Object.values(schema).flatMap(kindsIn)])].sort()
}
