import { number } from './count.ts'

/** Why a model gave no answer. */
export const models = {
  notSet: 'no model is set for this role: the rules decide',
  noKey: (variable: string) => `${variable} is empty: the rules decide`,
  overBudget: (why: string) => `the budget of this run is used up: ${why}`,
  month: {
    tokens: (spent: number, most: number) =>
      `this month’s budget of automatic runs is used up, or would be with this call: ${number(spent)} of ${number(most)} tokens`,
    dollars: (spent: number, most: number) =>
      `this month’s budget of automatic runs is used up, or would be with this call: $${spent.toFixed(2)} of $${most}`,
    unknownPrice:
      'this month’s budget is in dollars, and the price of a call is unknown: set llm.agents.price',
    unknown: 'what was spent this month could not be read or noted, so nothing more is spent',
  },
  budget: {
    calls: (most: number) => `${most} calls were made`,
    tokens: (most: number) => `${number(most)} tokens are used, or would be with this call`,
    seconds: (most: number) => `${most} seconds have passed`,
    unknownPrice: 'the price of a call is unknown, and the limit is in dollars',
    dollars: (most: number) => `${most} dollars are spent`,
  },
  stoppedBefore: 'it was stopped before it was asked',
  stoppedWaiting: 'it was stopped while it waited for its turn',
  stopped: 'the call was stopped',
  busy: 'another call is running, or ended a moment ago',
  late: (ms: number) => `no answer within ${ms} ms`,
  wrongShape: (why: string) => `the answer has the wrong form: ${why}`,
  empty: 'the answer is empty',
  noJson: 'the answer contains no JSON',
  tooLong: (most: number) => `the answer was longer than ${number(most)} bytes and was cut`,
  tooLongText: (most: number) => `the answer was longer than ${number(most)} characters and was cut`,
  overTokens: (most: number) => `the answer did not fit in ${number(most)} tokens`,
  thoughtTooLong: (most: number, setting: string) =>
    `the model spent its ${number(most)} tokens on thinking: set ${setting} to on, which gives more room, or take a model that does not think`,
  withheld: 'the service withheld the answer',
  noEnd: 'the answer broke off',
  broken: 'the stream broke off',
  cut: (where: string) => `the connection to ${where} broke off during the answer`,
  unreachable: (where: string, code: string) => `cannot reach ${where} (${code})`,
  fewerCalls: (where: string, words: string) => `${where} asks for fewer calls (429)${words}`,
  badKey: (where: string, variable: string | undefined, status: number) =>
    `${where} refused the key in ${variable ?? 'no variable'} (${status})`,
  refused: (where: string, status: number, words: string) => `${where} refused the call (${status})${words}`,
  otherProtocol: 'the answer does not follow the expected protocol',
  pluginHasNone: 'the plugin calls no model by key. Install Dream for that: npm install --global dream',
  notRecorded: 'the recording has no answer to this',

  claude: {
    tooLong: 'the instructions are too long for claude -p',
    tooMuch: (most: number) => `claude -p wrote more than ${number(most)} characters and was stopped`,
    notFound: 'claude is not on the PATH',
    cannotStart: (code: string | undefined) => `cannot start claude (${code})`,
    ended: (code: number | null, words: string) =>
      `claude -p ended with ${code ?? 'a signal'}${words === '' ? '' : `: ${words}`}`,
    silent: 'claude -p printed nothing',
    noJson: 'claude -p did not answer in JSON',
    noReason: 'it failed and gave no reason',
    noResult: 'claude -p gave no result',
  },

  embeddings: {
    service: (host: string, why: string) => `the embedding service at ${host} ${why}`,
    late: (ms: number) => `did not answer within ${ms} ms`,
    given: 'was given up',
    unreachable: (code: string) => `cannot be reached (${code})`,
    badKey: (status: number) => `does not accept the key (${status}). Check magma.embeddings.keyVariable`,
    fewerCalls: 'asks for fewer calls (429)',
    failed: (status: number) => `failed (${status})`,
    refused: (status: number) => `refused (${status}). Check magma.embeddings.endpoint and model`,
    garbled: 'did not answer with a list of vectors',
    setThem:
      'magma.embeddings.from is endpoint. Set magma.embeddings.endpoint and magma.embeddings.model too',
    noKey: (variable: string) => `${variable} is empty. Put the key of the embedding service into it`,
    damagedModel: 'the model file is incomplete',
  },
}
