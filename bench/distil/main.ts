/**
 * `npm run bench:distil`: a simulated quarter, 90 daily journals with facts whose lives are known, distilled night by night;
 * beside it, in the same run, two baselines. English and Chinese, and the embedding model against measures by words.
 */
import { MEANING_LIKENESS, WORD_LIKENESS } from '../../src/journal/likeness.ts'
import { loadEmbedder } from '../../src/search/embeddings/load.ts'
import { CHINESE } from './chinese.ts'
import { compareMeasures } from './embedding.ts'
import { ENGLISH } from './english.ts'
import { CHINESE_HELD_OUT, ENGLISH_HELD_OUT } from './held-out.ts'
import { benchQuarter, renderEmbedding, renderTable } from './table.ts'
import { CHINESE_UNSEEN, ENGLISH_UNSEEN } from './unseen.ts'

const LEXICONS = [
  [ENGLISH, 'words the rules were built with'],
  [CHINESE, 'words the rules were built with'],
  [ENGLISH_HELD_OUT, 'other words, by which the rules were widened'],
  [CHINESE_HELD_OUT, 'other words, by which the rules were widened'],
  [ENGLISH_UNSEEN, 'words that hardly any rule has seen'],
  [CHINESE_UNSEEN, 'words that hardly any rule has seen'],
] as const

const seed = process.argv.find(word => word.startsWith('--seed='))?.slice(7) ?? '1'
const days = Number(process.argv.find(word => word.startsWith('--days='))?.slice(7) ?? 90)
const embedder = loadEmbedder()
const meaning = embedder === undefined ? undefined : (text: string) => embedder.embed(text)
if (embedder === undefined)
  console.log('model/ is not there: `npm run embed-model` makes it. Words alone decide.\n')
for (const [lexicon, words] of LEXICONS) {
  const { title, rows, notes, log } = benchQuarter(lexicon, seed, days, meaning)
  console.log(`${title} (${words})\n\n${renderTable(rows)}\n\n${notes.join('\n')}\n`)
  if (process.argv.includes('--log')) console.log(`${log.join('\n')}\n`)
}
console.log(
  `Near by words above ${WORD_LIKENESS}, by meaning above ${MEANING_LIKENESS}; and no differing values.\n`,
)
console.log(renderEmbedding(compareMeasures(embedder)))
