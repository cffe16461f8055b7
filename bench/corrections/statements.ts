import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ExtractorAgent } from '../../src/index.ts'
import { type Half, READINGS, type Rows, readSets } from './sets.ts'

interface Talk {
  readonly id: string
  readonly lang: string
  readonly turns: readonly string[]
  readonly kind: string
  readonly save: boolean
  readonly memory: string | null
}

/** What the rules alone keep of a person's turns. */
async function keptOf(turns: readonly string[]): Promise<string[]> {
  const agent = new ExtractorAgent()
  const spoken = turns.map((text, at) => ({
    speaker: 'user' as const,
    origin: 'user' as const,
    text,
    line: at + 1,
    offset: 0,
  }))
  const { memories } = await agent.extract({ turns: spoken, at: '2026-03-02T10:00:00Z' })
  return memories.map(({ text }) => text)
}

export async function benchStatements({ name, rows }: Rows<Talk>, isVerbose: boolean): Promise<string> {
  const judged = await Promise.all(rows.map(async talk => ({ ...talk, kept: await keptOf(talk.turns) })))
  const lines = ['en', 'zh', 'all'].map(lang => {
    const of = judged.filter(talk => lang === 'all' || talk.lang === lang)
    const saved = of.filter(({ kept }) => kept.length > 0)
    const right = saved.filter(({ save }) => save)
    const wanted = of.filter(({ save }) => save)
    return `${lang.padEnd(4)} ${of.length} talks, saved ${saved.length}, rightly ${right.length}: precision ${ratio(right.length, saved.length)}, recall ${ratio(right.length, wanted.length)}`
  })
  const wrong = judged.filter(({ save, kept }) => save !== kept.length > 0)
  const listed = wrong.map(
    ({ id, lang, kind, save, turns, kept }) =>
      `${id} ${lang} ${kind} ${save ? 'MISSED' : 'WRONGLY SAVED'} ${JSON.stringify(turns)} ${JSON.stringify(kept)}`,
  )
  return [`statements, ${name}`, ...lines, ...(isVerbose ? listed : []), ''].join('\n')
}

interface Turn {
  readonly id: string
  readonly file: string
  readonly row: number
  readonly save: 'yes' | 'maybe' | 'no'
}

export async function benchTranscripts(half: Half, isVerbose: boolean): Promise<string> {
  const turns = readSets<Turn>('transcripts.jsonl', half)[0]?.rows
  const folder = process.env['DREAM_TRANSCRIPTS'] ?? join(READINGS, '../transcripts')
  if (turns === undefined || !existsSync(folder))
    return 'transcripts: set DREAM_READINGS and DREAM_TRANSCRIPTS\n'
  const judged = await Promise.all(
    turns.map(async turn => {
      const text = textAt(join(folder, turn.file), turn.row)
      return { ...turn, text, kept: await keptOf([text]) }
    }),
  )
  const rows = (['yes', 'maybe', 'no'] as const).map(label => {
    const of = judged.filter(({ save }) => save === label)
    return `${label.padEnd(6)} ${of.filter(({ kept }) => kept.length > 0).length} of ${of.length} saved`
  })
  const wrong = judged.filter(
    ({ save, kept }) => (save === 'no' && kept.length > 0) || (save === 'yes' && kept.length === 0),
  )
  const listed = wrong.map(
    ({ id, save, text, kept }) =>
      `${id} ${save} ${JSON.stringify(text.slice(0, 300))} ${JSON.stringify(kept)}`,
  )
  return [`turns of transcripts (${half})`, ...rows, ...(isVerbose ? listed : []), ''].join('\n')
}

function textAt(file: string, row: number): string {
  const line = readFileSync(file, 'utf8').split('\n')[row - 1] ?? '{}'
  const { message } = JSON.parse(line) as { message?: { content?: unknown } }
  const content = message?.content
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.flatMap(part => (typeof part?.text === 'string' ? [part.text] : [])).join('\n')
}

const ratio = (part: number, of: number): string => (of === 0 ? '–' : (part / of).toFixed(2))
