import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../bench/random.ts'
import { judge } from '../../bench/year/judge.ts'
import { type Dreamed, play } from '../../bench/year/play.ts'
import { renderYear } from '../../bench/year/render.ts'
import { type Story, writeStory } from '../../bench/year/story.ts'
import { atLevel } from '../level.ts'

const FROM = Date.UTC(2026, 0, 1)
const clean = { missed: [], early: [], doubled: [], wrongReason: [] }

describe('a simulated fortnight (npm run bench:year plays a year)', () => {
  it('A1 A2 A8 every dream on the right night with its reason, none missed, none doubled', async () => {
    const story = writeStory(seededRandom('a fortnight'), FROM, atLevel({ quick: 10, slow: 14 }))
    const played = await play(story, seededRandom('how each dream ends'))
    const judged = story.projects.map(project => judge(story, project, played.dreams))
    for (const each of judged) expect(each).toMatchObject(clean)
    expect(played.dreams.length).toBeGreaterThan(6)
    expect(judged.reduce((sum, each) => sum + each.forTime, 0)).toBeGreaterThan(0)
    expect(renderYear(story, played, judged, 1)).toMatch(/^project +sessions +dreams/)
  })

  it('the judge sees a dream that is missing, one too many, one too early and one for the wrong reason', () => {
    const story: Story = { ...writeStory(seededRandom('x'), FROM, 4), down: [] }
    const HOUR = 3_600_000
    const project = {
      ...story.projects[0]!,
      edits: [],
      sessions: [1, 2, 3, 4, 5].map(hour => ({ id: `${hour}`, begins: FROM, ends: FROM + hour * HOUR })),
    }
    const dream = (hours: number, why = 'open: 5 of 5 sessions so far'): Dreamed => ({
      project: project.name,
      at: FROM + hours * HOUR,
      by: 'daemon',
      end: 'done',
      why,
    })
    expect(judge(story, project, [dream(5.3)])).toMatchObject(clean)
    expect(judge(story, project, []).missed).not.toEqual([])
    expect(judge(story, project, [dream(4)]).early).not.toEqual([])
    expect(judge(story, project, [dream(5.3), dream(9)]).doubled).not.toEqual([])
    expect(judge(story, project, [dream(5.3, 'open: 168 hours since')]).wrongReason).not.toEqual([])
  })
})
