/**
 * `npm run bench:corrections`: two statements compared, what people say kept or not, and a store whose facts are corrected.
 * Labelled sets of others are read from DREAM_READINGS: the half for development, with `--final` the half that stays unread.
 */
import { benchPairs } from './pairs.ts'
import { benchPublic } from './public.ts'
import { type Half, readSets } from './sets.ts'
import { benchStatements, benchTranscripts } from './statements.ts'
import { benchStore } from './store.ts'

const half: Half = process.argv.includes('--final') ? 'even' : 'odd'
const part = process.argv.find(word => word.startsWith('--part='))?.slice('--part='.length)
// What is unread stays so: a final measurement prints figures alone.
const isVerbose = process.argv.includes('--verbose') && half === 'odd'

const isAsked = (name: string): boolean => part === undefined || part === name
if (isAsked('pairs'))
  for (const set of readSets<Parameters<typeof benchPairs>[0]['rows'][number]>('pairs.jsonl', half))
    console.log(benchPairs(set, isVerbose))
if (isAsked('statements'))
  for (const set of readSets<Parameters<typeof benchStatements>[0]['rows'][number]>('statements.jsonl', half))
    console.log(await benchStatements(set, isVerbose))
if (isAsked('transcripts')) console.log(await benchTranscripts(half, isVerbose))
if (isAsked('public')) console.log(benchPublic())
if (isAsked('store')) console.log(await benchStore(isVerbose))
