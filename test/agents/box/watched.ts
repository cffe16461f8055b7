/** Runs tool calls in a process of its own, between two marks that a watcher of system calls can see. */
import { accessSync, readFileSync, writeFileSync } from 'node:fs'
import { openAgentBox } from '../../../src/agents/dream-agent-box.ts'
import type { Ground } from './desk.ts'
import { BEGIN, END, type Watched } from './marks.ts'
import type { RandomCall } from './random-calls.ts'

const [order, result] = process.argv.slice(2) as [string, string]
const { ground, calls } = JSON.parse(readFileSync(order, 'utf8')) as { ground: Ground; calls: RandomCall[] }
const { memory, files, transcripts } = ground
const box = openAgentBox({ root: memory, files, transcripts, now: Date.now })
// What is loaded at first use is not what is watched.
for (const command of ['ls -la', 'grep -rn name .', 'find . -type f', 'cat deploy.md', 'stat deploy.md'])
  box.tools.call({ tool: 'command', input: { command } })

mark(BEGIN)
const answers = calls.map(call => box.tools.call(call))
mark(END)

const accepted = answers.filter(({ did }) => did === 'done').length
const texts = answers.map(({ text }) => text)
writeFileSync(result, JSON.stringify({ copy: box.scratch.path, accepted, texts } satisfies Watched))
box.close()

function mark(path: string): void {
  try {
    accessSync(path)
  } catch {
    // It never is there; the question is the mark.
  }
}
