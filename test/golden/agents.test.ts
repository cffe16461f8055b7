import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { inTurn } from '../agents/model-players.ts'
import { type ModelServer, startModelServer } from '../agents/model-server.ts'
import { CONVERSATIONS, type Conversation } from './conversations.ts'
import { masked } from './mask.ts'
import { filesBelow, type Place, placeOf } from './place.ts'
import { expectRecord } from './record.ts'
import { runCommand } from './run-command.ts'

// Ten conversations of the dream agent with a model, over HTTP, and the plans that come of them. `-u` records anew.

let place: Place | undefined
let server: ModelServer | undefined
afterEach(async () => {
  place?.remove()
  await server?.close()
})

async function played({ line, api, says }: Conversation): Promise<object> {
  place = placeOf('agent/folder')
  server = await startModelServer(inTurn(...says))
  const env = {
    ...place.setting.env,
    DREAM_LLM__AGENTS__API: api,
    DREAM_LLM__AGENTS__ENDPOINT: server[api],
    DREAM_LLM__AGENTS__MODEL: 'test-model',
  }
  const memory = join(place.project, '.claude/memory')
  const before = textsOf(memory)
  const { code, stdout } = await runCommand(line.split(' '), { ...place.setting, env })
  return {
    line,
    exit: code,
    answer: answerOf(stdout, place.top),
    heard: heardBy(server),
    changed: changedFrom(before, memory),
  }
}

/** Port and seconds are of no account. */
function answerOf(stdout: string, top: string): unknown {
  const text = stdout
    .replaceAll(/127\.0\.0\.1:\d+/g, '<server>')
    .replaceAll(/"seconds": [\d.e-]+/g, '"seconds": 0')
  return masked(JSON.parse(text), top)
}

/** What the model was offered, and who had spoken each time that it was asked. */
function heardBy({ asked }: ModelServer): object {
  return {
    tools: asked[0]?.tools,
    turns: asked.map(({ messages }) => messages.map(({ role }) => role).join(' ')),
  }
}

const textsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(filesBelow(folder).map(name => [name, readFileSync(join(folder, name), 'utf8')]))

function changedFrom(before: Readonly<Record<string, string>>, folder: string): object {
  const after = textsOf(folder)
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter(name => before[name] !== after[name])
  return Object.fromEntries(changed.map(name => [name, after[name]?.split('\n') ?? 'gone']))
}

describe('golden: ten conversations of the dream agent', () => {
  it.each(Object.keys(CONVERSATIONS))('%s', async name => {
    await expectRecord(`agents/${name.replace(/\W+/g, '-')}`, await played(CONVERSATIONS[name]!))
  })

  it('are ten', () => {
    expect(Object.keys(CONVERSATIONS)).toHaveLength(10)
  })
})
