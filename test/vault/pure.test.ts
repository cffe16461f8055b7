import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { magmaGraph as command } from '../../src/commands/magma.ts'
import { fileName } from '../../src/model/file-name.ts'
import type { Memory } from '../../src/model/memory.ts'
import { LAYERS } from '../../src/search/engine.ts'
import { parseMemory } from '../../src/text/memory-file.ts'
import { causalEdges } from '../../src/vault/causal.ts'
import { arbitrate, conflictFinder, mirrorState } from '../../src/vault/conflicts.ts'
import { entitiesOf } from '../../src/vault/entities.ts'
import type { MemoryGraph } from '../../src/vault/graph.ts'
import { planMaintenance, type SourceState } from '../../src/vault/layer-maintenance.ts'
import { LAYER_TABLE, type LayerFacts, layerOf } from '../../src/vault/layers.ts'
import { draftOf, type NoteDraft, noteId, noteText, recordOf } from '../../src/vault/note.ts'
import type { MagmaRecord } from '../../src/vault/record.ts'
import { refinePlan } from '../../src/vault/refine-record.ts'
import type { Related } from '../../src/vault/related.ts'
import { entityEdges, semanticEdges, temporalEdges } from '../../src/vault/relations.ts'
import { shown } from '../dream-at.ts'

const TODAY = '2026-11-16'
const DAY_US = 86_400_000_000
const NOW_US = Date.parse(`${TODAY}T12:00:00Z`) * 1000

function memory(file: string, text: string, daysAgo = 40): Memory {
  const modified = NOW_US - daysAgo * DAY_US
  return parseMemory({ file: fileName(file), hash: `hash of ${text}`, size: text.length, modified, text })
}

const DRAFT: NoteDraft = {
  name: 'Cache rules',
  description: 'how long',
  type: 'reference',
  layer: 'L5',
  text: 'Entries live 30s.',
  source: null,
  relations: [],
  created: '2026-01-01T00:00:00.000Z',
  updated: '2026-01-02T00:00:00.000Z',
  version: 3,
}

function record(change: Partial<NoteDraft> = {}, id = 'cache-1', daysAgo = 10): MagmaRecord {
  return recordOf(memory(`${id}.md`, noteText({ ...DRAFT, ...change }), daysAgo), TODAY)!
}

describe('layers', () => {
  const facts = (change: Partial<LayerFacts>): LayerFacts => ({
    part: 'memory',
    type: null,
    day: '2026-11-01',
    today: TODAY,
    decides: false,
    superseded: false,
    ...change,
  })
  it.each([
    ['L1', { part: 'journal', day: TODAY }],
    ['L2', { part: 'journal', day: '2026-11-03' }],
    ['L2', { part: 'snapshot', day: null }],
    ['L3', { part: 'journal', day: '2026-10-01' }],
    ['L3', { type: 'project' }],
    ['L3', { type: 'project', decides: true, day: '2026-11-10' }],
    ['L4', { type: 'project', decides: true, day: '2026-10-01' }],
    ['L4', { type: 'feedback' }],
    ['L4', { part: 'ledger', decides: true }],
    ['L3', { type: 'user', superseded: true }],
    ['L5', { type: 'reference' }],
    ['L3', { type: 'reference', superseded: true }],
  ] as const)('M2 %s for %o', (layer, change) => {
    expect(layerOf(facts(change))).toBe(layer)
  })

  it('M2 every layer says what enters and what leaves it, and everything has exactly one', () => {
    expect(Object.keys(LAYER_TABLE).sort()).toEqual([...LAYERS])
    for (const info of Object.values(LAYER_TABLE)) expect([info.enters, info.leaves]).not.toContain('')
    fc.assert(
      fc.property(
        fc.record({
          part: fc.constantFrom('memory', 'journal', 'snapshot', 'ledger', 'index', 'record'),
          type: fc.constantFrom(null, 'user', 'feedback', 'project', 'reference'),
          day: fc.constantFrom(null, 'not a day', '2026-11-16', '2020-01-01', '2030-01-01'),
          decides: fc.boolean(),
          superseded: fc.boolean(),
        }),
        change => LAYERS.includes(layerOf(facts(change))),
      ),
    )
  })
})

describe('notes', () => {
  it('M3 a note has properties and wikilinks, and reads back as it was written', () => {
    const text = noteText({ ...DRAFT, relations: [{ relation: 'causal', to: 'outage-2' }] })
    expect(text).toContain('layer: L5')
    expect(text).toContain('causal:\n  - "[[outage-2]]"')
    const back = recordOf(memory('cache-1.md', text), TODAY)!
    expect(draftOf(back)).toEqual({ ...DRAFT, relations: [{ relation: 'causal', to: 'outage-2' }] })
    expect(back).toMatchObject({ id: 'cache-1', state: 'as-written', layerBy: 'dream' })
  })

  it('M3 what a person writes into a note stays: properties, tags, layer, text', () => {
    const edited = noteText(DRAFT)
      .replace('layer: L5', 'layer: L3')
      .replace('  - magma\n', '  - magma\n  - mine\n')
      .replace('version: 3', 'aliases:\n  - rules of the cache\nversion: 3')
      .replace('30s', '60s')
    const back = recordOf(memory('cache-1.md', edited), TODAY)!
    expect(back).toMatchObject({ layer: 'L3', layerBy: 'person', state: 'edited', text: 'Entries live 60s.' })
    const again = noteText(draftOf(back), back.raw)
    expect(again).toContain('aliases:\n  - rules of the cache')
    expect(again).toContain('  - mine')
  })

  it('M2 a note that a person made from nothing is a record too; one whose properties are broken is none', () => {
    expect(recordOf(memory('by-hand.md', 'Just text.'), TODAY)).toMatchObject({
      name: 'by-hand',
      layer: 'L3',
    })
    expect(recordOf(memory('x.md', '---\n{a: [\n---\n\ntext'), TODAY)).toBeUndefined()
  })

  it('M3 whatever the text, a note reads back with the same words and never gains a property', () => {
    const line = fc.string({ unit: 'binary', maxLength: 60 })
    fc.assert(
      fc.property(line, line, line, (name, description, body) => {
        const text = noteText({ ...DRAFT, name: name || 'x', description, text: body })
        const back = recordOf(memory('a.md', text), TODAY)!
        const folded = (raw: string) => raw.replace(/\s+/g, ' ').trim()
        expect(back.description).toBe(folded(description))
        expect(back.text).toBe(body.replace(/\r\n?/g, '\n').trim())
        expect(back.layer).toBe('L5')
        expect(back.state).toBe('as-written')
      }),
    )
  })

  it('M2 a note has a name that every vault takes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), stem => {
        expect(noteId(stem, stem)).toMatch(/^[\p{L}\p{M}\p{N}_-]+$/u)
      }),
    )
  })
})

describe('relations', () => {
  const one = (id: string, title: string, text: string, change: Partial<Related> = {}): Related => ({
    id,
    title,
    text,
    day: null,
    group: 'a',
    supersededBy: null,
    links: [],
    ...change,
  })

  it('M2 entity: a rare name in common, with the name as evidence', () => {
    const edges = entityEdges([
      one('a', 'Login', 'See `src/auth/login.ts`.'),
      one('b', 'Tokens', 'Tokens are made in src/auth/login.ts by Priya.'),
      one('c', 'Lunch', 'Soup on Fridays.'),
    ])
    expect(edges).toEqual([expect.objectContaining({ from: 'a', to: 'b', relation: 'entity' })])
    expect(edges[0]?.evidence).toContain('src/auth/login.ts')
  })

  it('M2 entity: a name that everybody has is not rare', () => {
    const many = Array.from({ length: 12 }, (_, at) =>
      one(`n${at}`, `Note ${at}`, 'All about `config.yaml`.'),
    )
    expect(entityEdges(many)).toEqual([])
  })

  it('M2 temporal: the same day in one folder, and what supersedes what', () => {
    const edges = temporalEdges([
      one('a', 'A', '', { day: '2026-03-01' }),
      one('b', 'B', '', { day: '2026-03-01' }),
      one('c', 'C', '', { day: '2026-03-01', group: 'other' }),
      one('d', 'D', '', { supersededBy: 'a' }),
    ])
    expect(edges.map(({ from, to, evidence }) => [from, to, evidence])).toEqual([
      ['a', 'd', 'supersedes it'],
      ['a', 'b', 'written on the same day, 2026-03-01'],
    ])
  })

  it('M2 temporal: a folder that was cloned or copied on one day has no days', () => {
    const copied = Array.from({ length: 8 }, (_, at) => one(`n${at}`, `N${at}`, '', { day: '2026-03-01' }))
    expect(temporalEdges(copied)).toEqual([])
    expect(temporalEdges(copied.slice(0, 3))).toHaveLength(2)
  })

  it.each([
    ['We pinned the driver because of the connection pool outage.', 'b', 'a'],
    ['The rewrite led to the connection pool outage in March.', 'a', 'b'],
    ['升级导致了 connection pool outage。', 'a', 'b'],
  ])('M2 causal: %s', (sentence, from, to) => {
    const edges = causalEdges([one('a', 'Driver', sentence), one('b', 'Connection pool outage', 'It broke.')])
    expect(edges).toEqual([expect.objectContaining({ from, to, relation: 'causal' })])
    expect(edges[0]?.evidence).toContain('outage')
  })

  it('M2 causal: a subject without a cause, or a cause without a subject, is no edge', () => {
    const all = [
      one('a', 'Driver', 'The connection pool outage was long. We left because of rain.'),
      one('b', 'Connection pool outage', 'It broke.'),
    ]
    expect(causalEdges(all)).toEqual([])
  })

  it('M2 semantic: neighbours over the threshold, once for both directions', () => {
    const all = [one('a', '', ''), one('b', '', ''), one('c', '', '')]
    const edges = semanticEdges(
      all,
      [
        [1, 0],
        [0.8, 0.6],
        [0, 1],
      ].map(each => Float32Array.from(each)),
    )
    expect(edges.map(({ from, to, weight }) => [from, to, Number(weight.toFixed(2))])).toEqual([
      ['a', 'b', 0.8],
      ['b', 'c', 0.6],
    ])
  })

  it('M2 names are paths, identifiers and proper names, never numbers or denials', () => {
    const names = entitiesOf(
      'Ask Priya about `retry_limit`; never use mocks. It took 30 minutes in src/a/b.ts.',
    )
    expect([...names]).toEqual(expect.arrayContaining(['priya', 'retry_limit', 'src/a/b.ts']))
    expect([...names].filter(name => /^not |^\d/.test(name))).toEqual([])
    const others = [
      ...entitiesOf(
        '# Where We Are Now\n\nWhere is it? Not here. The Postgres host moved. Use 《红楼梦》 notes. Notes help.',
      ),
    ]
    expect(others).toEqual(['红楼梦', 'postgres'])
  })
})

describe('arbitration', () => {
  it('M8 user and feedback follow CCB first, else L5 follows MAGMA, else a person decides', () => {
    expect(arbitrate({ type: 'feedback' }, { layer: 'L5' })).toBe('ccb-wins')
    expect(arbitrate({ type: 'user' }, { layer: 'L3' })).toBe('ccb-wins')
    expect(arbitrate({ type: 'reference' }, { layer: 'L5' })).toBe('magma-wins')
    expect(arbitrate({ type: 'project' }, { layer: 'L4' })).toBe('manual-review')
    expect(arbitrate({}, { layer: 'L3' })).toBe('manual-review')
  })

  it('M8 a mirrored record is in conflict only when its note was changed after the file', () => {
    const file = memory('cache.md', 'Entries live 30s.', 20)
    const source = { folder: 'f', label: 'm', file: 'cache.md', hash: file.hash }
    const mirror = record({ source })
    const edited = (daysAgo: number, hash = file.hash) =>
      recordOf(
        memory(
          'n.md',
          noteText({ ...DRAFT, source: { ...source, hash } }).replace(
            '\n\nEntries live 30s',
            '\n\nEntries live 99s',
          ),
          daysAgo,
        ),
        TODAY,
      )!
    expect(mirrorState(file, mirror)).toBe('same')
    expect(mirrorState(memory('cache.md', 'Entries live 10s.', 0), mirror)).toBe('file-newer')
    expect(mirrorState(file, edited(30))).toBe('note-newer')
    expect(mirrorState(file, edited(10, 'older bytes'))).toBe('note-newer')
    expect(mirrorState(file, edited(30, 'older bytes'))).toBe('file-newer')
  })

  it('M8 a record of its own is in conflict where the subject is the same and a value differs', () => {
    const file = memory(
      'c.md',
      '---\nname: Cache rules\n---\n\nEntries of the cache live 60 seconds at most.',
    )
    const about = (text: string, name = 'Cache rules') => record({ name, text })
    const isConflicting = (one: MagmaRecord) => conflictFinder([one])(file).length > 0
    expect(isConflicting(about('Entries of the cache live 30 seconds at most.'))).toBe(true)
    expect(isConflicting(about('Entries of the cache live 60 seconds at most.'))).toBe(false)
    expect(isConflicting(about('Entries of the cache live 30 seconds at most.', 'Lunch'))).toBe(false)
    expect(isConflicting(about('The team eats soup at 30 tables.'))).toBe(false)
  })
})

describe('consolidators', () => {
  it('M14 a settled memory is taken over; a fresh one, a project note and an edited note are not', () => {
    const text = (type: string) => `---\nname: N\ntype: ${type}\n---\n\nText of ${type}.`
    const all = [
      memory('ref.md', text('reference'), 20),
      memory('new.md', text('reference'), 2),
      memory('proj.md', text('project'), 90),
      memory('fb.md', text('feedback'), 20),
    ]
    expect(
      refinePlan(all, () => undefined, TODAY).map(({ memory: { file }, layer }) => [file, layer]),
    ).toEqual([
      ['ref.md', 'L5'],
      ['fb.md', 'L4'],
    ])
    const edited = recordOf(memory('n.md', noteText(DRAFT).replace('30s', '9s'), 1), TODAY)!
    expect(refinePlan([memory('ref.md', text('reference'), 20)], () => edited, TODAY)).toEqual([])
  })

  it('M14 equal records become one, and the one with a living memory stays', () => {
    const source = { folder: 'f', label: 'm', file: 'cache.md', hash: 'h' }
    const mirrored = record({ source, created: '2026-05-01T00:00:00.000Z' }, 'mirrored')
    const free = record({ created: '2026-01-01T00:00:00.000Z' }, 'free')
    const other = record({ text: 'Something else.' }, 'other')
    const state = ({ source: from }: MagmaRecord): SourceState =>
      from === null ? { state: 'none' } : { state: 'there', day: '2026-01-01' }
    const { duplicates } = planMaintenance([free, mirrored, other], state, TODAY, [])
    expect(duplicates.map(({ record: { id }, of }) => [id, of.id])).toEqual([['free', 'mirrored']])
  })

  it('M14 what lost its memory moves to L3; a layer that a person set stays', () => {
    const source = { folder: 'f', label: 'm', file: 'gone.md', hash: 'h' }
    const lost = record({ source }, 'lost')
    const byHand = recordOf(
      memory('hand.md', noteText({ ...DRAFT, source, text: 'By hand.' }).replace('layer: L5', 'layer: L1')),
      TODAY,
    )!
    const { moved } = planMaintenance([lost, byHand], () => ({ state: 'gone' }), TODAY, [])
    expect(moved.map(({ record: { id }, to }) => [id, to])).toEqual([['lost', 'L3']])
    expect(planMaintenance([lost], () => ({ state: 'unknown' }), TODAY, []).moved).toEqual([])
  })

  it('M14 a layer follows the age of the memory, not of the note; a note in conflict is left as it is', () => {
    const source = { folder: 'f', label: 'm', file: 'plan.md', hash: 'h' }
    const plan = record({
      type: 'project',
      layer: 'L4',
      text: 'We decided to launch.',
      source,
      updated: `${TODAY}T00:00:00.000Z`,
    })
    const movedBy = (one: MagmaRecord, day: string) =>
      planMaintenance([one], () => ({ state: 'there', day }), TODAY, []).moved
    expect(movedBy(plan, '2026-09-01')).toEqual([])
    expect(movedBy(plan, TODAY).map(({ to }) => to)).toEqual(['L3'])
    expect(movedBy({ ...plan, state: 'edited' }, TODAY)).toEqual([])
  })

  it('M14 relations are written where they changed, and a second look changes nothing', () => {
    const a = record({ name: 'A', text: 'See `src/auth/login.ts`.' }, 'a')
    const b = record({ name: 'B', text: 'Made in src/auth/login.ts.' }, 'b')
    const { related } = planMaintenance([a, b], () => ({ state: 'none' }), TODAY, [])
    expect(related.map(({ record: { id } }) => id)).toEqual(['a', 'b'])
    const written = related.map(({ record: one, relations }) => ({ ...one, relations }))
    expect(planMaintenance(written, () => ({ state: 'none' }), TODAY, []).related).toEqual([])
  })
})

describe('graph', () => {
  const mermaidOf = (graph: MemoryGraph) => shown(command, graph)
  const dotOf = (graph: MemoryGraph) => shown(command, graph, 100, { format: 'dot' })
  const hostile = '"]; end\nclick n1 "javascript:alert(1)" <script>`|{}()#;\\'
  const graph: MemoryGraph = {
    nodes: [
      { id: 'a', label: hostile, source: 'a.md', type: null, layer: 'L3', kind: 'memory' },
      { id: 'b', label: 'B', source: 'b.md', type: 'user', layer: 'L4', kind: 'memory' },
    ],
    edges: [{ from: 'a', to: 'b', relation: 'link', weight: 1, evidence: hostile }],
    notes: [],
  }

  it('I6 hostile names stay inside their quotes, in Mermaid and in DOT', () => {
    const mermaid = mermaidOf(graph).trimEnd().split('\n')
    expect(mermaid).toHaveLength(4)
    expect(mermaid[1]).toMatch(/^ {2}n1\["[^"[\]<>`|{}()\\]*"\]$/)
    expect(mermaid[3]).toBe('  n1 -->|link| n2')
    const dot = dotOf(graph).trimEnd().split('\n')
    expect(dot).toHaveLength(7)
    for (const line of dot) expect(line.replace(/\\./g, '').match(/"/g)?.length ?? 0).toBeOneOf([0, 2])
  })

  it('I6 whatever a label holds, it makes no line of its own', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), label => {
        const one = { ...graph, nodes: [{ ...graph.nodes[0]!, label }], edges: [] }
        expect(mermaidOf(one).split('\n')).toHaveLength(3)
        expect(dotOf(one).split('\n')).toHaveLength(6)
      }),
    )
  })
})
