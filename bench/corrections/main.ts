/**
 * `npm run bench:corrections`: two statements compared, what people say kept or not, and a store whose facts are corrected.
 * The labelled sets are read from DREAM_READINGS; without it only the store of our own is measured.
 */
import { benchPairs } from './pairs.ts'
import { benchPublic } from './public.ts'
import type { Half } from './sets.ts'
import { benchStatements, benchTranscripts } from './statements.ts'
import { benchStore } from './store.ts'

const given = (name: string): string | undefined =>
  process.argv.find(word => word.startsWith(`--${name}=`))?.slice(name.length + 3)

const half = (given('half') ?? 'odd') as Half
const part = given('part')
const isVerbose = process.argv.includes('--verbose')
if (part === undefined || part === 'pairs') console.log(benchPairs(half, isVerbose))
if (part === undefined || part === 'statements') console.log(await benchStatements(half, isVerbose))
if (part === undefined || part === 'transcripts') console.log(await benchTranscripts(half, isVerbose))
if (part === undefined || part === 'public') console.log(benchPublic())
if (part === undefined || part === 'store') console.log(await benchStore())
