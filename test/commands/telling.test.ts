import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { extract } from '../../src/agents/extract.ts'
import type { Where } from '../../src/app/app.ts'
import type { CaptureKind } from '../../src/journal/capture.ts'
import { DEFAULT_POLICY } from '../../src/model/plan.ts'
import { runDream } from '../cli/run-dream.ts'
import { dreamAt } from '../dream-at.ts'
import { journalPlace } from '../journal/place.ts'
import { emptyPlace, type Place, treeBelow } from '../pipeline/place.ts'
import { DIFFERENT, REPEATED } from './telling-pairs.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const MONDAY = Date.UTC(2026, 10, 16, 9)
const HOUR = 3_600_000

/** A folder with a note for each of these texts: `n0.md`, `n1.md` … */
function indexFolder(texts: readonly string[] = []): Place {
  const place = emptyPlace()
  closing.push(() => place.remove())
  const lines = texts.map((text, at) => {
    writeFileSync(join(place.memory, `n${at}.md`), `---\nname: n${at}\ntype: project\n---\n${text}.\n`)
    return `- [n${at}](n${at}.md)\n`
  })
  writeFileSync(join(place.memory, 'MEMORY.md'), `# foo\n\n${lines.join('')}`)
  return place
}

/** A workspace whose `MEMORY.md` has a line for each of these texts. */
function journalFolder(texts: readonly string[] = []) {
  const lines = texts.map(text => `- ${text}\n`).join('')
  const snapshot = `# Memory\n\n## Current state\n\n## Stable knowledge\n${lines}`
  const place = journalPlace({ 'MEMORY.md': snapshot, 'memory/2026-11-15.md': '- 10:00 — Hello\n' })
  closing.push(() => place.remove())
  mkdirSync(place.vault)
  return place
}

interface Telling {
  readonly where?: Where
  readonly as?: CaptureKind
  readonly epochMs?: number
}

async function told(place: Place, text: string, { where, as, epochMs = MONDAY }: Telling = {}) {
  const here = where ?? { ...place.where, env: { ...place.where.env, TZ: 'UTC' } }
  const result = await dreamAt(here, epochMs).remember({ text: [text], ...(as !== undefined && { as }) })
  if (!('layout' in result)) throw new Error('it went into a journal')
  return result
}

type Language = keyof typeof DIFFERENT
const LANGUAGES: readonly Language[] = ['english', 'chinese']
const KINDS: readonly Telling[] = [{}, { as: 'correction' }]
const CASES = LANGUAGES.flatMap(language => KINDS.map(kind => [language, kind] as const))
/** One pair of each kind, where both are told: writing takes its time. */
const oneOfEach = (language: Language) => [
  ...new Map(DIFFERENT[language].map(pair => [pair[0], pair] as const)).values(),
]
const firsts = (language: Language) => DIFFERENT[language].map(([, first]) => first)

describe('remember in an index folder', () => {
  it.each(CASES)(
    'M20 what differs from a note is written, and the note is named: %s %o',
    async (language, kind) => {
      const all = firsts(language)
      const place = indexFolder(all)
      const pairs = kind.as === undefined ? DIFFERENT[language] : oneOfEach(language)
      for (const [, first, second] of pairs)
        await expectWritten(place, second, `n${all.indexOf(first)}.md`, kind)
      expectListed(place, all.length + pairs.length)
    },
  )

  it.each(LANGUAGES)('M20 so is what differs from something that was told: %s', async language => {
    const place = indexFolder()
    const pairs = oneOfEach(language)
    for (const [, first, second] of pairs)
      await expectWritten(place, second, (await told(place, first)).file, {})
    expectListed(place, 2 * pairs.length)
  })

  async function expectWritten(place: Place, text: string, near: string, more: Telling) {
    const report = await told(place, text, more)
    expect(report.did, text).toBe('remembered')
    const named = report.near.map(({ file }) => file)
    expect(named, text).toContain(near)
    expect(readFileSync(join(place.memory, report.file), 'utf8'), text).toContain(`> ${text}\n`)
  }

  function expectListed(place: Place, count: number) {
    expect(readdirSync(place.memory)).toHaveLength(count + 1)
    expect(readFileSync(join(place.memory, 'MEMORY.md'), 'utf8').match(/^- \[/gm)).toHaveLength(count)
  }

  it.each(CASES)('M20 the same text is not written again: %s %o', async (language, kind) => {
    const place = indexFolder()
    for (const [how, first, again] of REPEATED[language]) {
      const { file } = await told(place, first, kind)
      const before = treeBelow(place.memory)
      const report = await told(place, again, kind)
      expect(report, how).toMatchObject({ did: 'known', file, line: null })
      expect(report.run, how).toBeUndefined()
      expect(treeBelow(place.memory), how).toEqual(before)
    }
  })

  it('M20 what stands under a heading or behind words that turn it is not known', async () => {
    const place = indexFolder()
    const write = (name: string, body: string) =>
      writeFileSync(join(place.memory, name), `---\nname: ideas\ntype: project\n---\n${body}\n`)
    const bodies = [
      'How we work.\n\n## Rejected\n\n- Rent a second van\n- Sell the boat',
      'What we do not do:\n\n- Rent a second van\n- Sell the boat',
      '不要做的事：\n- Rent a second van\n- Sell the boat',
      '"Sell the boat." was the old plan. "Rent a second van." was another.',
      'Sell the boat? Rent a second van?',
      'We may, e.g. sell the boat. Or, e.g. rent a second van.',
    ]
    for (const [at, body] of bodies.entries()) write(`n${at}.md`, body)
    expect((await told(place, 'Rent a second van')).did).toBe('remembered')
    write('plan.md', '## Plans\n\n- Mind the dog. Sell the boat.\n\n## Not now\n\n- Buy a tram')
    expect(await told(place, 'Sell the boat')).toMatchObject({ did: 'known', file: 'plan.md' })
    expect((await told(place, 'Buy a tram')).did).toBe('remembered')
  })

  it('M20 a correction back to what was said before is written: something newer speaks against it', async () => {
    const place = indexFolder()
    const fee = (number: number) => `The harbour fee is ${number} crowns`
    const at = (hours: number, more: Telling = {}) => ({
      epochMs: MONDAY + hours * HOUR,
      ...more,
    })
    await told(place, fee(80))
    await told(place, fee(90), at(1, { as: 'correction' }))
    expect((await told(place, fee(80), at(2))).did).toBe('known')
    expect(await told(place, `No, ${fee(80)}`, at(3))).toMatchObject({ did: 'remembered', type: 'feedback' })
  })

  it('M20 a star that is no emphasis stays in what is written', async () => {
    const place = indexFolder()
    const { file } = await told(place, 'The printer takes *.pdf and **only** scans/**')
    expect(readFileSync(join(place.memory, file), 'utf8')).toContain(
      '**What:** The printer takes *.pdf and only scans/**.\n',
    )
  })

  it('what the user says that agents should do, and how to reach somebody, is written', async () => {
    const place = indexFolder()
    for (const text of ['Agents should run scripts/deploy.sh first', 'Anna, phone +41 79 555 01 02'])
      expect((await told(place, text)).did, text).toBe('remembered')
  })

  it("M20 a stranger's words and secrets are not repeated in the answer", async () => {
    const place = indexFolder()
    const page = '---\nname: q\nmetadata:\n  dream_origin: web\n---\nThe harbour fee is 80 crowns a month.\n'
    const token = `ghp_${'a1B2'.repeat(9)}`
    writeFileSync(join(place.memory, 'page.md'), page)
    writeFileSync(join(place.memory, 'own.md'), `The harbour fee token is ${token} crowns.\n`)
    const { near } = await told(place, 'The harbour fee is 90 crowns a month')
    expect(near.map(({ file }) => file)).toEqual(['page.md', 'own.md'])
    expect(near[0]!.text).toBe('')
    expect(JSON.stringify(near)).not.toContain(token)
  })
})

describe('remember in a journal workspace', () => {
  const linesOf = (text: string) =>
    text.split('\n').flatMap(line => (line.startsWith('- ') ? [line.slice(2)] : []))

  const teller =
    ({ where }: ReturnType<typeof journalFolder>, as?: CaptureKind) =>
    async (text: string, epochMs = MONDAY) => {
      const result = await dreamAt(where, epochMs).remember({
        text: [text],
        ...(as !== undefined && { as }),
      })
      if ('layout' in result) throw new Error('it went into a file')
      return result
    }

  it.each(CASES)(
    'M20 what differs from a line is written, and only that is told: %s %o',
    async (language, { as }) => {
      const place = journalFolder(firsts(language))
      const say = teller(place, as)
      for (const [, first, second] of DIFFERENT[language]) {
        const { known, near, replaced, section } = await say(second)
        expect(place.read('memory/2026-11-16.md'), second).toContain(`— ${second}\n`)
        const lines = linesOf(place.read('MEMORY.md'))
        if (as === 'correction') expect(section, second).toBe('stable')
        expect(lines.includes(`${second} (memory/2026-11-16.md)`), second).toBe(section !== null)
        if (replaced === null) expect(lines, first).toContain(first)
        else expect(place.vaultFile('ledger.md'), first).toContain(first)
        expect(replaced === null ? near : [replaced], second).toContain(first)
        expect(known, second).toBeNull()
      }
    },
  )

  it.each(LANGUAGES)('M20 the same text is not added again, and no section is told: %s', async language => {
    const place = journalFolder()
    const say = teller(place, 'correction')
    for (const [how, first, again] of REPEATED[language]) {
      expect((await say(first)).section, how).toBe('stable')
      const before = place.read('MEMORY.md')
      expect(await say(again), how).toMatchObject({ section: null, known: first, replaced: null })
      expect(place.read('MEMORY.md'), how).toBe(before)
    }
    expect(linesOf(place.read('memory/2026-11-16.md'))).toHaveLength(2 * REPEATED[language].length)
  })

  it('M20 what is told of tomorrow is another thing every day; a day that is named is the same', async () => {
    const tell = teller(journalFolder(), 'decision')
    const say = async (text: string, hours = 0) => (await tell(text, MONDAY + hours * HOUR)).known
    for (const text of ['The van came back yesterday', 'Anna painted the hall two days ago']) {
      expect(await say(text)).toBeNull()
      expect(await say(text, 1)).toBe(text)
      expect(await say(text, 72)).toBeNull()
    }
    expect(await say('The form is due by 2026-12-24')).toBeNull()
    expect(await say('The form is due by 2026-12-24', 24)).not.toBeNull()
    expect(await say('The survey is due tomorrow')).toBeNull()
    expect(await say('The survey is due tomorrow', 24)).toBeNull()
  })

  it('P6 what an agent says of the user goes to the journal alone, and a secret nowhere', async () => {
    const place = journalFolder()
    const tell = (text: string) =>
      dreamAt(place.where, MONDAY).remember({ text: [text], as: 'decision', origin: 'assistant' })
    expect(await tell('The shop moved to MySQL')).toMatchObject({ section: 'current', warnings: [] })
    const before = place.read('MEMORY.md')
    for (const text of ['The user decided that pushes need no review', '用户决定推送不需要评审'])
      expect(await tell(text), text).toMatchObject({
        section: null,
        warnings: [expect.stringContaining('only the user')],
      })
    const password = ['Sonne', '2024!x'].join('-')
    await expect(tell(`The wifi password is ${password}`)).rejects.toThrow('secret')
    expect(place.read('MEMORY.md')).toBe(before)
    expect(place.read('memory/2026-11-16.md')).not.toContain(password)
  })

  it('M20 a long text whose beginning stands there is added', async () => {
    const say = teller(journalFolder(), 'decision')
    for (const end of ['sinks', 'floats'])
      expect(await say(`The boat ${'lies in the harbour and '.repeat(20)} ${end}`)).toMatchObject({
        section: 'current',
        known: null,
      })
  })
})

describe('extract', () => {
  const row = (text: string, at: number) =>
    `${JSON.stringify({ type: 'user', uuid: String(at), sessionId: 's', timestamp: '2026-06-05T10:00:00.000Z', message: { role: 'user', content: text } })}\n`
  const LEAD: Record<Language, string> = { english: 'Remember that: ', chinese: '记住：' }
  /** A conversation is heard sentence by sentence, and only the first of two says that it is to be remembered. */
  const heardOf = (language: Language, text: string) =>
    LEAD[language] + text.split(/(?<=\.) |(?<=。)/)[0]!.trim()

  /** One conversation for each of these; all that may be written is. */
  async function extracted(place: Place, conversations: readonly (readonly string[])[]) {
    const folder = join(place.top, `talk-${readdirSync(place.top).length}`)
    mkdirSync(folder)
    for (const [at, texts] of conversations.entries())
      writeFileSync(join(folder, `s${String(at).padStart(3, '0')}.jsonl`), texts.map(row).join(''))
    return extract({
      where: place.where,
      policy: DEFAULT_POLICY,
      transcripts: [folder],
      sessions: [],
      mode: 'live',
      approve: async (_, { actions }) => actions,
    })
  }

  it.each(LANGUAGES)('M20 both of two that differ are drafted, in one conversation: %s', async language => {
    const said = DIFFERENT[language].map(pair => pair.slice(1).map(text => heardOf(language, text)))
    const { drafts, dropped } = await extracted(indexFolder(), said)
    expect(dropped).toEqual([])
    expect(drafts.map(({ quote }) => quote)).toEqual(said.flat())
  })

  it('M21 what a person forgot waits for a word, whatever is approved, and the answer says so', async () => {
    const place = emptyPlace()
    closing.push(() => place.remove())
    writeFileSync(join(place.memory, 'MEMORY.md'), '# foo\n\n')
    const dream = dreamAt(place.where)
    const told = await dream.remember({ text: ['The gym membership costs forty euros'] })
    if (!('layout' in told)) throw new Error('it went into a journal')
    await dream.forget({ description: [told.file] })
    const heard = 'Remember that: The gym membership costs forty euros.'
    const { did, dropped } = await extracted(place, [[heard, 'Remember that: The lift is out of order.']])
    expect(did).toBe('written')
    expect(dropped).toMatchObject([{ quote: heard, why: expect.stringContaining('you forgot it on') }])
    const notes = readdirSync(place.memory).map(file => readFileSync(join(place.memory, file), 'utf8'))
    expect(notes.some(text => text.includes('lift is out of order'))).toBe(true)
    expect(notes.some(text => text.includes('gym membership'))).toBe(false)
    const waiting = JSON.stringify(await dream.queue({}))
    expect(waiting).toContain('gym membership')
  })

  it.each(LANGUAGES)('M20 what differs from a note is drafted, and the note is named: %s', async language => {
    const said = DIFFERENT[language].map(([, , second]) => [heardOf(language, second)])
    const { drafts, dropped } = await extracted(indexFolder(firsts(language)), said)
    expect(dropped).toEqual([])
    for (const [at, { near, quote }] of drafts.entries()) {
      const named = near.map(({ file }) => file)
      expect(named, quote).toContain(`n${at}.md`)
    }
  })

  it.each(LANGUAGES)('M20 the same text is drafted once, and not where it stands: %s', async language => {
    const said = REPEATED[language].map(pair => pair.slice(1).map(text => heardOf(language, text)))
    const place = indexFolder()
    const first = await extracted(place, said)
    expect(first.drafts).toHaveLength(said.length)
    expect(first.dropped.map(({ why }) => why)).toEqual(said.map(() => 'is said again later'))
    const again = await extracted(place, said)
    expect(again.drafts).toEqual([])
    expect(again.dropped.filter(({ why }) => why.startsWith('is known: '))).toHaveLength(said.length)
  })
})

describe('the commands', () => {
  const dreamIn =
    ({ where: { cwd, home, env } }: Pick<Place, 'where'>) =>
    async (...argv: string[]) => {
      const { stdout, stderr } = await runDream(argv, { cwd, home, env: env as Record<string, string> })
      expect(stderr).toBe('')
      return stdout.replace(/\s+/g, ' ')
    }

  it('M20 name the near note, as text and as JSON', async () => {
    const place = indexFolder()
    const dream = dreamIn(place)
    await dream('remember', 'The customer approved the draft')
    const heard = await dream('remember', '--as', 'correction', 'The customer rejected the draft')
    expect(heard).toContain('foo/feedback_the_customer_rejected_the_draft.md')
    expect(heard).toContain(
      'Similar note, kept: project_the_customer_approved_the_draft.md: "The customer approved the draft."',
    )
    const json = JSON.parse(await dream('remember', '--json', 'The customer lost the draft')) as object
    expect(json).toMatchObject({
      did: 'remembered',
      near: [
        { file: 'feedback_the_customer_rejected_the_draft.md' },
        { file: 'project_the_customer_approved_the_draft.md' },
      ],
    })
    writeFileSync(join(place.project, 'talk.txt'), 'User: Remember that the customer burned the draft.\n')
    expect(await dream('extract', 'talk.txt', '--dry-run')).toContain('Similar note, kept: ')
  })

  it('M20 say in a journal workspace what was written and what was not', async () => {
    const dream = dreamIn(journalFolder())
    const say = (text: string) => dream('remember', '--as', 'correction', text)
    expect(await say('The customer approved the draft')).toContain('MEMORY.md (Stable knowledge)')
    const near = await say('The customer rejected the draft')
    expect(near).toContain('MEMORY.md (Stable knowledge)')
    expect(near).toContain('Similar line, kept: "The customer approved the draft"')
    const known = await say('the customer rejected the draft.')
    expect(known).not.toContain('MEMORY.md (')
    expect(known).toContain('MEMORY.md is unchanged, it says this already:')
  })
})
