import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { projectSlug } from '../../../src/sources/claude-code/places.ts'
import { runDream } from '../../cli/run-dream.ts'
import { emptyPlace, type Place, treeBelow } from '../../pipeline/place.ts'

let place: Place
let sessions: string
beforeEach(() => {
  place = emptyPlace()
  sessions = join(place.where.home, '.claude/projects', projectSlug(place.project))
  mkdirSync(sessions, { recursive: true })
  writeFileSync(join(place.memory, 'MEMORY.md'), '# foo Memory\n\n- [own](own.md) — a note of my own\n')
  writeFileSync(join(place.memory, 'own.md'), '---\nname: own\ntype: user\n---\nA note of my own.\n')
})
afterEach(() => place.remove())

const said = (text: string, at = '2026-06-05T10:00:00.000Z') =>
  `${JSON.stringify({ type: 'user', uuid: text, sessionId: 's1', timestamp: at, message: { role: 'user', content: text } })}\n`

const write = (name: string, ...lines: readonly string[]) =>
  writeFileSync(join(sessions, name), lines.join(''), { flag: 'a' })

const run = (line: string, answers?: readonly string[]) =>
  runDream(line.split(' '), {
    cwd: place.project,
    home: place.where.home,
    env: place.where.env as Record<string, string>,
    ...(answers !== undefined && { answers }),
  })

const notes = () => readdirSync(place.memory).filter(name => !/^(?:MEMORY|own)\.md$/.test(name))
const index = () => readFileSync(join(place.memory, 'MEMORY.md'), 'utf8')

describe('dream extract', () => {
  it('M11 M12 finds the sessions of the project, writes drafts with --yes, and reads on from there', async () => {
    write('s1.jsonl', said('Never push to main without asking me.'), said('Thanks!'))
    const first = await run('extract --yes')
    expect(first.code).toBe(0)
    expect(first.stdout).toContain('1 conversation with 2 new turns read for .claude/agent-memory/foo')
    expect(first.stdout).toContain('feedback_never_push_to_main_without_asking_me.md  written')
    expect(notes()).toEqual(['feedback_never_push_to_main_without_asking_me.md'])
    expect(index()).toBe(
      '# foo Memory\n\n- [own](own.md) — a note of my own\n- [Never push to main without asking me](feedback_never_push_to_main_without_asking_me.md) — Never push to main without asking me.\n',
    )
    const again = await run('extract --yes')
    expect(again.stdout).toContain('1 unchanged')
    write('s1.jsonl', said('We decided to drop MySQL and use Postgres.'))
    expect((await run('extract --yes')).stdout).toContain(
      'project_we_decided_to_drop_mysql_and_use.md  written',
    )
    // The memory that is left is nothing a night would change.
    expect((await run('--check')).code).toBe(0)
  })

  it('undo takes it back, byte for byte', async () => {
    write('s1.jsonl', said('Never push to main without asking me.'))
    const before = treeBelow(place.memory)
    await run('extract --yes')
    expect((await run('undo')).code).toBe(0)
    expect(treeBelow(place.memory)).toEqual(before)
  })

  it('a dry run writes nothing at all; without a terminal and without --yes the drafts wait in the queue', async () => {
    write('s1.jsonl', said('Never push to main without asking me.'))
    const [everything, memory] = [treeBelow(place.top, 'all'), treeBelow(place.memory)]
    expect((await run('extract --dry-run')).stdout).toContain(
      '[DRY RUN] Nothing was written; 1 note would be proposed.',
    )
    expect(treeBelow(place.top, 'all')).toEqual(everything)
    const waiting = await run('extract')
    expect(waiting.code).toBe(0)
    expect(waiting.stdout).toContain('1 note waits for you: dream queue')
    expect((await run('extract')).stdout).toContain('1 unchanged')
    expect(treeBelow(place.memory)).toEqual(memory)
    const asked = await run('queue', ['a'])
    expect(asked.stderr).toContain('would be a new file:')
    expect(notes()).toEqual(['feedback_never_push_to_main_without_asking_me.md'])
    expect(index()).toContain('](feedback_never_push_to_main_without_asking_me.md)')
    expect((await run('queue')).stdout).toContain('Nothing waits for you.')
  })

  it('on a terminal the drafts are shown and asked about: all, one by one, not now', async () => {
    write(
      's1.jsonl',
      said('Never push to main without asking me.'),
      said('We decided to drop MySQL and use Postgres.'),
    )
    const declined = await run('extract', ['not-now'])
    expect(declined.stdout).toContain('dream queue asks again')
    expect(declined.stderr).toContain('feedback, said by the user on 2026-06-05')
    expect((await run('queue', ['r', 'q'])).asked).toHaveLength(2)
    expect((await run('queue', ['q'])).asked).toHaveLength(1)
    write('s2.jsonl', said('Never deploy on a Friday.'), said('We decided to use Bun for the scripts.'))
    const gone = await run('extract', ['one-by-one', 'apply'])
    expect(gone.stdout).toContain('dream queue asks again')
    expect(notes()).toEqual([])
    write('s3.jsonl', said('Never rename a table.'), said('We decided to keep the old logo.'))
    await run('extract', ['one-by-one', 'skip', 'apply', 'apply'])
    expect(notes()).toEqual(['project_we_decided_to_keep_the_old_logo.md'])
    // What was dropped by hand is not brought up again.
    expect((await run('extract', [])).stdout).toContain('Nothing worth keeping was said')
    expect((await run('queue --json')).stdout).not.toContain('rename')
  })

  it('D40 one by one shows each file and each line of the index, and Enter alone writes nothing', async () => {
    const before = treeBelow(place.memory)
    write('s1.jsonl', said('Never push to main without asking me.'))
    const none = await run('extract', ['Enter', 'Enter', 'Enter'])
    expect(none.asked[1]).toMatch(/feedback_never_push_to_main_without_asking_me\.md: Remembered$/)
    expect(none.asked).toHaveLength(2)
    expect(none.stderr).toContain('_me.md  would be a new file:')
    expect(none.stderr).toContain('+   dream_origin: user')
    expect(none.stdout).toContain('None was kept.')
    expect(treeBelow(place.memory)).toEqual(before)
    write('s2.jsonl', said('We decided to drop MySQL and use Postgres.'))
    const unlisted = await run('extract', ['one-by-one', 'apply', 'Enter'])
    expect(unlisted.asked[2]).toMatch(/MEMORY\.md: MEMORY\.md updated$/)
    expect(unlisted.stderr).toMatch(/MEMORY\.md {2}would be:[\s\S]* {4}\+ - \[We decided to drop MySQL/)
    expect(notes()).toEqual(['project_we_decided_to_drop_mysql_and_use.md'])
    expect(index()).not.toContain('MySQL')
  })

  it('files, folders and single sessions can be named; text is of unknown origin and stays out of the index', async () => {
    write('s1.jsonl', said('Never push to main without asking me.'))
    write('s2.jsonl', said('We decided to drop MySQL and use Postgres.'))
    const one = await run('extract --session s2 --json --dry-run')
    expect(JSON.parse(one.stdout)).toMatchObject({
      format: 'dream-extract',
      version: 1,
      drafts: [{ type: 'project', origin: 'user', line: 1 }],
    })
    writeFileSync(join(place.project, 'talk.txt'), 'User: Never push to main without asking me.\n')
    await run('extract talk.txt --yes')
    expect(notes()).toEqual(['feedback_quoted.md'])
    expect(index()).not.toContain('quoted')
    const text = readFileSync(join(place.memory, 'feedback_quoted.md'), 'utf8')
    expect(text).toContain('dream_origin: unknown')
    expect((await run('load')).stdout).not.toContain('push to main')
  })

  it('more than a hundred new sessions are read in turns, the newest first, until all are', async () => {
    for (let at = 0; at < 130; at++)
      write(`s${at}.jsonl`, said(`Never deploy service${at} without asking Dana first.`))
    expect((await run('extract --yes')).stdout).toContain('30 older conversations left for the next time')
    expect(notes()).toHaveLength(100)
    const second = await run('extract --yes')
    expect(second.stdout).toContain('30 conversations with 30 new turns')
    expect(notes()).toHaveLength(130)
  })

  it('sessions of Dream’s own are left out', async () => {
    const own = join(place.where.env['XDG_STATE_HOME']!, 'dream/auto/own-sessions')
    mkdirSync(own, { recursive: true })
    writeFileSync(join(own, 's1'), '')
    write('s1.jsonl', said('Never push to main without asking me.'))
    const heard = await run('extract --yes')
    expect(heard.stdout).toContain('a session of Dream itself, skipped')
    expect(notes()).toEqual([])
  })

  it('a name that is taken meanwhile is left alone, and the index does not list it', async () => {
    write('s1.jsonl', said('Never push to main without asking me.'))
    const file = join(place.memory, 'feedback_never_push_to_main_without_asking_me.md')
    const answers = Object.assign(['apply'], {})
    const heard = await runDream(['extract'], {
      cwd: place.project,
      home: place.where.home,
      env: place.where.env as Record<string, string>,
      answers: new Proxy(answers, {
        get(target, key) {
          if (key === '0' && !existsSync(file)) writeFileSync(file, 'mine\n')
          return Reflect.get(target, key)
        },
      }),
    })
    expect(heard.code).toBe(1)
    expect(readFileSync(file, 'utf8')).toBe('mine\n')
    expect(index()).not.toContain('feedback_never_push')
  })

  it('says what is wrong and what now', async () => {
    expect(await run('extract nowhere.jsonl')).toMatchObject({
      code: 2,
      stderr: 'dream: no such transcript: nowhere.jsonl\n',
    })
    expect((await run('extract --session zzz')).stderr).toContain('is called zzz')
    mkdirSync(join(place.project, '.claude/agent-memory/bar'))
    writeFileSync(join(place.project, '.claude/agent-memory/bar/MEMORY.md'), '# bar\n')
    const two = await run('extract')
    expect(two).toMatchObject({ code: 2 })
    expect(two.stderr).toContain('Choose one with --folder')
  })
})

/** Everything that Dream keeps, packed or not. */
function stateText(): string {
  const folders = [place.where.env['XDG_STATE_HOME']!, place.where.env['XDG_CACHE_HOME']!].filter(existsSync)
  return folders
    .flatMap(folder => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name)))
    .map(bytes => (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('utf8'))
    .join('\n')
}

describe('dream purge --source', () => {
  it('takes out what a conversation left and all that was made of it, and erases every version', async () => {
    write('s1.jsonl', said('Never push to zanzibar without asking me.'))
    write('s2.jsonl', said('We decided to drop MySQL and use Postgres.').replace('"s1"', '"s2"'))
    await run('extract --yes')
    // A merge of another day, and a night that saw it.
    const seed = 'feedback_never_push_to_zanzibar_without_asking_me.md'
    const heir = '---\nname: heir\ntype: project\n---\nMy own words stay.\n'
    writeFileSync(
      join(place.memory, 'heir.md'),
      `${heir}\n## From ${seed}\n\n- Push to zanzibar only when asked.\n\n## Later\n\nMore of my own.\n`,
    )
    await run('--yes')
    expect(stateText()).toContain('zanzibar')

    const before = treeBelow(place.top, 'all')
    const shown = await run('purge --source s1 --dry-run')
    expect(shown.stdout).toContain(`${seed}  would be removed`)
    expect(shown.stdout).toContain('heir.md  text taken over from it would be removed')
    expect(treeBelow(place.top, 'all')).toEqual(before)
    expect((await run('purge --source s1')).code).toBe(2)

    const done = await run('purge --source s1 --yes')
    expect(done.code).toBe(0)
    expect(notes().sort()).toEqual(['heir.md', 'project_we_decided_to_drop_mysql_and_use.md'])
    expect(readFileSync(join(place.memory, 'heir.md'), 'utf8')).toBe(`${heir}\n## Later\n\nMore of my own.\n`)
    expect(index()).not.toContain('zanzibar')
    expect(index()).toContain('project_we_decided')
    // Names stay in history, so that it can say what was erased; words do not.
    expect(stateText().replaceAll(seed, '')).not.toMatch(/zanzibar (?:only|without)/i)
    expect((await run('doctor --fix')).stdout).toContain('no problems')
    expect((await run('purge --source s1 --yes')).stdout).toContain('Nothing stored matches')
  })

  it('reaches the note that MAGMA made of it', async () => {
    write('s1.jsonl', said('Never push to zanzibar without asking me.'))
    await run('extract --yes')
    for (const name of notes()) {
      const month = Date.now() / 1000 - 40 * 86_400
      utimesSync(join(place.memory, name), month, month)
    }
    expect((await run('magma consolidate refine')).code).toBe(0)
    const vault = join(place.where.env['XDG_STATE_HOME']!, 'dream/vault/magma')
    expect(readdirSync(vault)).toHaveLength(1)
    const done = await run('purge --source s1 --yes')
    expect(done.code, done.stderr).toBe(0)
    expect(done.stdout).toContain('@vault/magma/')
    expect(readdirSync(vault)).toEqual([])
    expect(stateText()).not.toMatch(/zanzibar without/i)
  })
})
