import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storeContext } from '../../src/app/app.ts'
import { DEFAULTS } from '../../src/config/settings.ts'
import { DEFAULT_POLICY, type Where } from '../../src/index.ts'
import { openQueue } from '../../src/review/queue.ts'
import { takeLease } from '../../src/store/lease.ts'
import { runDream } from '../cli/run-dream.ts'
import { type SampleWorld, sampleWorld } from '../cli/sample-project.ts'
import { dreamAt } from '../dream-at.ts'
import { queueAt } from '../review/open.ts'

const note = (name: string, body: string) =>
  `---\nname: ${name}\ndescription: ${name}\ntype: project\n---\n\n${body}\n`

/** Pairs that say the same but for a number: each waits for a person. */
const SERVICES = ['checkout', 'invoice', 'shipping', 'loyalty', 'returns']
const port = (service: string, number: number) =>
  note(
    `${service} ports`,
    `The ${service} service listens on port ${number} behind the ${service} proxy in staging and in production.`,
  )

let world: SampleWorld
let where: Where
const dream = (argv: readonly string[], answers?: readonly string[]) =>
  runDream(argv, { ...world, ...(answers && { answers }) })
const plansOf = (busy: readonly string[]) => busy.filter(what => what.startsWith('reading '))
const index = () => readFileSync(join(world.memory, 'MEMORY.md'), 'utf8')
const waiting = () => queueAt(where).list('open')
const checkout = async (policy = DEFAULT_POLICY) => {
  const items = await queueAt(where, policy).list('open')
  return items.find(({ accepting, subject }) => accepting !== undefined && subject === 'checkout.md')!
}

beforeEach(async () => {
  world = sampleWorld()
  await dream(['--yes'])
  for (const [at, service] of SERVICES.entries()) {
    world.write(`${service}.md`, port(service, 8080 + at), 50)
    world.write(`${service}-again.md`, port(service, 9090 + at), 40)
  }
  await dream(['--yes'])
  where = { cwd: world.cwd, home: world.home, env: world.env!, paths: [], allProjects: false }
})
afterEach(() => world.remove())

describe('answering one by one', () => {
  it('plans a folder once for any number of answers that change nothing', async () => {
    const count = (await waiting()).length
    expect(count).toBeGreaterThanOrEqual(SERVICES.length)
    const heard = await dream(['queue'], [...SERVICES.map(() => 'r'), ...Array(count).fill('s')])
    expect(heard.asked).toHaveLength(count)
    expect(plansOf(heard.busy)).toHaveLength(1)
    expect(await queueAt(where).list('answered')).toHaveLength(SERVICES.length)
  })

  it('after an accepted change it plans that folder again, and no other', async () => {
    const other = join(world.cwd, '.claude/agent-memory/helper')
    mkdirSync(other, { recursive: true })
    writeFileSync(join(other, 'tools.md'), note('tools', 'The helper keeps its tools in the shed.'))
    const heard = await dream(['queue'], ['a', 'a', 'r', 'r', 'q'])
    expect(heard.code, heard.stderr).toBe(0)
    const plans = plansOf(heard.busy)
    expect(plans.filter(what => what.includes('helper'))).toHaveLength(1)
    expect(plans.filter(what => !what.includes('helper'))).toHaveLength(3)
    const gone = SERVICES.filter(service => !readdirSync(world.memory).includes(`${service}.md`))
    expect(gone).toHaveLength(2)
    for (const service of gone) expect(index()).not.toContain(`(${service}.md)`)
  })

  it('a folder that somebody else changed is planned again before the next answer', async () => {
    const plans: string[] = []
    const progress = ({ what }: { what: string }) => plans.push(what)
    const open = openQueue({ where, policy: DEFAULT_POLICY, settings: DEFAULTS, progress })
    const { id } = await checkout()
    const item = (await open.list('open')).find(each => each.id === id)!
    expect(await open.now(item)).toEqual(item)
    expect(plans).toHaveLength(1)
    world.write('checkout.md', `${port('checkout', 8080)}In staging only.\n`, 50)
    await expect(open.accept(id)).rejects.toThrow(/no item/)
    expect(plans).toHaveLength(2)
    const later = (await open.now(item))!
    expect(later.id).not.toBe(id)
    expect(later.texts[0]!.text).toContain('In staging only.')
    expect(readdirSync(world.memory)).toContain('checkout.md')
  })

  it('does not ask about what an earlier answer has settled', async () => {
    const third = port('checkout', 7070)
    world.write('checkout-third.md', third, 60)
    const before = (await waiting()).length
    const heard = await dream(['queue'], Array(before).fill('a'))
    expect(heard.stderr).not.toContain('no item')
    expect(heard.asked.length).toBeLessThanOrEqual(before)
    expect(heard.code, heard.stderr).toBe(0)
    const left = readdirSync(world.memory).filter(name => name.startsWith('checkout'))
    expect(left).toEqual(['checkout-again.md'])
    expect((await waiting()).filter(({ subject }) => subject.startsWith('checkout'))).toEqual([])
  })
})

describe('accepting', () => {
  it('waits for its turn: where another run is at work nothing is done, and it is named', async () => {
    const lease = await takeLease(storeContext(where), world.memory, 'run')
    try {
      for (const said of [['queue', '--accept', (await checkout()).id], ['queue']]) {
        const heard = await dream(said, said.length === 1 ? ['a', 'q'] : undefined)
        expect(heard.code).toBe(4)
        expect(heard.stderr).toContain('dream run')
        expect(heard.stderr).toContain(`${process.pid}`)
      }
      expect(readdirSync(world.memory)).toContain('checkout.md')
    } finally {
      lease.release()
    }
    expect((await dream(['queue', '--accept', (await checkout()).id])).code).toBe(0)
    expect(readdirSync(world.memory)).not.toContain('checkout.md')
  })

  it('holds the folder while the person looks', async () => {
    const look = async () => {
      expect((await dream(['--yes'])).code).toBe(4)
      return 'no' as const
    }
    expect((await queueAt(where).accept((await checkout()).id, undefined, look)).outcome).toBeUndefined()
    expect((await dream(['--yes'])).code).toBe(0)
  })

  it.each(['careful', 'propose'] as const)(
    'brings an index that was edited meanwhile up to date under %s, in one run with what went',
    async rules => {
      const policy = { ...DEFAULT_POLICY, rules }
      const before = index()
      const { id } = await checkout(policy)
      const look = async () => {
        appendFileSync(join(world.memory, 'MEMORY.md'), '\nA line of mine.\n')
        return 'yes' as const
      }
      const { outcome } = await queueAt(where, policy).accept(id, undefined, look)
      expect(outcome?.warnings.join()).toContain('was edited during the run')
      expect(readdirSync(world.memory)).not.toContain('checkout.md')
      expect(index()).toContain('A line of mine.')
      expect(index()).not.toContain('(checkout.md)')
      await dreamAt(where).undo()
      expect(readdirSync(world.memory)).toContain('checkout.md')
      expect(index()).toBe(`${before}\nA line of mine.\n`)
    },
  )

  it('a memory that changed while the person looked stays, and so does its line', async () => {
    const look = async () => {
      appendFileSync(join(world.memory, 'checkout.md'), 'In staging only.\n')
      return 'yes' as const
    }
    const { outcome } = await queueAt(where).accept((await checkout()).id, undefined, look)
    expect(outcome?.outcomes.map(({ action, result }) => [action.file, result])).toContainEqual([
      'checkout.md',
      'changed-meanwhile',
    ])
    expect(readFileSync(join(world.memory, 'checkout.md'), 'utf8')).toContain('In staging only.')
    expect(index()).toContain('(checkout.md)')
  })
})
