import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ofKind, runChecks } from '../../src/checks/registry.ts'
import { applyPlan } from '../../src/commands/apply-plan.ts'
import { sha256 } from '../../src/disk/sys.ts'
import { DreamError } from '../../src/model/error.ts'
import { fileName } from '../../src/model/file-name.ts'
import type { FolderOutcome } from '../../src/model/outcome.ts'
import { type Plan, RULES } from '../../src/model/plan.ts'
import { dream } from '../../src/pipeline/pipeline.ts'
import { parsePlan } from '../../src/plan/plan-file.ts'
import { planFolder } from '../../src/plan/plan-folder.ts'
import { renderMarkdown } from '../../src/report/markdown.ts'
import { withFolder } from '../../src/store/folder.ts'
import { fsckStore } from '../../src/store/fsck.ts'
import { findStore } from '../../src/store/store.ts'
import { undoRun } from '../../src/store/undo.ts'
import { parseIndex } from '../../src/text/index-file.ts'
import { parseMemory, readFrontmatter, setFrontmatterField } from '../../src/text/memory-file.ts'
import { bundle } from '../../torture/bundle.ts'
import { makeVessel } from '../../torture/flips.ts'
import { copyOf } from '../../torture/power-cut.ts'
import { Random } from '../../torture/random.ts'
import type { SimDisk } from '../../torture/sim-disk.ts'
import { bystanderIsWell, deskOn, ROOT, STATE, STATE_HOME, StageClock } from '../../torture/stage.ts'
import { atLevel } from '../level.ts'
import { type Place, placeOf, policy, treeBelow } from '../pipeline/place.ts'
import { makeWorld } from '../plan/snapshot-of.ts'
import { seed } from '../seed.ts'
import { PIECES, repeated } from './inputs.ts'
import { estranged, mutated } from './mutate.ts'

const pieces = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 8 })), {
  maxLength: 60,
})

/** Whatever anyone may find in a file: pieces that made parsers stumble, and real notes with something done to them. */
const hostile = fc.oneof(
  pieces.map(parts => parts.join('')),
  fc.integer({ min: 0, max: 2 ** 31 }).map(number => mutated(new Random(number))),
)

/** Of `npm run test:slow`; `npm test` has a quarter of it. */
const rounds = (most: number) => Math.ceil(most * atLevel({ quick: 0.12, slow: 1 }))
const options = (most: number) => ({ numRuns: rounds(most), seed })

function isUnpolluted(): void {
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  expect(([] as unknown as Record<string, unknown>)['polluted']).toBeUndefined()
}

describe(`any text at all (DREAM_SEED=${seed})`, () => {
  it('D2 D3 is read as a memory: nothing is thrown, no byte is lost, and what is found has an end', () => {
    fc.assert(
      fc.property(hostile, text => {
        const memory = parseMemory({ file: fileName('a.md'), hash: '', size: 0, modified: 0, text })
        expect(memory.head + memory.body).toBe(text)
        expect(memory.references.length).toBeLessThanOrEqual(500)
        expect(Object.getPrototypeOf(readFrontmatter(text).fields)).toBeNull()
      }),
      options(3000),
    )
    isUnpolluted()
  })

  it('takes a field in its frontmatter, or stays as it is; the body stays either way', () => {
    fc.assert(
      fc.property(
        hostile,
        fc.constantFrom(['modified'], ['metadata', 'modified'], ['__proto__', 'x']),
        (text, path) => {
          const edited = setFrontmatterField(text, path, 'now: "#1"')
          if (edited === text) return
          expect(readFrontmatter(edited).body).toBe(readFrontmatter(text).body)
          let field: unknown = readFrontmatter(edited).fields
          for (const key of path) field = (field as Record<string, unknown>)[key]
          expect(field).toBe('now: "#1"')
        },
      ),
      options(1500),
    )
    isUnpolluted()
  })

  it('D22 is read as an index, line for line', () => {
    fc.assert(
      fc.property(hostile, text => {
        const { lines } = parseIndex(text, '', 0, true)
        expect(lines.map(line => line.text).join('')).toBe(text)
      }),
      options(2000),
    )
  })

  it('D6 in a whole folder: every memory is judged once, and no plan names a file that is not there', () => {
    fc.assert(
      fc.property(
        fc.array(hostile, { minLength: 3, maxLength: 5 }),
        fc.constantFrom(...RULES),
        (texts, rules) => {
          const [index, ...rest] = texts
          const notes = Object.fromEntries(
            rest.map((text, at) => [`n${at}.md`, { text, body: '', day: at + 1 }]),
          )
          const snapshot = makeWorld({ notes, index: index! })
          runChecks(snapshot, rules)
          const plan = planFolder(snapshot, policy({ rules }))
          expect(plan.verdicts.map(verdict => verdict.file).sort()).toEqual(Object.keys(notes).sort())
          const known = new Set([...Object.keys(notes), 'MEMORY.md'])
          for (const action of plan.actions) expect(known).toContain(action.file)
        },
      ),
      options(400),
    )
    isUnpolluted()
  })
})

describe(`Dream's own files, written by someone else (DREAM_SEED=${seed})`, () => {
  const state = async (change: (disk: SimDisk, random: Random) => void, tries: number) => {
    const vessel = await makeVessel()
    for (let number = 0; number < rounds(tries); number += 1) {
      const clock = new StageClock(1_700_200_000_000)
      const disk = copyOf(vessel.disk, clock)
      change(disk, new Random(seed * 100_000 + number))
      await useState(disk, clock, `try ${number}`)
    }
    isUnpolluted()
  }

  it('A4 a history with anything in it, checksums and all, is read, told of and never followed out of the folder', async () => {
    const line = (prev: string, record: unknown) =>
      JSON.stringify({ prev, record, sum: sha256(`${prev}\n${JSON.stringify(record)}`).slice(0, 32) })
    await state((disk, random) => {
      const text = textAt(disk, 'history.jsonl')
      if (random.chance(0.3)) return plant(disk, 'history.jsonl', text + mutated(random))
      let prev = ''
      const lines = text.split('\n').filter(each => each !== '')
      const hostileLines = lines.map(each => {
        const { record } = JSON.parse(each) as { record: unknown }
        const made = line(prev, random.chance(0.6) ? estranged(record, random) : record)
        prev = (JSON.parse(made) as { sum: string }).sum
        return made
      })
      plant(disk, 'history.jsonl', `${hostileLines.join('\n')}\n`)
    }, 400)
  })

  it('A4 an intent with anything in it is carried out, refused or set aside, and never stays in the way', async () => {
    await state((disk, random) => {
      const [, body] = textAt(disk, 'journal/u2.intent.json').split('\n')
      const text = JSON.stringify(estranged(JSON.parse(body!), random)) ?? ''
      const whole = random.chance(0.8) ? `${sha256(text)}\n${text}\n` : mutated(random)
      plant(disk, 'journal/u2.intent.json', whole)
    }, 400)
  })

  const plant = (disk: SimDisk, path: string, text: string) => disk.plant(`${STATE}/${path}`, text)
  const textAt = (disk: SimDisk, path: string) => {
    const node = disk.look(`${STATE}/${path}`)
    return node?.kind === 'file' ? node.now.bytes.toString() : ''
  }

  async function useState(disk: SimDisk, clock: StageClock, where: string): Promise<void> {
    const desk = deskOn(disk.connect(), clock)
    fsckStore(findStore(desk.sys, STATE_HOME, ROOT)!)
    const outcome: FolderOutcome = await undoRun(desk, {
      root: ROOT,
      label: 'notes',
      undoes: 'r1',
      run: 'x1',
    })
    if (outcome.failure !== undefined) expect(outcome.failure.sentence, where).toMatch(/dream doctor --fix/)
    // What a person is told to do then, and from there on everything works again.
    clock.skip()
    await withFolder(desk, ROOT, 'recover', () => undefined, 'set-aside')
    const again = await undoRun(desk, { root: ROOT, label: 'notes', undoes: 'u1', run: 'x2' })
    expect(again.failure, where).toBeUndefined()
    expect(bystanderIsWell(disk), where).toBe(true)
  }
})

/** A plan that passes for one of ours, and means harm. */
function twisted(plan: Plan, place: Place, random: Random): unknown {
  const names = [
    ...readdirSync(place.memory),
    'new.md',
    '.hidden.md',
    'README.md',
    `${'x'.repeat(240)}.md`,
    '\u001b[2J.md',
  ]
  const folders = plan.folders.map(folder => ({
    ...folder,
    root: random.pick([folder.root, folder.root, folder.root, '/', place.top, `${folder.root}/../foo`]),
    actions: folder.actions.map(action => ({
      ...action,
      file: random.chance(0.5) ? action.file : random.pick(names),
      needs: random.chance(0.2) ? [random.pick(names)] : action.needs,
      ...(action.kind === 'write' && random.chance(0.5) && { pieces: [{ text: mutated(random) }] }),
      ...(action.kind === 'write' && random.chance(0.3) && { expect: 'absent' }),
    })),
  }))
  return { ...plan, folders }
}

describe(`plan files (DREAM_SEED=${seed})`, () => {
  it('D19 a plan with anything in it is refused in a sentence, or touches nothing but its own folder', async () => {
    const place = placeOf('first-night', 'git')
    onTestFinished(() => place.remove())
    const { plan } = await dream({ where: place.where, policy: policy(), mode: 'plan' })
    expect(plan.folders[0]!.actions.length).toBeGreaterThan(0)
    const memory = (path: string) => /^(?:shop\/\.claude\/agent-memory|state|cache)(?:\/|$)/.test(path)
    const outside = () => Object.entries(treeBelow(place.top)).filter(([path]) => !memory(path))
    const before = outside()
    let used = 0
    for (let number = 0; number < rounds(160); number += 1) {
      const random = new Random(seed * 1000 + number)
      const text = random.pick([
        () => mutated(random),
        () => JSON.stringify(estranged(plan, random)),
        () => JSON.stringify(twisted(plan, place, random)),
      ])()
      const read = await parsePlan(text).catch((error: unknown) => error)
      if (read instanceof Error) expect(read).toBeInstanceOf(DreamError)
      else {
        const done = await applyPlan({ where: place.where, plan: read as typeof plan }).catch(
          (error: unknown) => error,
        )
        if (done instanceof Error) expect(done).toBeInstanceOf(DreamError)
        else used += 1
      }
    }
    expect(used).toBeGreaterThan(0)
    expect(outside()).toEqual(before)
    isUnpolluted()
  })
})

describe('memory', () => {
  it('D2 stays within bounds: large files of the worst kind in a process that may use little', async () => {
    const place = placeOf('first-night', 'no-git')
    onTestFinished(() => place.remove())
    const size = atLevel({ quick: 100_000, slow: 1_000_000 })
    const units = ['[[', '- a\n', '` ', 'a/b.ts ', '中文', '@a/b.md ']
    units.forEach((unit, at) => {
      writeFileSync(join(place.memory, `large-${at}.md`), repeated(unit, size))
    })
    writeFileSync(join(place.memory, 'MEMORY.md'), repeated('- [a](a.md) — b\n', size))
    const built = await bundle({ reader: 'torture/hostile-reader.ts' })
    onTestFinished(() => built.remove())
    const said = await new Promise((resolve, reject) => {
      const limits = { resourceLimits: { maxOldGenerationSizeMb: 256 } }
      const worker = new Worker(built.path('reader'), { workerData: place.where, ...limits })
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    expect(said).toBeGreaterThan(units.length)
  })
})

it('a frontmatter over 64 KB is not parsed, and the report says so; a body of any size is scanned by its lines', async () => {
  const place = placeOf('first-night', 'no-git')
  onTestFinished(() => place.remove())
  writeFileSync(join(place.memory, 'bomb.md'), `---\nname: bomb\nx: ${'y'.repeat(66_000)}\n---\nbody\n`)
  const diary = 'A line of a diary.\n'.repeat(20_000)
  writeFileSync(
    join(place.memory, 'long.md'),
    `---\nname: diary\ntype: project\n---\n${diary}It is in \`src/auth/login.ts\`.\n`,
  )
  const report = await dream({ where: place.where, policy: policy(), mode: 'dry-run' })
  const { findings, verdicts } = report.plan.folders[0]!
  const odd = ofKind(findings, 'oddity').map(({ name, oddity }) => [name, oddity])
  expect(odd).toContainEqual(['bomb.md', 'frontmatter-too-large'])
  expect(renderMarkdown(report)).toMatch(/bomb\.md.*too large/)
  expect(verdicts.find(verdict => verdict.file === 'long.md')?.class).toBe('fresh')
})
