import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { build } from 'tsdown'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type StartedPostgres, startPostgres } from '../../scripts/postgres.mjs'
import { type Database, openDatabase, withRetries } from '../../src/database/database.ts'
import { postgresBackend } from '../../src/search/backends/postgres.ts'
import { prepareJobs, startWorker } from '../../src/team/jobs.ts'
import { mirrorScheduled } from '../../src/team/move.ts'
import { runDream } from '../cli/run-dream.ts'
import { backendContract } from '../search/backend-contract.ts'
import { teamContract } from './contract.ts'
import { serverDatabases, type TestDatabases } from './databases.ts'
import { embedder, machineOf, removeMachines, type TestMachine } from './machines.ts'

/** Installs what is missing; where that cannot be done the file fails, and is never skipped in silence. */
let server: StartedPostgres
let databases: TestDatabases
const top = mkdtempSync(join(makeCache(), 'dream-team-'))

function makeCache(): string {
  const cache = resolve(import.meta.dirname, '../../node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  return cache
}

beforeAll(async () => {
  server = await startPostgres({ shared_buffers: '128MB' })
  databases = await serverDatabases(server.url)
  // A worker of its own process, so that it can be killed.
  await build({
    entry: { worker: 'test/team/worker.ts' },
    outDir: top,
    config: false,
    dts: false,
    logLevel: 'error',
    platform: 'node',
    fixedExtension: false,
  })
})
afterAll(async () => {
  await databases.owner.close()
  server.remove()
  rmSync(top, { recursive: true, force: true })
})
afterEach(removeMachines)

let scopes = 0
let contractDatabase: Database | undefined
const late = (): Database => ({
  query: async (sql, values) => (await own()).query(sql, values),
  transaction: async work => (await own()).transaction(work),
  close: async () => {},
})
const own = async () => (contractDatabase ??= await databases.team('backends'))
backendContract('PostgreSQL', () =>
  postgresBackend({ database: late(), scope: `s${scopes++}`, machine: 'm', embedder }),
)
teamContract('a server', async () => databases)

/** Counts a team's changes: each note once, each version once. */
const countsOf = (database: Database) =>
  database.query<{ records: number; versions: number; most: number }>(
    `select (select count(*)::int from dream.records) as records, (select count(*)::int from dream.versions) as versions,
      (select max(version)::int from dream.records) as most`,
  )

async function teamOf(name: string): Promise<{ database: Database; url: string; team: string }> {
  const database = await databases.team(name)
  const url = server.url('postgres', `of_${name}`)
  await prepareJobs(url, name)
  return { database, url, team: name }
}

const until = async (what: () => Promise<boolean>) =>
  expect.poll(what, { timeout: 60_000, interval: 50 }).toBe(true)

const allWorked = (database: Database) => async () => {
  const [row] = await database.query<{ n: number }>(
    'select count(*)::int as n from dream.scopes where done < seq',
  )
  return row!.n === 0
}

describe('jobs on a server', () => {
  it('I5 each scope is worked on once for each change, by several workers at once', async () => {
    const { database, url, team } = await teamOf('jobs')
    const machines = Array.from({ length: 12 }, (_, at) => machineOf(database, `m${at}`, `scope${at}`, team))
    for (const [at, one] of machines.entries())
      one.write('a.md', `Service ${at} answers on port ${8000 + at}.`)
    for (const one of machines) await one.sync()
    const workers = await Promise.all(
      [1, 2, 3].map(at => startWorker({ url, team, machine: `w${at}`, embedder, atOnce: 2 })),
    )
    await until(allWorked(database))
    for (const one of machines) {
      one.write('b.md', 'The service restarts at night.')
      await one.sync()
    }
    await until(allWorked(database))
    await Promise.all(workers.map(worker => worker.stop()))
    const work = await database.query<{ scope: string; a: number; b: number }>(
      'select scope, from_seq::int as a, to_seq::int as b from dream.work order by scope, to_seq',
    )
    expect(work).toHaveLength(24)
    for (const { scope } of work)
      expect(work.filter(each => each.scope === scope).map(({ a, b }) => [a, b])).toEqual([
        [0, 1],
        [1, 2],
      ])
  })

  it('I5 a job that fails is tried again', async () => {
    const { database, url, team } = await teamOf('retry')
    const anna = machineOf(database, 'anna', 'shop', team)
    anna.write('a.md', 'The service answers on port 8000.')
    await anna.sync()
    let calls = 0
    const flaky = {
      ...embedder,
      name: 'flaky-512',
      async embedAll(texts: readonly string[]) {
        if (calls++ === 0) throw new Error('the model was asleep')
        return embedder.embedAll(texts)
      },
    }
    const worker = await startWorker({ url, team, machine: 'w', embedder: flaky, atOnce: 1 })
    await until(allWorked(database))
    await worker.stop()
    expect(calls).toBe(2)
    expect(await database.query('select count(*)::int as n from dream.work')).toEqual([{ n: 1 }])
    expect(await database.query('select model from dream.records')).toEqual([{ model: 'flaky-512' }])
  })

  it('I5 what a killed worker had begun is done by another, with the same result', async () => {
    const { database, url, team } = await teamOf('killed')
    const anna = machineOf(database, 'anna', 'shop', team)
    for (let at = 0; at < 8; at++)
      anna.write(`n${at}.md`, `Service ${at} in \`src/service.ts\` answers on port ${8000 + at}.`)
    // Nobody can finish while the scope is held here.
    await anna.sync()
    const holder = await openDatabase({ url, team })
    let release = () => {}
    const held = new Promise<void>(done => {
      release = done
    })
    const holding = holder.transaction(async ({ query }) => {
      await query("select 1 from dream.scopes where name = 'shop' for update", [])
      await held
    })
    const child = spawn(process.execPath, [join(top, 'worker.js'), url, team], { stdio: 'inherit' })
    await until(async () => {
      const [row] = await database.query<{ n: number }>(
        `select count(*)::int as n from dream_jobs_${team}._private_jobs where locked_by is not null`,
      )
      return row!.n === 1
    })
    const ended = new Promise(done => child.once('exit', done))
    child.kill('SIGKILL')
    await ended
    release()
    await holding
    const worker = await startWorker({ url, team, machine: 'w2', embedder, atOnce: 1, silentMs: 900 })
    await until(allWorked(database))
    await worker.stop()
    await holder.close()
    expect(await database.query('select from_seq::int as a, to_seq::int as b from dream.work')).toEqual([
      { a: 0, b: 8 },
    ])
    const edges = await database.query(
      'select source, target, relation from dream.relations order by 1, 2, 3',
    )
    await database.query('delete from dream.relations')
    await database.query('delete from dream.work')
    await database.query('update dream.scopes set done = 0')
    const { workOnScope } = await import('../../src/team/jobs.ts')
    await workOnScope({ database, team, machine: 'x', embedder, worker: 'x' }, 'shop')
    expect(
      await database.query('select source, target, relation from dream.relations order by 1, 2, 3'),
    ).toEqual(edges)
    expect(edges.length).toBeGreaterThan(0)
  })
})

describe('a database that fails', () => {
  it('I5 crashes and restarts under load lose no change and double none', async () => {
    const { database, team } = await teamOf('crash')
    const machines = Array.from({ length: 4 }, (_, at) => machineOf(database, `m${at}`, 'shop', team))
    let rounds = 0
    let isOver = false
    const load = machines.map(async (one, at) => {
      for (let round = 0; round < 12; round++) {
        one.write(`m${at}-${round}.md`, `Machine ${at} noted round ${round}.`)
        await withRetries(() => one.sync(), {
          times: 40,
          pause: () => new Promise(done => setTimeout(done, 100)),
        })
        rounds++
      }
    })
    const everybody = Promise.all(load).finally(() => {
      isOver = true
    })
    for (const wait of [6, 14, 24]) {
      await until(async () => rounds >= wait || isOver)
      server.stop('immediate')
      server.start()
    }
    await everybody
    for (const one of machines) await one.sync()
    for (const one of machines)
      expect(await one.sync()).toMatchObject({ sent: [], received: [], waiting: [] })
    expect(await countsOf(database)).toEqual([{ records: 48, versions: 48, most: 1 }])
    const [first, ...others] = machines.map(filesOf)
    for (const other of others) expect(other).toEqual(first)
    expect(Object.keys(first!)).toHaveLength(48)
  })

  it('I5 workers go on after a crash, and nothing is done twice', async () => {
    const { database, url, team } = await teamOf('workcrash')
    const machines = Array.from({ length: 10 }, (_, at) => machineOf(database, `m${at}`, `scope${at}`, team))
    for (const [at, one] of machines.entries())
      one.write('a.md', `Service ${at} answers on port ${8000 + at}.`)
    for (const one of machines) await one.sync()
    const first = await startWorker({ url, team, machine: 'w1', embedder, atOnce: 1, silentMs: 900 })
    server.stop('immediate')
    server.start()
    await first.stop().catch(() => undefined)
    const second = await startWorker({ url, team, machine: 'w2', embedder, atOnce: 2, silentMs: 900 })
    await until(allWorked(database))
    await second.stop()
    const work = await database.query<{ scope: string }>('select scope from dream.work')
    expect(work).toHaveLength(10)
    expect(new Set(work.map(({ scope }) => scope)).size).toBe(10)
  })

  it('I5 a wrong address, login, database or team is a sentence with its fix, and local work goes on', async () => {
    const { database, team } = await teamOf('wrong')
    const anna = machineOf(database, 'anna', 'shop', team)
    anna.write('pool.md', 'The connection pool of the database was full.')
    const dream = (url: string, ...argv: string[]) => runDream(argv, worldOf(anna, team, url))
    const addresses: Record<string, RegExp> = {
      'postgresql://x:hunter2@127.0.0.1:1/postgres': /cannot reach PostgreSQL at 127\.0\.0\.1:1\/postgres/,
      [server.url('nothing_here')]: /no such database/,
      [server.url('postgres', 'nobody')]: /refused the login/,
      'no address': /not an address of PostgreSQL|cannot reach/,
      '': /DREAM_DATABASE_URL is empty/,
    }
    for (const [url, expected] of Object.entries(addresses)) {
      for (const argv of [['team', 'sync'], ['migrate'], ['team', 'init'], ['team', 'work', '--once']]) {
        const { code, stderr } = await dream(url, ...argv)
        expect([argv.join(' '), code > 0]).toEqual([argv.join(' '), true])
        expect(stderr).toMatch(expected)
        expect(stderr).not.toContain('hunter2')
        expect(stderr.trim().split('\n').length, stderr).toBeLessThan(4)
      }
      const doctor = await dream(url, 'doctor')
      expect(doctor.stdout).toMatch(expected)
      expect((await dream(url, 'team')).stdout).toMatch(expected)
      expect((await dream(url, 'look', '--folder', anna.root)).code).toBe(0)
      expect((await dream(url, 'queue', '--folder', anna.root)).code).toBe(0)
      expect((await dream(url, 'search', 'pool', '--folder', anna.root)).stdout).toContain('pool.md')
    }
    const other = await runDream(
      ['team', 'sync'],
      worldOf(anna, 'elsewhere', server.url('postgres', 'of_wrong')),
    )
    expect(other.stderr).toMatch(/does not let this user act for the team elsewhere/)
  })
})

describe('through the commands', () => {
  it('I5 sets up, shares, finds, decides, erases and moves back, on two machines', async () => {
    await databases.owner.query('do $$ begin create role machines login; end $$')
    const { team } = { team: 'commands' }
    const database = await databases.team('unused')
    const [anna, ben] = [machineOf(database, 'anna', 'shop', team), machineOf(database, 'ben', 'shop', team)]
    const url = server.url('postgres', 'machines')
    const dream = (at: TestMachine, ...argv: string[]) => runDream(argv, worldOf(at, team, url))
    const owner = await runDream(['team', 'init', '--member', 'machines'], worldOf(anna, team, server.url()))
    expect([owner.code, owner.stdout]).toEqual([0, expect.stringContaining('the team commands is ready')])
    anna.write('pool.md', 'The connection pool of the database was full, so there was an outage.')
    anna.write('port.md', 'The shop listens on port 8080.')
    expect((await dream(anna, 'team', 'sync')).stdout).toContain('2 sent')
    expect((await dream(ben, 'team', 'sync')).stdout).toContain('2 received')
    expect((await dream(anna, 'team')).stdout).toContain('2 notes in 1 scope')

    // A third machine without the scope finds it in the database.
    const cleo = machineOf(database, 'cleo', 'kitchen', team)
    cleo.write('soup.md', 'Lunch was soup.')
    const world = worldOf(cleo, team, url)
    const folders = JSON.stringify([{ folder: cleo.root, scope: 'team', name: 'kitchen' }])
    const found = await runDream(['search', 'outage of the database', '--folder', cleo.root], {
      ...world,
      env: { ...world.env, DREAM_STORE__FOLDERS: folders },
    })
    expect(found.stdout).toContain('pool.md')
    expect(found.stdout).toContain('── team ──')

    anna.write('port.md', 'The shop listens on port 9090.')
    // As the run that starts by itself does.
    expect(await mirrorScheduled({ ...anna.where, env: worldOf(anna, team, url).env })).toEqual([])
    const broken = worldOf(anna, team, 'postgresql://x@127.0.0.1:1/postgres').env
    expect((await mirrorScheduled({ ...anna.where, env: broken })).join()).toContain(
      'cannot reach PostgreSQL',
    )
    ben.write('port.md', 'The shop listens on port 7070.')
    expect((await dream(ben, 'team', 'sync')).stdout).toContain('1 question for you')
    const queue = await dream(ben, 'queue', '--json', '--folder', ben.root)
    const item = (JSON.parse(queue.stdout) as { items: { id: string; producer: string }[] }).items.find(
      ({ producer }) => producer === 'team',
    )!
    expect((await dream(ben, 'queue', '--accept', item.id, '--folder', ben.root)).stderr).toContain(
      'only you can decide',
    )
    const accepted = await dream(ben, 'queue', '--accept', item.id, '--goes', 'mine', '--folder', ben.root)
    expect([accepted.code, accepted.stderr]).toEqual([0, ''])
    expect(ben.read('port.md')).toContain('9090')
    expect((await dream(ben, 'team', 'sync')).stdout).toContain('0 sent, 0 received')
    expect((await dream(ben, 'undo', '--folder', ben.root)).code).toBe(0)
    expect(ben.read('port.md')).toContain('7070')
    await dream(ben, 'team', 'sync')
    await dream(anna, 'team', 'sync')
    expect(anna.read('port.md')).toContain('7070')

    rmSync(join(anna.root, 'pool.md'))
    await dream(anna, 'team', 'sync')
    await dream(ben, 'team', 'sync')
    const removal = await dream(ben, 'queue', '--json', '--folder', ben.root)
    const [proposed] = (
      JSON.parse(removal.stdout) as { items: { id: string; producer: string }[] }
    ).items.filter(({ producer }) => producer === 'team')
    expect((await dream(ben, 'queue', '--accept', proposed!.id, '--folder', ben.root)).code).toBe(0)
    await dream(ben, 'team', 'sync')
    const [counts] = await databases.owner.query<{ live: number; open: number }>(
      `select (select count(*)::int from dream.records where team = 'commands' and state = 'live') as live,
        (select count(*)::int from dream.items where team = 'commands' and decision is null) as open`,
    )
    expect(counts).toEqual({ live: 1, open: 0 })

    const moved = await dream(ben, 'migrate', '--to', 'postgres')
    expect([moved.code, moved.stdout]).toEqual([0, expect.stringContaining('Both sides hold the same')])
    const back = await dream(anna, 'migrate', '--to', 'files')
    expect([back.code, back.stdout]).toEqual([0, expect.stringContaining('embedded index:')])

    rmSync(join(ben.root, 'port.md'))
    const purged = await dream(ben, 'purge', 'port.md', '--yes', '--folder', ben.root)
    expect(purged.stdout).toContain('copy in shop is erased')
    const texts = await databases.owner.query(
      "select text from dream.versions where team = 'commands' and id = 'port.md'",
    )
    expect(texts).toEqual([])
    await dream(anna, 'team', 'sync')
    expect(anna.read('port.md')).toContain('7070')
    expect((await dream(anna, 'queue', '--folder', anna.root)).stdout).toContain('erased it from the team')
  })
})

describe('the wire', () => {
  it('I5 nothing of a private folder leaves the machine, whatever command runs', async () => {
    const { database, team } = await teamOf('wire')
    const anna = machineOf(database, 'anna', 'shop', team)
    anna.write('shared.md', 'The tram to the shop is markershared1.')
    const priv = join(anna.top, 'markerfolder4')
    mkdirSync(priv)
    const { writeFileSync } = await import('node:fs')
    writeFileSync(join(priv, 'MEMORY.md'), '# Memory\n\n- [Markerindex5](markerfile3.md)\n')
    writeFileSync(
      join(priv, 'markerfile3.md'),
      '---\nname: markername6\ndescription: d\ntype: project\n---\n\nThe salary is markerprivate2.\n',
    )
    const watched = await watch(server.port)
    try {
      const url = server.url('postgres', 'of_wire').replace(String(server.port), String(watched.port))
      const world = worldOf(anna, team, url)
      const folders = ['--folder', anna.root, '--folder', priv]
      for (const argv of [
        ['team', 'sync'],
        ['team'],
        ['team', 'work', '--once'],
        ['migrate'],
        ['migrate', '--to', 'files'],
        ['doctor', ...folders],
        ['status', ...folders],
        ['look', ...folders],
        ['--yes', ...folders],
        ['queue', ...folders],
        ['search', 'tram', ...folders],
        ['magma', 'rebuild', ...folders],
        ['magma', 'consolidate', ...folders],
        ['team', 'sync'],
      ])
        await runDream(argv, world)
      expect(watched.seen()).toContain('markershared1')
      for (const marker of [
        'markerprivate2',
        'markerfile3',
        'markerfolder4',
        'Markerindex5',
        'markername6',
        anna.root,
        anna.home,
      ])
        expect(watched.seen(), marker).not.toContain(marker)
    } finally {
      watched.close()
    }
  })
})

function filesOf(at: TestMachine): Record<string, string> {
  const names = Array.from({ length: 4 }, (_, machine) =>
    Array.from({ length: 12 }, (_, round) => `m${machine}-${round}.md`),
  ).flat()
  return Object.fromEntries(names.map(name => [name, at.read(name)]))
}

function worldOf(at: TestMachine, team: string, url: string) {
  const env = {
    TZ: 'UTC',
    DREAM_DATABASE_URL: url,
    DREAM_STORE__KIND: 'postgres',
    DREAM_STORE__TEAM: team,
    DREAM_STORE__FOLDERS: JSON.stringify([{ folder: at.root, scope: 'team', name: 'shop' }]),
  }
  return { cwd: at.top, home: at.home, env }
}

/** Stands between Dream and the server, and keeps every byte that Dream sends. */
async function watch(port: number) {
  const sent: Buffer[] = []
  const sockets = new Set<Socket>()
  const proxy = createServer(client => {
    const onward = connect(port, '127.0.0.1')
    for (const socket of [client, onward]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    client.on('data', bytes => sent.push(Buffer.from(bytes)))
    client.pipe(onward).pipe(client)
  })
  await new Promise<void>(done => proxy.listen(0, '127.0.0.1', done))
  return {
    port: (proxy.address() as { port: number }).port,
    seen: () => Buffer.concat(sent).toString('utf8'),
    close() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}
