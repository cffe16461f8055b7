import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { givenTranscripts } from '../../src/sources/sessions.ts'
import {
  type Cursor,
  cursorAt,
  cursorsText,
  LONGEST_LINE,
  openText,
  parseCursors,
  resumeAt,
} from '../../src/sources/transcripts/file.ts'
import { readTranscript } from '../../src/sources/transcripts/read.ts'
import type { TranscriptTurn } from '../../src/sources/transcripts/record.ts'

import { atLevel } from '../level.ts'

const folder = mkdtempSync(join(tmpdir(), 'dream-transcripts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
function fileOf(...records: readonly (object | string)[]): string {
  const path = join(folder, `${count++}.jsonl`)
  writeFileSync(
    path,
    records.map(each => `${typeof each === 'string' ? each : JSON.stringify(each)}\n`).join(''),
  )
  return path
}

/** Reads from a cursor, and gives the cursor after it. */
function readOn(path: string, cursor?: Cursor, form: 'records' | 'text' = 'records') {
  const file = openText(path)!
  try {
    const reading = readTranscript(file, { ...resumeAt(file, cursor), form })
    const turns = [...reading.turns()]
    const fresh = turns.filter(turn => turn.seen !== true)
    return {
      turns: fresh,
      seen: turns.length - fresh.length,
      counts: reading.counts(),
      cursor: cursorAt(file, reading.end()),
    }
  } finally {
    file.close()
  }
}

const brief = (turns: readonly TranscriptTurn[]) =>
  turns.map(({ speaker, origin, text }) => `${speaker}/${origin}: ${text}`)

let uuid = 0
const row = (type: string, content: unknown, rest: object = {}) => ({
  type,
  uuid: `u${uuid++}`,
  sessionId: 's1',
  cwd: '/work/shop',
  timestamp: '2026-06-05T10:00:00.000Z',
  message: { role: type, content },
  ...rest,
})

describe('M11 Claude Code transcripts', () => {
  it('tells people, agents, tools and pages apart, whatever the record', () => {
    const path = fileOf(
      { type: 'file-history-snapshot', messageId: 'm', snapshot: {} },
      row('user', 'Fix the login.'),
      row('user', 'be careful', { isMeta: true }),
      row('assistant', [
        { type: 'thinking', thinking: 'secret thoughts' },
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } },
        { type: 'tool_use', id: 't2', name: 'WebFetch', input: { url: 'https://example.org' } },
      ]),
      row('user', [{ type: 'tool_result', tool_use_id: 't1', content: 'a.ts' }], {
        toolUseResult: { stdout: 'a.ts' },
      }),
      row('user', [{ type: 'tool_result', tool_use_id: 't2', content: [{ type: 'text', text: 'a page' }] }]),
      row('user', [
        { type: 'image', source: {} },
        { type: 'text', text: 'See the picture.' },
      ]),
      row('user', 'Look for the bug in the parser.', { isSidechain: true, agentId: 'a1' }),
      row('assistant', 'Sub-agent here.', { isSidechain: true }),
      { type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted', uuid: 'x1' },
      row('user', 'This session is being continued from a previous conversation. Never use tabs.', {
        isCompactSummary: true,
      }),
      { type: 'summary', summary: 'Login fixed', leafUuid: 'u1' },
      { type: 'attachment', attachment: { type: 'file', content: 'Never use tabs.' }, uuid: 'x2' },
      { type: 'queue-operation', operation: 'enqueue', content: 'later' },
      row('user', '<command-name>/clear</command-name><command-args></command-args>'),
      row('user', [{ type: 'text', text: '[Request interrupted by user]' }]),
    )
    const { turns, counts } = readOn(path)
    expect(brief(turns)).toEqual([
      'user/user: Fix the login.',
      'system/unknown: be careful',
      'assistant/assistant: I look.',
      'tool/tool: a.ts',
      'tool/web: a page',
      'user/user: See the picture.',
      'system/unknown: Look for the bug in the parser.',
      'system/unknown: Sub-agent here.',
      'system/unknown: Conversation compacted',
      'system/unknown: This session is being continued from a previous conversation. Never use tabs.',
      'system/unknown: Login fixed',
      'system/unknown: <command-name>/clear</command-name><command-args></command-args>',
      'system/unknown: [Request interrupted by user]',
    ])
    expect(counts).toEqual({ lines: 16, turns: 13, tooLong: 0, unreadable: 0 })
    expect(turns[0]).toMatchObject({
      session: 's1',
      cwd: '/work/shop',
      at: '2026-06-05T10:00:00.000Z',
      line: 2,
    })
  })

  it('what the harness put between the words, and recalled memory, is not said', () => {
    const said = (text: string) => brief(readOn(fileOf(row('user', text))).turns)
    expect(said('Run it.<system-reminder>Never use tabs.</system-reminder> Then stop.')).toEqual([
      'user/user: Run it. Then stop.',
    ])
    expect(said('<system-reminder>\nContents of MEMORY.md: Never use tabs.\n</system-reminder>')).toEqual([])
    expect(said('Run it.<system-reminder>Never use tabs.')).toEqual(['user/user: Run it.'])
    expect(said('<memory path="a.md">Never use tabs.</memory>Go on.')).toEqual(['user/user: Go on.'])
    expect(said('Use the <memory-bank> tag.')).toEqual(['user/user: Use the <memory-bank> tag.'])
    expect(said('Go on.\n## Memory: ~/notes\n\n- [Tabs](tabs.md) — Never use tabs.')).toEqual([
      'user/user: Go on.',
    ])
    expect(said('Contents of /home/a/CLAUDE.md (project instructions):\n\nNever use tabs.')).toEqual([])
    expect(said('<local-command-stdout>Never use tabs.</local-command-stdout>')).toEqual([])
    expect(
      said(
        'Read.\n<<<EXTERNAL_UNTRUSTED_CONTENT id="1">>>\nNever use tabs.\n<<<END_EXTERNAL_UNTRUSTED_CONTENT id="1">>>\nOk?',
      ),
    ).toEqual(['user/user: Read.\n\nOk?'])
  })

  it('a row that is repeated counts once; damage is told and passed over', () => {
    const once = row('user', 'Once.')
    const { turns, counts } = readOn(
      fileOf(once, '{"broken', '[1,2]', '"text"', '', { strange: true }, once, row('user', 'Twice.')),
    )
    expect(brief(turns)).toEqual(['user/user: Once.', 'user/user: Twice.'])
    expect(counts.unreadable).toBe(4)
  })
})

describe('M11 other agents', () => {
  it('OpenClaw: sessions, channels, groups, heartbeats, tools', () => {
    const message = (role: string, content: unknown, rest: object = {}) => ({
      type: 'message',
      id: `m${uuid++}`,
      parentId: null,
      timestamp: '2026-06-05T10:00:00.000Z',
      message: { role, content, ...rest },
    })
    const meta = 'Conversation info (untrusted metadata):\n```json\n{ "message_id": "7" }\n```\n\n'
    const group = meta.replace('"7"', '"8", "is_group_chat": true')
    const { turns } = readOn(
      fileOf(
        { type: 'session', id: 'oc-1', cwd: '/home/a', timestamp: '2026-06-05T10:00:00.000Z' },
        message('user', [{ type: 'text', text: `${meta}Water the plants.` }]),
        message('user', [{ type: 'text', text: `${group}Delete everything.` }]),
        message('user', 'Read HEARTBEAT.md if it exists. Reply HEARTBEAT_OK.'),
        message('assistant', [
          { type: 'text', text: 'Done.' },
          { type: 'toolCall', id: 'c1', name: 'web_fetch', arguments: {} },
        ]),
        message('toolResult', [{ type: 'text', text: 'a page' }], { toolCallId: 'c1' }),
        { type: 'custom_message', customType: 'hook', content: 'Never use tabs.' },
        { type: 'compaction', summary: 'All is well', firstKeptEntryId: 'm1', tokensBefore: 9 },
        { type: 'custom', data: {} },
      ),
    )
    expect(brief(turns)).toEqual([
      'user/user: Water the plants.',
      'user/unknown: Delete everything.',
      'system/unknown: Read HEARTBEAT.md if it exists. Reply HEARTBEAT_OK.',
      'assistant/assistant: Done.',
      'tool/web: a page',
      'system/unknown: Never use tabs.',
      'system/unknown: All is well',
    ])
    expect(turns[0]?.session).toBe('oc-1')
  })

  it('Codex: rollouts of both ages, words that come twice, what is put in', () => {
    const line = (type: string, payload: object) => ({ timestamp: '2026-06-05T10:00:00.000Z', type, payload })
    const item = (role: string, text: string) => ({
      type: 'message',
      role,
      content: [{ type: 'input_text', text }],
    })
    const { turns } = readOn(
      fileOf(
        line('session_meta', { id: 'cx-1', cwd: '/work/shop' }),
        line('response_item', item('user', '<environment_context>cwd</environment_context>')),
        line('response_item', item('user', '# AGENTS.md instructions for /work/shop\n\nNever use tabs.')),
        line('response_item', item('user', 'Add a test.')),
        line('event_msg', { type: 'user_message', message: 'Add a test.' }),
        line('response_item', { type: 'function_call', name: 'shell', call_id: 'c1', arguments: '{}' }),
        line('response_item', { type: 'function_call_output', call_id: 'c1', output: 'ok' }),
        line('response_item', {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'Added.' }],
        }),
        line('compacted', { message: 'A summary' }),
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'An older form.' }] },
        { type: 'function_call_output', call_id: 'c9', output: { content: 'old output' } },
      ),
    )
    expect(brief(turns)).toEqual([
      'user/user: Add a test.',
      'tool/tool: ok',
      'assistant/assistant: Added.',
      'system/unknown: A summary',
      'user/user: An older form.',
      'tool/tool: old output',
    ])
    expect(turns[0]).toMatchObject({ session: 'cx-1', cwd: '/work/shop' })
  })

  it('plain text: marks say who speaks, and nobody says that they are true', () => {
    const path = join(folder, 'talk.txt')
    writeFileSync(path, 'User: Never use tabs.\nI mean it.\n\n**Assistant:** Fine.\n助手：好的。\n我：谢谢\n')
    const { turns } = readOn(path, undefined, 'text')
    expect(brief(turns)).toEqual([
      'user/unknown: Never use tabs.\nI mean it.',
      'assistant/unknown: Fine.',
      'assistant/unknown: 好的。',
      'user/unknown: 谢谢',
    ])
  })

  it('what cannot be read is said: compressed, gone, no file', () => {
    const packed = join(folder, 'rollout.jsonl.zst')
    writeFileSync(packed, 'x')
    expect(givenTranscripts(packed)).toMatchObject({ kind: 'odd' })
    expect(givenTranscripts(join(folder, 'nowhere'))).toEqual({ kind: 'gone' })
    expect(givenTranscripts('/dev/null')).toMatchObject({ kind: 'odd' })
  })
})

describe('M11 the cursor', () => {
  it('moves past whole lines alone; half a line waits for its rest', () => {
    const path = fileOf(row('user', 'First.'))
    const half = JSON.stringify(row('user', 'Second.'))
    writeFileSync(path, half.slice(0, 40), { flag: 'a' })
    const first = readOn(path)
    expect(brief(first.turns)).toEqual(['user/user: First.'])
    writeFileSync(path, half.slice(40), { flag: 'a' })
    // A whole record without its line end is whole.
    const second = readOn(path, first.cursor)
    expect(brief(second.turns)).toEqual(['user/user: Second.'])
    expect(second.turns[0]?.line).toBe(2)
    writeFileSync(path, `\n${JSON.stringify(row('user', 'Third.'))}\n`, { flag: 'a' })
    expect(brief(readOn(path, second.cursor).turns)).toEqual(['user/user: Third.'])
    expect(readOn(path, readOn(path, second.cursor).cursor).turns).toEqual([])
  })

  it('a file that was cut or replaced is read from its beginning', () => {
    const path = fileOf(row('user', 'First.'), row('user', 'Second.'))
    const { cursor } = readOn(path)
    truncateSync(path, 50)
    writeFileSync(path, `\n${JSON.stringify(row('user', 'Anew.'))}\n`, { flag: 'a' })
    expect(brief(readOn(path, cursor).turns)).toEqual(['user/user: Anew.'])
    writeFileSync(path, `${JSON.stringify(row('user', `${'x'.repeat(2000)} replaced`))}\n`)
    expect(readOn(path, cursor).turns).toHaveLength(1)
  })

  it('written down and read back; damage is as if nothing had been read', () => {
    const there = join(folder, 'there.jsonl')
    writeFileSync(there, '')
    const cursors = new Map([
      [there, { offset: 5, line: 1, head: 'h', tail: 't' }],
      ['/gone.jsonl', { offset: 6, line: 2, head: 'h', tail: 't' }],
    ])
    expect(parseCursors(cursorsText(cursors))).toEqual(new Map([[there, cursors.get(there)]]))
    for (const text of [undefined, '', '{', '[]', 'null', '{"cursors":3}', '{"cursors":[null,{"file":1}]}'])
      expect(parseCursors(text)).toEqual(new Map())
  })

  it('read in any pieces, a transcript gives the same turns as read at once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 30 }), { maxLength: 12 }),
        fc.array(fc.nat(), { maxLength: 5 }),
        (texts, cuts) => {
          const path = fileOf(...texts.map(text => row('user', `said ${text}`)))
          const whole = readOn(path).turns
          const bytes = Buffer.from(texts.length === 0 ? '' : readBytes(path))
          writeFileSync(path, '')
          const heard: TranscriptTurn[] = []
          let cursor: Cursor | undefined
          let at = 0
          for (const cut of [...cuts.map(each => each % (bytes.length + 1)), bytes.length].sort(
            (a, b) => a - b,
          )) {
            writeFileSync(path, bytes.subarray(at, cut), { flag: 'a' })
            at = cut
            const part = readOn(path, cursor)
            heard.push(...part.turns)
            cursor = part.cursor
          }
          expect(heard).toEqual(whole)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('what was read before is told as seen, so that an echo of it is known', () => {
    const path = fileOf(row('user', 'First.'))
    const { cursor } = readOn(path)
    writeFileSync(path, `${JSON.stringify(row('user', 'Second.'))}\n`, { flag: 'a' })
    expect(readOn(path, cursor)).toMatchObject({ seen: 1 })
  })
})

describe('M11 bounded memory', () => {
  it('a line of ten megabytes and a gigabyte without a line end are skipped, and told', () => {
    const path = fileOf(row('user', 'Before.'))
    const long = join(folder, 'long.jsonl')
    writeFileSync(long, `${JSON.stringify(row('user', 'x'.repeat(10_000_000)))}\n`)
    writeFileSync(path, readBytes(long), { flag: 'a' })
    writeFileSync(path, `${JSON.stringify(row('user', 'Between.'))}\n`, { flag: 'a' })
    const descriptor = openSync(path, 'r+')
    const start = readBytes(path).length
    const GIGABYTE = 1024 ** 3
    ftruncateSync(descriptor, start + GIGABYTE)
    writeSync(descriptor, `\n${JSON.stringify(row('user', 'After.'))}\n`, start + GIGABYTE)
    closeSync(descriptor)
    let most = 0
    const before = held()
    const file = openText(path)!
    const reading = readTranscript(file, { from: 0, line: 0, form: 'records' })
    const texts: string[] = []
    for (const turn of reading.turns()) {
      texts.push(turn.text)
      most = Math.max(most, held() - before)
    }
    file.close()
    expect(texts).toEqual(['Before.', 'Between.', 'After.'])
    expect(reading.counts()).toMatchObject({ lines: 5, tooLong: 2, unreadable: 0 })
    expect(most).toBeLessThan(LONGEST_LINE)
  })

  it('what is held does not grow with the file', () => {
    const line = `${JSON.stringify({ ...row('user', 'y'.repeat(900)), uuid: undefined })}\n`
    const peak = (lines: number) => {
      const path = join(folder, `many-${lines}.jsonl`)
      const descriptor = openSync(path, 'w')
      for (let at = 0; at < lines; at += 100) writeSync(descriptor, line.repeat(100))
      closeSync(descriptor)
      const before = held()
      let most = 0
      let turns = 0
      const file = openText(path)!
      for (const _ of readTranscript(file, { from: 0, line: 0, form: 'records' }).turns())
        if (turns++ % Math.floor(lines / 4) === 0) most = Math.max(most, held() - before)
      file.close()
      expect(turns).toBe(lines)
      return most
    }
    const MEGABYTE = 1024 ** 2
    peak(1000)
    // Of a kilobyte each.
    expect(peak(atLevel({ quick: 20_000, slow: 100_000 }))).toBeLessThan(5 * MEGABYTE)
  })
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What cannot be given back. */
const held = (): number => {
  collectGarbage()
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  return heapUsed + external + arrayBuffers
}

function readBytes(path: string): Buffer {
  const file = openText(path)!
  const bytes = file.bytes(0, file.size)
  file.close()
  return bytes
}
