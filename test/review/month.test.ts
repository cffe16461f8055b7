import { describe, expect, it } from 'vitest'
import { runDream } from '../cli/run-dream.ts'
import { deepTree } from '../journal/place.ts'
import { ready } from '../journal/workspace.ts'
import { commandLine } from './host-agent.ts'
import { overMcp } from './over-mcp.ts'

const day = (at: number): string => `2026-03-${String(at + 1).padStart(2, '0')}`

const LANGUAGES = {
  en: {
    memory:
      '# Memory\n\n## Current state\n- The harbour survey is in progress (2026-02-20)\n\n## Stable knowledge\n\n## Relations and background\n\n## Dream\n',
    journal: (at: number) =>
      `# ${day(at)}\n\n- Heartbeat: all ${100 + at} sensors report, nothing happened\n- Backup took ${20 + at} seconds\n${
        at % 7 === 3 ? `\n## Decisions\n- Decided: buoy ${at} moves to pier ${at + 40}\n` : ''
      }${at === 29 ? '- The harbour survey is finished\n' : ''}`,
    text: (at: number) => `Buoy ${at} moves to pier ${at + 40}`,
    standing: 'harbour survey',
  },
  zh: {
    memory:
      '# 记忆\n\n## 当前状态\n- 港口勘测正在进行 (2026-02-20)\n\n## 稳定认知\n\n## 关系与背景\n\n## Dream\n',
    journal: (at: number) =>
      `# ${day(at)}\n\n- 心跳：全部 ${100 + at} 个传感器正常，没有变化\n- 备份用时 ${20 + at} 秒\n${
        at % 7 === 3 ? `\n## 决定\n- 决定：${at} 号浮标移到 ${at + 40} 号码头\n` : ''
      }${at === 29 ? '- 港口勘测已完成\n' : ''}`,
    text: (at: number) => `${at} 号浮标移到 ${at + 40} 号码头`,
    standing: '港口勘测',
  },
} as const

describe('I8 J24 a month of journals through brief, submit and undo', () => {
  it.each([
    ['en', 'the command line'],
    ['zh', 'the command line'],
    ['en', 'MCP'],
    ['zh', 'MCP'],
  ] as const)(
    '%s over %s: facts arrive, quiet days are folded, and every byte comes back',
    async (language, through) => {
      const words = LANGUAGES[language]
      const journals = Array.from({ length: 30 }, (_, at) => [`memory/${day(at)}.md`, words.journal(at)])
      const place = await ready({ 'MEMORY.md': words.memory, ...Object.fromEntries(journals) })
      const world = { cwd: place.root, home: place.home, env: place.where.env as Record<string, string> }
      const before = deepTree(place.root)
      const door = through === 'MCP' ? await overMcp(world) : commandLine(world)
      const runs: string[] = []
      for (let round = 0; round < 20; round++) {
        const brief = await door.brief('journal')
        if (brief.parts === 0) break
        expect(brief.language).toBe(language)
        expect(brief.text.length).toBeLessThan(30_000)
        expect(JSON.stringify(brief).length).toBeLessThan(60_000)
        // Of a quiet day between quiet days nothing is shown twice.
        expect(brief.text.match(/2026-03-02\n\d+\|[^\n]*\n\[/)).not.toBeNull()
        const days = [...brief.data!.matchAll(/^### (2026-03-\d\d)/gm)].map(([, date]) => date!)
        const facts = days.flatMap(date => {
          const at = Number(date.slice(-2)) - 1
          return at % 7 === 3
            ? [
                {
                  op: 'add',
                  section: 'stable',
                  text: words.text(at),
                  sources: [`${date}:7`],
                  reason: 'decision',
                },
              ]
            : []
        })
        const id = new RegExp(`^(m[0-9a-f]+) .*${words.standing}`, 'm').exec(brief.data!)?.[1]
        const done = days.includes(day(29))
          ? [{ op: 'archive', id, sources: [`${day(29)}:5`], reason: 'done' }]
          : []
        const rest = { op: 'ignore', sources: days, reason: 'status' }
        const answer = await door.submit({ brief: brief.id, operations: [...facts, ...done, rest] })
        expect(answer.results.filter(({ result }) => result === 'refused')).toEqual([])
        expect(answer.state).toBe('closed')
        runs.push(answer.run!)
      }
      for (const at of [3, 10, 17, 24]) expect(place.read('MEMORY.md')).toContain(words.text(at))
      expect(place.read('MEMORY.md')).not.toContain(`- ${words.standing}`)
      for (const run of runs.reverse()) expect((await runDream(['undo', run], world)).code).toBe(0)
      expect(deepTree(place.root)).toEqual(before)
    },
  )
})

it('J25 J24 a file without entries: the brief speaks the language of the journals, and says in which section a part begins', async () => {
  const lines = Array.from(
    { length: 1200 },
    (_, at) => `- 第 ${at} 号浮标在港口的例行检查中一切正常，下次检查安排在下个月`,
  )
  const place = await ready({
    'MEMORY.md': LANGUAGES.en.memory.replace(/^- .*\n/m, ''),
    'memory/2026-03-01.md': `# 2026-03-01\n\n## 港口巡检\n${lines.join('\n')}\n`,
  })
  const door = commandLine({
    cwd: place.root,
    home: place.home,
    env: place.where.env as Record<string, string>,
  })
  const first = await door.brief('journal')
  expect(first).toMatchObject({ language: 'zh', part: 1 })
  expect(first.parts).toBeGreaterThan(1)
  expect((await door.brief('journal', 2)).text).toMatch(
    /^### 2026-03-01 \(\d+–\d+\)\n\[承接：# 2026-03-01 \/ ## 港口巡检\]$/m,
  )
})
