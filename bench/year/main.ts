/**
 * A simulated year: three projects, sessions and edits from a seed, the daemon killed now and then. Prints a line for
 * every dream with its reason, and a table that says whether each was on the right night, none missed, none doubled.
 *
 *   npm run bench:year -- [--days 365] [--seed words] [--nights]
 */
import { parseArgs } from 'node:util'
import { seededRandom } from '../random.ts'
import { judge } from './judge.ts'
import { play } from './play.ts'
import { renderNights, renderYear } from './render.ts'
import { writeStory } from './story.ts'

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '365' },
    seed: { type: 'string', default: 'a year' },
    nights: { type: 'boolean', default: false },
  },
})
const story = writeStory(seededRandom(values.seed), Date.UTC(2026, 0, 1), Number(values.days))
const started = performance.now()
const played = await play(story, seededRandom(`${values.seed}, and how each dream ends`))
const judged = story.projects.map(project => judge(story, project, played.dreams))
if (values.nights) console.log(renderNights(played.dreams))
console.log(renderYear(story, played, judged, (performance.now() - started) / 1000))
const wrong = judged.flatMap(({ missed, early, doubled, wrongReason }) => [
  ...missed,
  ...early,
  ...doubled,
  ...wrongReason,
])
process.exitCode = wrong.length === 0 ? 0 : 1
