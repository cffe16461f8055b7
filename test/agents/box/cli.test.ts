import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runDream } from '../../cli/run-dream.ts'
import { inTurn } from '../model-players.ts'
import { type ModelServer, startModelServer } from '../model-server.ts'
import { type Ground, imageOf, makeGround, NOTES } from './desk.ts'

let ground: Ground
let server: ModelServer
let untouched: string
const GOOD = () =>
  inTurn(
    {
      calls: [
        { tool: 'read', input: { file: 'deploy.md' } },
        { tool: 'command', input: { command: 'rm -rf .' } },
      ],
    },
    { calls: [{ tool: 'edit', input: { file: 'deploy.md', old: 'ten minutes', new: 'twelve minutes' } }] },
    { text: 'Corrected how long a deploy takes.' },
  )
/** One memory is rewritten, one is new, one goes. */
const MANY = () =>
  inTurn(
    {
      calls: [
        { tool: 'read', input: { file: 'deploy.md' } },
        { tool: 'read', input: { file: 'mail.md' } },
      ],
    },
    {
      calls: [
        { tool: 'edit', input: { file: 'deploy.md', old: 'ten minutes', new: 'twelve minutes' } },
        { tool: 'write', input: { file: 'oven.md', text: OVEN } },
        { tool: 'write', input: { file: 'mail.md', text: '' } },
      ],
    },
    { text: 'Tidied.' },
  )
const OVEN =
  '---\nname: Oven\ndescription: about the oven\ntype: project\n---\nThe oven is switched off at six.\n'
beforeEach(async () => {
  ground = makeGround()
  server = await startModelServer(GOOD())
  untouched = imageOf(ground.memory)
})
afterEach(async () => {
  await server.close()
  ground.remove()
})

const env = () => ({
  XDG_STATE_HOME: join(ground.top, 'state'),
  XDG_CACHE_HOME: join(ground.top, 'cache'),
  XDG_CONFIG_HOME: join(ground.top, 'config'),
})
const withModel = () => ({
  ...env(),
  DREAM_LLM__AGENTS__ENDPOINT: server.openai,
  DREAM_LLM__AGENTS__MODEL: 'test-model',
})
const dream = (line: readonly string[], more: { env?: Record<string, string>; answers?: string[] } = {}) =>
  runDream([...line, ground.memory], { cwd: ground.top, home: ground.home, env: withModel(), ...more })

/** Without what differs from run to run. */
const plain = (text: string) =>
  text
    .replaceAll(ground.top, '/top')
    .replace(/127\.0\.0\.1:\d+/g, 'server')
    .replace(/\d+\.\d s/g, '0.1 s')
    .replace(/\d{8}T\d{6}-[0-9a-f]{6}/g, 'RUN')

describe('dream agent', () => {
  it('P4 without a model says what to set, and exits 2', async () => {
    const heard = await dream(['agent'], { env: env() })
    expect(heard).toMatchObject({ code: 2, stdout: '' })
    expect(heard.stderr).toMatch(/no model is set for the agents\. Set llm\.agents\.preset.*docs\/models\.md/)
  })

  it('P3 --dry-run shows what the agent would change and writes nothing', async () => {
    const all = imageOf(ground.top)
    const heard = await dream(['agent', '--dry-run'])
    expect(heard.code).toBe(0)
    expect(plain(heard.stdout)).toMatchInlineSnapshot(`
      "[DRY RUN] No files were modified. Run without --dry-run to apply changes.

      The dream agent finished after 3 steps in 0.1 s.

      Its summary
        Corrected how long a deploy takes.

      Tools: read 1, command 1, edit 1; 1 refused
        command
          Refused: rm is not allowed; there are cat, find, grep, head, ls, stat, tail, wc, and each only
          reads

      Would be done
        deploy.md  rewritten
          + metadata:
          +   dream_origin: assistant
          - They take ten minutes on most days.
          + They take twelve minutes on most days.
        MEMORY.md  updated: 0 entries removed, 5 added, 8 remaining
          + - [Cache](cache.md) — about Cache
          + - [Mail](mail.md) — about Mail
          + - [Queue](queue.md) — about Queue
          + - [Search](search.md) — about Search
          + - [Style](style.md) — about Style
        Search check: 8 of 8 test queries found their answer before, 8 after

      Model calls:
        dream agent (agents, test-model at http://server/v1)
          3 calls, 300 tokens sent, 60 received, price not known
      "
    `)
    expect(imageOf(ground.top)).toBe(all)
  })

  it('P3 --yes applies it, and dream undo takes it back', async () => {
    const heard = await dream(['agent', '--yes', '--steps', '10'])
    expect(heard.code).toBe(0)
    expect(plain(heard.stdout)).toMatchInlineSnapshot(`
      "The dream agent finished after 3 steps in 0.1 s.

      Its summary
        Corrected how long a deploy takes.

      Tools: read 1, command 1, edit 1; 1 refused
        command
          Refused: rm is not allowed; there are cat, find, grep, head, ls, stat, tail, wc, and each only
          reads

      Done
        deploy.md  rewritten
        MEMORY.md  updated: 0 entries removed, 5 added, 8 remaining
        Search check: 8 of 8 test queries found their answer before, 8 after

      Model calls:
        dream agent (agents, test-model at http://server/v1)
          3 calls, 300 tokens sent, 60 received, price not known

      dream undo RUN --folder /top/home/.claude/projects/-shop/memory
        undoes all of this
      "
    `)
    expect(readFileSync(join(ground.memory, 'deploy.md'), 'utf8')).toContain('twelve minutes')
    const world = { cwd: ground.top, home: ground.home, env: env() }
    const history = await runDream(['history', '--folder', ground.memory], world)
    expect(history.stdout).toMatch(/, agent\n +deploy\.md +written: By the dream agent/)
    expect((await runDream(['undo', '--folder', ground.memory], world)).code).toBe(0)
    expect(imageOf(ground.memory)).toBe(untouched)
  })

  it('P3 at a terminal the plan is shown and the person decides', async () => {
    const declined = await dream(['agent'], { answers: ['not-now'] })
    expect(declined.asked[0]).toContain('Apply this?')
    expect(declined.stderr).toContain('deploy.md')
    expect(imageOf(ground.memory)).toBe(untouched)
    server.play(GOOD())
    const left = await dream(['agent'], { answers: ['one-by-one', 'skip'] })
    expect(left.asked[1]).toMatch(/memory\/deploy\.md: By the dream agent$/)
    expect(readFileSync(join(ground.memory, 'deploy.md'), 'utf8')).toContain('ten minutes')
    server.play(GOOD())
    const applied = await dream(['agent'], { answers: ['apply'] })
    expect(applied.code).toBe(0)
    expect(readFileSync(join(ground.memory, 'deploy.md'), 'utf8')).toContain('twelve minutes')
  })

  it('D40 P6 one by one shows each difference, and Enter alone leaves everything as it is', async () => {
    server.play(MANY())
    const heard = await dream(['agent'], { answers: ['Enter', 'Enter', 'Enter', 'Enter', 'Enter'] })
    expect(heard.asked.map(question => question.split('/').at(-1))).toEqual([
      'Apply this? dream undo takes it back.',
      'deploy.md: By the dream agent',
      'oven.md: By the dream agent',
      'mail.md: By the dream agent',
      'MEMORY.md: MEMORY.md updated',
    ])
    const shown = heard.stderr.slice(heard.stderr.indexOf('deploy.md  would be:'))
    expect(shown).toContain('- They take ten minutes on most days.\n    + They take twelve minutes')
    expect(shown).toContain('oven.md  would be a new file:')
    expect(shown).toContain('+ The oven is switched off at six.')
    expect(shown).toContain('mail.md  would be archived')
    expect(shown).toContain('- Bounces come back at night.')
    expect(imageOf(ground.memory)).toBe(untouched)
  })

  it('D40 P6 one by one asks about the index lines too, for what was taken before', async () => {
    server.play(MANY())
    const answers = ['one-by-one', 'skip', 'apply', 'keep', 'Enter']
    const heard = await dream(['agent'], { answers })
    expect(heard.asked[4]).toMatch(/memory\/MEMORY\.md: MEMORY\.md updated$/)
    const shown = heard.stderr.slice(heard.stderr.lastIndexOf('MEMORY.md  would be:'))
    expect(shown).toContain('+ - [Oven](oven.md) — about the oven')
    expect(heard.stdout).toContain('Left as it is')
    expect(heard.stdout).not.toContain('Waits for you')
    expect(readFileSync(join(ground.memory, 'MEMORY.md'), 'utf8')).toBe(NOTES['MEMORY.md'])
    expect(readFileSync(join(ground.memory, 'oven.md'), 'utf8')).toContain('switched off at six')
    expect(readFileSync(join(ground.memory, 'deploy.md'), 'utf8')).toBe(NOTES['deploy.md'])
    expect(readFileSync(join(ground.memory, 'mail.md'), 'utf8')).toBe(NOTES['mail.md'])
  })

  it('D40 P6 a line that a note shares with one that is not taken stays for it', async () => {
    const old = '- [Deploy](deploy.md) — how to deploy'
    const joint = { file: 'MEMORY.md', old, new: '- [Oven](oven.md), [Deploy](deploy.md) — how to deploy' }
    server.play(
      inTurn(
        { calls: [{ tool: 'read', input: { file: 'MEMORY.md' } }] },
        {
          calls: [
            { tool: 'write', input: { file: 'oven.md', text: OVEN } },
            { tool: 'edit', input: joint },
          ],
        },
        { text: 'Tidied.' },
      ),
    )
    await dream(['agent'], { answers: ['one-by-one', 'skip', 'apply'] })
    const index = readFileSync(join(ground.memory, 'MEMORY.md'), 'utf8')
    expect(index).toContain('[Deploy](deploy.md) — how to deploy\n')
    expect(index).not.toContain('oven')
  })

  it('P3 with nobody there the plan is kept, and dream apply carries it out', async () => {
    const heard = await dream(['agent', '--json'])
    const answer = JSON.parse(heard.stdout)
    expect(answer).toMatchObject({
      format: 'dream-agent',
      version: 1,
      run: { stop: { word: 'finished' }, steps: 3, refused: [{ tool: 'command' }] },
      changes: [{ file: 'deploy.md', change: 'rewritten' }],
    })
    expect(imageOf(ground.memory)).toBe(untouched)
    const applied = await runDream(['apply', answer.waiting, '--yes'], {
      cwd: ground.top,
      home: ground.home,
      env: env(),
    })
    expect(applied.code).toBe(0)
    expect(readFileSync(join(ground.memory, 'deploy.md'), 'utf8')).toContain('twelve minutes')
  })

  it('P7 a plan that waits is in dream queue and dream status, with what shows it; done, it waits no more', async () => {
    const world = { cwd: ground.top, home: ground.home, env: env() }
    const told = async () => {
      const [queue, status] = [
        await runDream(['queue', '--folder', ground.memory], world),
        await runDream(['status', ground.memory], world),
      ]
      return [queue.stdout, status.stdout].map(text => text.includes('plan of the dream agent'))
    }
    expect(await told()).toEqual([false, false])
    const { waiting } = JSON.parse((await dream(['agent', '--json'])).stdout)
    expect(await told()).toEqual([true, true])
    const queue = await runDream(['queue', '--folder', ground.memory, '--json'], world)
    expect(JSON.parse(queue.stdout).items).toMatchObject([
      {
        producer: 'agent',
        words: '2 changes (deploy.md, MEMORY.md)',
        evidence: [expect.stringMatching(/^made /), waiting],
      },
    ])
    const asked = await runDream(['queue', '--folder', ground.memory], { ...world, answers: ['q'] })
    expect(asked.stderr).toContain('They take twelve minutes on most days.')
    const shown = await runDream(['apply', waiting, '--dry-run'], world)
    expect(shown).toMatchObject({ code: 0, stderr: '' })
    expect(shown.stdout).toContain(
      '- They take ten minutes on most days.\n  + They take twelve minutes on most days.',
    )
    expect(imageOf(ground.memory)).toBe(untouched)
    expect((await runDream(['apply', waiting, '--yes'], world)).code).toBe(0)
    expect(await told()).toEqual([false, false])
  })

  it('P4 --steps bounds it: exit 1, and what was done waits', async () => {
    const heard = await dream(['agent', '--yes', '--steps', '2'])
    expect(heard.code).toBe(1)
    expect(heard.stdout).toContain('out-of-steps, no steps left')
    expect(heard.stdout).toContain('dream apply ')
    expect(imageOf(ground.memory)).toBe(untouched)
  })

  it('P1 dream prompt prints the prompt of this folder, with its transcripts and sessions', async () => {
    const heard = await dream(['prompt'])
    expect(heard.code).toBe(0)
    expect(heard.stdout).toContain(`The memory folder is \`${ground.memory}\``)
    expect(heard.stdout).toContain(`Transcripts of sessions lie in \`${ground.transcripts}\``)
    expect(heard.stdout).toContain('- s1\n')
    const json = JSON.parse((await dream(['prompt', '--json'])).stdout)
    expect(json).toEqual({ format: 'dream-prompt', version: 1, prompt: heard.stdout.trimEnd() })
    expect(server.asked).toEqual([])
  })
})
