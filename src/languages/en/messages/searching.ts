import { count } from './count.ts'

/** How an answer was found, and what kept it from being better. */
export const searching = {
  near: (score: string) => `near in meaning (${score})`,
  ofTheTime: (day: string) => `of the time asked for (${day})`,
  superseded: (by: string) => `superseded by ${by}`,
  wordsOfQuestion: 'words of the question',
  notListed: (label: string, why: string) => `cannot list ${label}: ${why}`,
  notRead: (files: number) =>
    `${files} ${files === 1 ? 'file was' : 'files were'} not read in time; the next search goes on there`,
  late: (engine: string, ms: number, stage: string) => `${engine} did not answer within ${ms} ms (${stage})`,
  failed: (engine: string, why: string) => `${engine} could not answer: ${why}`,
  wordsAlone: (why: string) => `${why}: only words were compared`,
  modelLate: 'the embedding model did not answer in time',
  walks: (links: readonly string[]) => `; follows ${links.join(' and ')} links`,
  route: (kind: string, strategy: string, who: string, walked: string) =>
    `${kind} by ${strategy}: ${who}${walked}`,
  recallLost: (label: string, lost: number, example: string) =>
    `${label}: nothing was changed, because ${lost === 1 ? 'a question' : count(lost, 'question')} that your notes answer today would find no answer any more (“${example}”). dream --rules propose shows the plan`,
  noMagma: (why: string) => `cannot open MAGMA: ${why}`,
  notVerified: 'no model is set for llm.verification: the results were not verified',
  verifyFailed: (why: string) => `the results were not verified: ${why}`,
  empty: 'the question is empty',
  long: (most: string) => `the question is very long: only its first ${most} characters were used`,
  nobody: 'both engines are switched off',
}
