import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contained } from '../../src/checks/contained.ts'
import { finished } from '../../src/checks/finished.ts'
import { promoted } from '../../src/checks/promoted.ts'
import { staleness } from '../../src/checks/staleness.ts'
import { superseded } from '../../src/checks/superseded.ts'
import { topicClusters } from '../../src/checks/topic-clusters.ts'
import type { PathFact } from '../../src/model/evidence.ts'
import type { Snapshot } from '../../src/model/folder.ts'
import { DEFAULT_POLICY } from '../../src/model/plan.ts'

import { planFolder } from '../../src/plan/plan-folder.ts'
import { acceptedActions } from '../../src/plan/requests.ts'
import { analyse } from '../../src/text/analysed.ts'
import {
  carryOut,
  day,
  indexText,
  makeWorld,
  type Note,
  present,
  removed,
  type World,
} from '../plan/snapshot-of.ts'

const BODY =
  'Deploys go out on Tuesdays after the smoke tests are green. The release captain tags the commit and writes the notes in the channel.'

const note = (more: Partial<Note>): Note => ({ name: 'a note', type: 'project', body: BODY, ...more })

function withDocuments(world: World, documents: Readonly<Record<string, string>>): Snapshot {
  const snapshot = makeWorld(world)
  const shelf = Object.entries(documents).map(([path, text]) => ({ path, text }))
  return { ...snapshot, evidence: { ...snapshot.evidence, documents: shelf } }
}

const archived = (snapshot: Snapshot) =>
  planFolder(snapshot, DEFAULT_POLICY).actions.flatMap(({ kind, file, reason }) =>
    kind === 'archive' ? [`${file} ${reason.why}`] : [],
  )

const proposed = (snapshot: Snapshot) =>
  planFolder(snapshot, DEFAULT_POLICY).proposals.map(
    ({ finding, confidence }) => `${finding.kind} ${confidence}`,
  )

const OTHER = note({ name: 'other', body: 'Invoices are numbered by year and customer, never reused.' })

describe('D27 promoted', () => {
  const world = (more: Partial<Note> = {}): World => ({ notes: { 'a.md': note(more), 'b.md': OTHER } })

  it('is what stands word for word in a document, wherever that lies, and goes alone', () => {
    for (const path of ['CLAUDE.md', 'docs/releases.md', '.claude/rules/deploy.md', 'notes/x.md']) {
      const snapshot = withDocuments(world(), { [path]: `# Rules\n\nSome more.\n\n- ${BODY}\n\nAnd more.\n` })
      expect(promoted.find(snapshot, 'careful')).toMatchObject([
        { kind: 'promoted', file: 'a.md', document: path, extent: 'whole', share: 1, line: 5 },
      ])
      expect(archived(snapshot)).toEqual(['a.md promoted'])
    }
  })

  it('is not archived alone for one word that differs', () => {
    const changed = withDocuments(world(), { 'CLAUDE.md': BODY.replace('Tuesdays', 'Thursdays') })
    expect(promoted.find(changed, 'careful')).toMatchObject([{ extent: 'most' }])
    expect(archived(changed)).toEqual([])
    expect(proposed(changed)).toEqual(['promoted likely'])
  })

  it('D27 is not archived alone for a sentence of two words that stands nowhere else', () => {
    const longer = world({ body: `${BODY} Ask Anna.` })
    const without = withDocuments(longer, { 'CLAUDE.md': BODY })
    expect(promoted.find(without, 'careful')).toMatchObject([{ extent: 'most' }])
    expect(archived(without)).toEqual([])
    expect(archived(withDocuments(longer, { 'CLAUDE.md': `${BODY} Ask Anna!` }))).toEqual(['a.md promoted'])
  })

  it('is no memory that leads to the document, no mirror of itself, and nothing under seed', () => {
    const leads = withDocuments(world({ body: `${BODY} See docs/releases.md.` }), {
      'docs/releases.md': `${BODY} See docs/releases.md.`,
    })
    expect(promoted.find(leads, 'careful')).toEqual([])
    expect(promoted.find(withDocuments(world(), { 'backup/a.md': BODY }), 'careful')).toEqual([])
    expect(promoted.find(withDocuments(world(), { 'CLAUDE.md': BODY }), 'seed')).toEqual([])
    expect(promoted.find(makeWorld(world()), 'careful')).toEqual([])
  })

  it('protects what is pinned or about a person, not what is a rule', () => {
    const rule = `Never deploy on a Friday afternoon, whatever the channel says. ${BODY}`
    const documents = { 'CLAUDE.md': rule }
    expect(archived(withDocuments(world({ body: rule }), documents))).toEqual(['a.md promoted'])
    expect(archived(withDocuments(world({ body: rule, pinned: true }), documents))).toEqual([])
    expect(archived(withDocuments(world({ body: rule, type: 'user' }), documents))).toEqual([])
  })

  it('is a rule that agents read in other words: proposed, and only for rules and instructions', () => {
    const rule = note({
      type: 'feedback',
      name: 'Ask before pushing to shared branches',
      description: 'Never push commits to a shared branch without explicit consent',
      body: 'Happened twice. Wait for a yes.',
    })
    const says =
      '- Pushing commits to any shared branch needs explicit consent: ask before you push.\n\n- Run the linter.'
    const find = (given: Note, path: string) =>
      promoted.find(withDocuments({ notes: { 'a.md': given, 'b.md': OTHER } }, { [path]: says }), 'careful')
    expect(find(rule, 'CLAUDE.md')).toMatchObject([{ extent: 'rule', document: 'CLAUDE.md', line: 1 }])
    expect(find(rule, 'docs/history.md')).toEqual([])
    expect(find({ ...rule, type: 'project' }, 'CLAUDE.md')).toEqual([])
    expect(
      archived(withDocuments({ notes: { 'a.md': rule, 'b.md': OTHER } }, { 'CLAUDE.md': says })),
    ).toEqual([])
  })

  it('understands Chinese', () => {
    const chinese = note({
      type: 'feedback',
      name: '图表不要用特殊字符',
      description: 'mermaid 图中禁止使用括号和尖括号等特殊字符',
      body: '渲染会失败。',
    })
    const says = '## 画图\n\n1. 禁用特殊字符：mermaid 图中禁止使用括号、尖括号等特殊字符。\n2. 节点要短。\n'
    const found = promoted.find(
      withDocuments({ notes: { 'a.md': chinese, 'b.md': OTHER } }, { '.claude/rules/mermaid.md': says }),
      'careful',
    )
    expect(found).toMatchObject([{ extent: 'rule', document: '.claude/rules/mermaid.md' }])
  })
})

describe('D28 finished', () => {
  const find = (more: Partial<Note>, file = 'checkout-rewrite.md') =>
    finished.find(makeWorld({ notes: { [file]: note(more) } }), 'careful')

  it.each([
    ['a status line', { body: '# Checkout\n\n**Status:** ✅ COMPLETE, merged in #412\n' }, 'status'],
    ['a Chinese status', { body: '# 结账\n\n状态：已完成\n' }, 'status'],
    ['a date of completion', { body: '# Checkout\n\n**Date completed:** 2026-03-01\n' }, 'status'],
    ['a mark in the description', { description: 'Checkout rewrite — DONE (4 PRs)' }, 'status'],
    ['a mark in the title', { body: '# Checkout rewrite - Completion Summary\n\nIt went well.' }, 'status'],
    ['a closing sentence', { body: 'Checkout.\n\nAll four PRs shipped. Nothing is open.' }, 'closing'],
    ['a word of farewell', { body: 'Checkout.\n\n## RETIRE AFTER THE NEXT SYNC\n' }, 'closing'],
    ['ticks', { body: '- [x] one\n- [x] two\n- [x] three\n' }, 'items'],
    ['items', { body: '1. Parser, merged as #1\n2. Writer, merged as #2\n3. Docs, merged as #3\n' }, 'items'],
  ])('by %s', (_, more, how) => {
    expect(find(more)).toMatchObject([{ kind: 'finished', file: 'checkout-rewrite.md', how }])
  })

  it.each([
    ['an open item', { body: '- [x] one\n- [x] two\n- [x] three\n- [ ] four\n' }],
    ['a status that goes on', { body: '**Status:** in progress\n' }],
    ['half a thing', { description: 'Checkout rewrite, mostly done' }],
    ['code', { body: '```\nStatus: done\n```\n' }],
    ['a rule', { type: 'feedback', body: '**Status:** DONE\n' }],
    ['a word in passing', { body: 'The build is complete when the light is green.' }],
  ])('not by %s', (_, more) => {
    expect(find(more)).toEqual([])
  })

  it('is no retrospective, checklist or guide, and never goes alone', () => {
    expect(find({ body: '**Status:** DONE\n' }, 'retro_checkout.md')).toEqual([])
    expect(find({ body: '**Status:** DONE\n' }, 'task_completion_checklist.md')).toEqual([])
    const world = makeWorld({ notes: { 'x.md': note({ body: '**Status:** DONE\n' }), 'b.md': OTHER } })
    expect(archived(world)).toEqual([])
    expect(proposed(world)).toEqual(['finished likely'])
  })
})

describe('older versions', () => {
  const find = (...files: readonly (readonly [string, number?])[]) =>
    superseded
      .find(
        makeWorld({
          notes: Object.fromEntries(
            files.map(([file, at]) => [
              file,
              note({ body: file, ...(at === undefined ? { clocks: {} } : { clocks: { git: day(at) } }) }),
            ]),
          ),
        }),
        'careful',
      )
      .flatMap(finding => (finding.kind === 'superseded' ? [`${finding.file} < ${finding.by}`] : []))

  it('are told by their names', () => {
    expect(find(['testing.md'], ['testing_updated.md'])).toEqual(['testing.md < testing_updated.md'])
    expect(find(['deploy-v2.md'], ['deploy.md'])).toEqual(['deploy.md < deploy-v2.md'])
    expect(find(['plan_old.md'], ['plan.md'])).toEqual(['plan_old.md < plan.md'])
    expect(find(['cmds_oct_2025.md'], ['cmds_latest_oct_2025.md'])).toEqual([
      'cmds_oct_2025.md < cmds_latest_oct_2025.md',
    ])
  })

  it('are no series, and no guess where a clock says otherwise or a date stands alone', () => {
    expect(find(['retro_2026_05_01.md'], ['retro_2026_05_08.md'])).toEqual([])
    expect(find(['log_1.md'], ['log_2.md'], ['log_3.md'])).toEqual([])
    expect(find(['testing.md', 20], ['testing_updated.md', 10])).toEqual([])
    expect(find(['stack.md'], ['stack_oct_2025.md'])).toEqual([])
    expect(find(['stack.md', 10], ['stack_oct_2025.md', 20])).toEqual(['stack.md < stack_oct_2025.md'])
  })
})

describe('D29 notes on one subject', () => {
  const small = (name: string, extra = '') =>
    note({
      name,
      type: 'feedback',
      body: `Mermaid ${name}. In mermaid keep it so. Shared by all of them.\n\n${extra}`,
    })
  const notes = {
    'feedback_mermaid_colors.md': small('colors'),
    'feedback_mermaid_labels.md': small('labels', '```\nflowchart\n\nA --> B\n```'),
    'feedback_mermaid_subgraphs.md': small('subgraphs'),
    'feedback_commits.md': note({ name: 'commits', type: 'feedback', body: 'Commit messages say why.' }),
    'feedback_naming.md': note({ name: 'naming', type: 'feedback', body: 'Names are English words.' }),
    'feedback_reviews.md': note({ name: 'reviews', type: 'feedback', body: 'Reviews within a day.' }),
    'feedback_sleep.md': note({ name: 'sleep', type: 'feedback', body: 'No sleeps in tests.' }),
    'feedback_tabs.md': note({ name: 'tabs', type: 'feedback', body: 'Two spaces.' }),
  }

  it('are found by the word that they share and others do not dwell on', () => {
    expect(topicClusters.find(makeWorld({ notes }), 'careful')).toMatchObject([
      {
        files: ['feedback_mermaid_colors.md', 'feedback_mermaid_labels.md', 'feedback_mermaid_subgraphs.md'],
        topic: ['mermaid'],
        into: 'feedback_mermaid.md',
      },
    ])
    const { 'feedback_mermaid_colors.md': _, ...two } = notes
    expect(topicClusters.find(makeWorld({ notes: two }), 'careful')).toEqual([])
  })

  it('P6 become no file that agents read unasked', () => {
    const other = (text: string) =>
      text.replaceAll('feedback_mermaid', 'claude').replaceAll(/mermaid/gi, 'Claude')
    const named = Object.fromEntries(
      Object.entries(notes).map(([file, one]) => [other(file), { ...one, body: other(one.body) }]),
    )
    expect(topicClusters.find(makeWorld({ notes: named }), 'careful')).toMatchObject([
      { topic: ['claude'], into: 'claude_notes.md' },
    ])
  })

  it('become a draft that is never applied alone and in which every sentence keeps its source', () => {
    const snapshot = makeWorld({ notes })
    const plan = planFolder(snapshot, DEFAULT_POLICY)
    expect(plan.actions.filter(({ kind }) => kind === 'archive')).toEqual([])
    const proposal = plan.proposals.find(({ finding }) => finding.kind === 'topic-cluster')!
    const [write, ...archives] = proposal.actions
    expect(archives.map(({ kind, needs }) => [kind, needs])).toEqual(
      archives.map(() => ['archive', ['feedback_mermaid.md']]),
    )
    const draft = write?.kind === 'write' ? write.pieces.map(({ text }) => text).join('') : ''
    for (const [file, { body }] of Object.entries(notes).slice(0, 3)) {
      expect(draft).toContain(`(from ${file})`)
      for (const sentence of analyse(body).sentences) expect(draft).toContain(sentence)
    }
    expect(draft).toContain('flowchart\n\nA --> B')
  })

  it('D31 once accepted: links lead to the draft, the index has its line, and a second dream changes nothing', () => {
    const index = `# Memory\n\n${Object.keys(notes)
      .map(file => `- [${file}](${file}) — x\n`)
      .join('')}- [Links](links.md) — x\n`
    const links = note({
      name: 'links',
      type: 'feedback',
      body: 'See [[feedback_mermaid_colors]] and [l](feedback_mermaid_labels.md).',
    })
    const snapshot = makeWorld({ notes: { ...notes, 'links.md': links }, index })
    const plan = planFolder(snapshot, DEFAULT_POLICY)
    const proposal = plan.proposals.find(({ finding }) => finding.kind === 'topic-cluster')!
    const after = carryOut(snapshot, {
      ...plan,
      actions: acceptedActions(snapshot, proposal, DEFAULT_POLICY),
    })
    const body = after.folder.memories.find(({ file }) => file === 'links.md')!.body
    expect(body).toBe('See [[feedback_mermaid]] and [l](feedback_mermaid.md).')
    // Each line says what it said, and leads to the one note.
    expect(indexText(after)).toBe(index.replaceAll(/\(feedback_mermaid_\w+\.md\)/g, '(feedback_mermaid.md)'))
    expect(planFolder(after, DEFAULT_POLICY).actions).toEqual([])
  })

  it('lose no sentence, whatever they say', () => {
    const text = fc.lorem({ maxCount: 6, mode: 'sentences' })
    fc.assert(
      fc.property(fc.array(text, { minLength: 3, maxLength: 5 }), texts => {
        const some = Object.fromEntries(
          texts.map((body, at) => [
            `graph_${at}x.md`,
            note({ name: `n${at}`, body: `Graph graph. ${body}` }),
          ]),
        )
        const rest = Object.fromEntries(
          Array.from({ length: 12 }, (_, at) => [
            `other${at}.md`,
            note({ name: `o${at}`, body: `Word${at}.` }),
          ]),
        )
        const plan = planFolder(makeWorld({ notes: { ...some, ...rest } }), DEFAULT_POLICY)
        const proposal = plan.proposals.find(({ finding }) => finding.kind === 'topic-cluster')
        if (proposal === undefined) return
        const draft = proposal.actions.flatMap(one => (one.kind === 'write' ? one.pieces : []))
        const said = draft.map(piece => piece.text).join('')
        for (const action of proposal.actions)
          if (action.kind === 'archive')
            for (const sentence of analyse(some[action.file]!.body).sentences)
              expect(said).toContain(sentence)
      }),
    )
  })
})

describe('a shorter note inside a longer one', () => {
  const short = 'Ask before pushing. Squash on merge.'
  const long = `Branch from main every time. ${short} Name the branch after the ticket. Delete it when merged. Rebase daily against upstream changes.`

  it('is found and waits for a person', () => {
    const world = makeWorld({
      notes: { 'a.md': note({ body: short }), 'b.md': note({ body: long }), 'c.md': OTHER },
    })
    expect(contained.find(world, 'careful')).toMatchObject([
      { kind: 'duplicate', how: 'contained', file: 'a.md', of: 'b.md' },
    ])
    expect(archived(world)).toEqual([])
  })

  it('is not found where it says one thing more', () => {
    const world = makeWorld({
      notes: { 'a.md': note({ body: `${short} Squash pushing merge twice.` }), 'b.md': note({ body: long }) },
    })
    expect(contained.find(world, 'careful')).toEqual([])
  })
})

describe('mostly stale', () => {
  const gone = (date: string): PathFact => ({ ...removed('web/server.ts'), date }) as PathFact
  const find = (body: string, paths: Readonly<Record<string, PathFact>>, git = day(10)) =>
    staleness
      .find(makeWorld({ notes: { 'a.md': note({ body, clocks: { git } }) }, paths }), 'careful')
      .map(({ kind }) => kind)

  it('is what names a path that git removed after it was written, and no other path that is left', () => {
    const body = 'The queue lives in `web/server.ts`; versions stand in `package.json`.'
    const paths = { 'web/server.ts': gone('2026-03-01'), 'package.json': present('package.json', 'suffix') }
    expect(find(body, paths)).toEqual(['partially-stale'])
    const two = `${body} Its client is \`web/client.ts\`.`
    expect(find(two, { ...paths, 'web/client.ts': gone('2026-03-01') })).toEqual(['mostly-stale'])
    expect(find(two, { ...paths, 'web/client.ts': gone('2026-03-01') }, day(90))).toEqual(['partially-stale'])
    const spelled = { ...paths, 'web/client.ts': gone('2026-03-01'), 'src/app.ts': present('src/app.ts') }
    expect(find(`${two} See \`src/app.ts\`.`, spelled)).toEqual(['partially-stale'])
  })
})
