import { describe, expect, it } from 'vitest'
import { projectSlug } from '../../src/sources/claude-code/places.ts'
import { SOURCES } from '../../src/sources/registry.ts'
import { type Sample, sourceContract } from './contract.ts'

const NOTE = '---\nname: Deploys\ndescription: how\ntype: project\n---\n\nDeploys are on Friday.\n'

const SAMPLES: Readonly<Record<string, Sample>> = {
  'claude-code': {
    memory: {
      files: {
        'project/.claude/agent-memory/helper/MEMORY.md': '- [Deploys](deploys.md)\n',
        'project/.claude/agent-memory/helper/deploys.md': NOTE,
      },
      folder: 'project/.claude/agent-memory/helper',
    },
    session: home => ({ [`.claude/projects/${projectSlug(`${home}/project`)}/one.jsonl`]: '{}\n' }),
    transcript: [
      { type: 'user', message: { role: 'user', content: 'Deploys are on Friday.' } },
      { type: 'assistant', message: { content: [{ type: 'text', text: 'Noted.' }] } },
      { type: 'summary', summary: 'About deploys.' },
    ],
  },
  openclaw: {
    cwd: '.openclaw/workspace',
    memory: {
      files: {
        '.openclaw/workspace/MEMORY.md': '# Me\n',
        '.openclaw/workspace/memory/2026-05-14.md': '- something\n',
      },
      folder: '.openclaw/workspace',
    },
    session: () => ({ '.openclaw/workspace/memory/2026-05-14.md': '- something\n' }),
    transcript: [
      { type: 'message', message: { role: 'user', content: 'Deploys are on Friday.' } },
      { type: 'message', message: { role: 'assistant', content: [{ type: 'text', text: 'Noted.' }] } },
      { type: 'session', id: 's' },
    ],
  },
  codex: {
    cwd: 'project',
    memory: {
      // The path of the project is a part of it, so a sample for every project stands in codex.test.ts.
      files: {
        '.codex/memories/memory_summary.md': 'v1\n',
        '.codex/memories/MEMORY.md': '# Task Group: a\n',
      },
      folder: '.codex/memories',
      projects: 'all',
    },
    transcript: [
      {
        type: 'response_item',
        payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'On Friday.' }] },
      },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Noted.' }] },
      { type: 'session_meta', payload: { id: 's', cwd: '/p' } },
    ],
  },
}

for (const source of SOURCES) sourceContract(source, SAMPLES[source.name] ?? {})

describe('the registry', () => {
  it('has a sample for every source', () => {
    expect(Object.keys(SAMPLES).sort()).toEqual(SOURCES.map(({ name }) => name).sort())
  })
})
