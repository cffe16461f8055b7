import { LANGUAGES } from '../../languages/index.ts'
import type { Speaker } from '../../model/index.ts'

const SPEAKERS: ReadonlyMap<string, Speaker> = new Map(
  LANGUAGES.flatMap(({ speakers }) =>
    Object.entries(speakers?.inTranscript ?? {}).flatMap(([speaker, words]) =>
      words.split(' ').map(word => [word, speaker as Speaker] as const),
    ),
  ),
)

/** `User: …`, `Assistant: …`: who speaks from this line on. */
const MARK = new RegExp(
  String.raw`^[ \t]{0,3}(?:[#*_]{1,4}[ \t]{0,2})?(?:\[[\d:. T-]{4,30}\][ \t]{0,2})?(${[...SPEAKERS.keys()].join('|')})(?:[*_]{1,3})?[ \t]{0,2}[:：](?:[*_]{1,3})?[ \t]{0,8}(.*)$`,
  'i',
)

export function markedLine(line: string): { speaker: Speaker; rest: string } | undefined {
  const found = MARK.exec(line.slice(0, 10_000))
  const speaker = found === null ? undefined : SPEAKERS.get(found[1]!.toLowerCase())
  return speaker === undefined ? undefined : { speaker, rest: found![2]! }
}
