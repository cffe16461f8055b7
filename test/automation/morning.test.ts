import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { builtCommand } from '../built.ts'
import { runDream } from '../cli/run-dream.ts'
import { desk } from './auto-place.ts'

const bin = builtCommand()
let place: ReturnType<typeof desk>
beforeEach(() => {
  place = desk()
})
afterEach(() => place.remove())

/** As Claude Code calls it when a conversation begins. */
function started(more: Readonly<Record<string, string>> = {}, session = 'abc-1'): string | undefined {
  const { stdout, stderr, status } = spawnSync(process.execPath, [bin, 'auto', '--hook'], {
    cwd: place.home,
    env: { PATH: process.env['PATH'], HOME: place.home, ...place.env, ...more },
    input: JSON.stringify({
      session_id: session,
      transcript_path: join(place.home, 'x.jsonl'),
      cwd: place.cwd,
      hook_event_name: 'SessionStart',
      source: 'startup',
      model: 'a-model',
    }),
    encoding: 'utf8',
  })
  expect([stderr, status]).toEqual(['', 0])
  if (stdout === '') return undefined
  const { systemMessage, hookSpecificOutput } = JSON.parse(stdout)
  expect(hookSpecificOutput).toEqual({ hookEventName: 'SessionStart', additionalContext: systemMessage })
  return systemMessage
}
const isOver = () => existsSync(join(place.target.folder, 'state.json')) && place.state().night !== undefined

describe('I3 A4 the morning after', () => {
  it('a conversation in which nothing waits begins with no line', () => {
    expect(started()).toBeUndefined()
  })

  it('the first conversation after an automatic run hears what it did, the second does not; status says it', async () => {
    place.sessions(5)
    expect(started()).toBeUndefined()
    while (!isOver()) await new Promise(wake => setTimeout(wake, 50))
    expect(started()).toMatch(/^Dream: automatic run of .*: 1 change \(dream undo takes it back\)\.$/)
    expect(started()).toBeUndefined()
    const { stdout } = await runDream(['status'], place)
    expect(stdout).toMatch(/last: done, .*: 1 change/)
  })

  it('each conversation hears what waits and what vanished, with the commands of the plugin where it is one', async () => {
    await runDream(['remember', '--origin', 'assistant', 'Always use tabs'], place)
    expect(started()).toBe('Dream: 1 item waits for the user (dream queue).')
    rmSync(join(place.memory, 'letters.md'))
    expect(started({ CLAUDE_PLUGIN_ROOT: '/plugin' })).toBe(
      'Dream: 1 item waits for the user (/dream:queue). 1 note vanished (/dream:look).',
    )
    expect(started({ LC_ALL: 'zh_CN.UTF-8' })).toBe(
      'Dream： 有 1 项等待用户决定（dream queue）。 有 1 条笔记消失（dream look）。',
    )
  })

  it('a run of Dream itself hears nothing', async () => {
    await runDream(['remember', '--origin', 'assistant', 'Always use tabs'], place)
    expect(started({ DREAMING: 'token' })).toBeUndefined()
  })
})
