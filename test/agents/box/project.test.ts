import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runDream } from '../../cli/run-dream.ts'
import { dataPath, describeData } from '../../golden/data.ts'
import { emptyPlace, type Place } from '../../pipeline/place.ts'
import type { Asked } from '../model-asked.ts'
import { type ModelServer, type Player, type Reply, startModelServer } from '../model-server.ts'

const TOKEN = `ghp_${'a1B2c3D4e5'.repeat(4)}`
const note = (name: string, body: string) =>
  `---\nname: ${name}\ndescription: about ${name}\ntype: project\n---\n${body}\n`

let place: Place
let server: ModelServer
beforeEach(() => {
  place = emptyPlace()
  const put = (path: string, text: string) => {
    mkdirSync(join(place.project, path, '..'), { recursive: true })
    writeFileSync(join(place.project, path), text)
  }
  writeFileSync(join(place.memory, 'MEMORY.md'), '# Memory\n\n- [port](port.md) — the port\n')
  writeFileSync(join(place.memory, 'port.md'), note('port', 'The server listens on port 8080.'))
  put('src/server.ts', `export const PORT = 9090\nconst token = '${TOKEN}'\n`)
  put('secret.txt', 'nobody may read this')
  put('.env', 'PASSWORD=hunter22222')
  put('.gitignore', 'secret.txt\nbuild/\n')
  put('build/out.js', 'built')
  execFileSync('git', ['init', '-q'], { cwd: place.project })
  execFileSync('git', ['add', '-A'], { cwd: place.project })
})
afterEach(async () => {
  await server.close()
  place.remove()
})

/** The calls of each turn, then a summary; what came back is told. */
function playing(turns: readonly { tool: string; input: unknown }[][]): { player: Player; heard: string[] } {
  const heard: string[] = []
  let at = 0
  const player = (asked: Asked): Reply => {
    if (at > 0) heard.push(...asked.messages.slice(-turns[at - 1]!.length).map(({ text }) => text))
    const calls = turns[at++]
    return calls === undefined ? { text: 'Done.' } : { calls }
  }
  return { player, heard }
}

async function agent(turns: readonly { tool: string; input: unknown }[][], line = 'agent --dry-run --json') {
  const { player, heard } = playing(turns)
  server = await startModelServer(player)
  const answer = await runDream(line.split(' '), {
    cwd: place.project,
    home: place.where.home,
    env: {
      ...(place.where.env as Record<string, string>),
      DREAM_LLM__AGENTS__ENDPOINT: server.openai,
      DREAM_LLM__AGENTS__MODEL: 'played',
    },
  })
  return { ...answer, heard }
}

const read = (file: string) => ({ tool: 'read', input: { file } })
const command = (line: string) => ({ tool: 'command', input: { command: line } })

describe('the dream agent and the project', () => {
  it('P5 reads the code with secrets masked; what git ignores and hidden files are not there; nothing can be written', async () => {
    const { project } = place
    const before = readFileSync(join(project, 'src/server.ts'), 'utf8')
    const { heard, code } = await agent([
      [
        read(`${project}/src/server.ts`),
        read(`${project}/secret.txt`),
        read(`${project}/.env`),
        read(`${project}/build/out.js`),
        command(`find ${project} -type f`),
        { tool: 'grep', input: { pattern: 'nobody', path: project } },
        { tool: 'write', input: { file: `${project}/src/new.ts`, text: 'x' } },
        { tool: 'edit', input: { file: `${project}/src/server.ts`, old: '9090', new: '1' } },
      ],
    ])
    expect(code).toBe(0)
    expect(heard[0]).toContain('export const PORT = 9090')
    expect(heard[0]).not.toContain(TOKEN)
    for (const at of [1, 2, 3]) expect(heard[at]).toMatch(/^Refused: .*is not there/)
    expect(heard[4]!.split('\n')).toEqual([`${project}/src/server.ts`])
    expect(heard[5]).toBe('(no match)')
    for (const at of [6, 7]) expect(heard[at]).toContain('only the memory folder can be written to')
    expect(readFileSync(join(project, 'src/server.ts'), 'utf8')).toBe(before)
  })

  it('P5 the prompt names the project, the budget, what to save and what not, and contradicts nothing', async () => {
    await agent([])
    const { system } = server.asked[0]!
    expect(system).toContain(`The project that the notes are about is \`${place.project}\``)
    expect(system).toContain('Your budget: 41 turns, 430000 tokens')
    expect(system).toMatch(/Not worth saving: what the code, git or the documents already tell/)
    expect(system).not.toContain('mkdir')
    expect(system).not.toContain('no other folder')
  })

  it('P5 what it corrects after it has read the project waits for a person, also with --yes', async () => {
    const turns = [
      [read('port.md'), read(`${place.project}/src/server.ts`)],
      [{ tool: 'edit', input: { file: 'port.md', old: '8080', new: '9090' } }],
    ]
    const { stdout } = await agent(turns, 'agent --yes')
    expect(readFileSync(join(place.memory, 'port.md'), 'utf8')).toContain('8080')
    expect(stdout).toContain('dream apply')
  })

  it('P4 the estimate is told before the first call', async () => {
    const { stdout, stderr } = await agent([], 'agent --dry-run')
    expect(stderr + stdout).toMatch(/1 note, played at .*: about [\d,]+ tokens, at most 430,000\./)
  })
})

describe('pipes', () => {
  it('P5 to head, tail and wc, and to nothing else', async () => {
    const { heard } = await agent([
      [
        command("grep -n 'o' port.md | head -n 2 | wc -l"),
        command('cat port.md | tail -1'),
        command("find . -name '*.md' | wc -l"),
        command('cat port.md | sh'),
        command('cat port.md | head port.md'),
        command('cat port.md || ls'),
        command("grep 'a|b' port.md | wc"),
      ],
    ])
    expect(heard[0]).toBe('2')
    expect(heard[1]).toBe('The server listens on port 8080.')
    expect(heard[2]).toBe('2')
    expect(heard[3]).toMatch(/^Refused: \| sh is not allowed; behind \| stand head, tail and wc/)
    expect(heard[4]).toContain('takes no file')
    expect(heard[5]).toMatch(/^Refused: /)
    expect(heard[6]).toBe('0 0 0')
  })
})

describeData('a large folder', 'memories', () => {
  it('P5 an agent that reads 200 real notes one by one comes to its end within its bounds', async () => {
    const folders = ['N3rdage+the-library', 'PinKushin+PokemonBattleJournal']
    const texts = folders.flatMap(name => notesBelow(dataPath(`memories/${name}/files`)))
    expect(texts.length).toBeGreaterThanOrEqual(200)
    for (const [at, text] of texts.slice(0, 200).entries())
      writeFileSync(join(place.memory, `note-${at}.md`), text)
    const reads = Array.from({ length: 200 }, (_, at) => [read(`note-${at}.md`)])
    const { stdout, code } = await agent(reads)
    expect(code).toBe(0)
    const report = JSON.parse(stdout) as {
      run: { stop: { word: string }; steps: number; spent: { inputTokens: number } }
    }
    expect(report.run).toMatchObject({ stop: { word: 'finished' }, steps: 201 })
    // Counted by what was really sent: the server of this test says a hundred for every call.
    const sent = server.asked.reduce((sum, { raw }) => sum + raw.length / 4, 0)
    expect(sent).toBeLessThan(400_000 + 201 * 30_000)
  }, 120_000)
})

function notesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(name => join(folder, String(name)))
    .filter(path => path.endsWith('.md') && !path.endsWith('MEMORY.md'))
    .map(path => readFileSync(path, 'utf8'))
}
