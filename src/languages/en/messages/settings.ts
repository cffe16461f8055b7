/** What is wrong with a configuration, and what a setting may be. */
export const settings = {
  /** To follow "expected". */
  expected: {
    yesNo: 'true or false',
    whole: (from: number, to: number) => `a whole number from ${from} to ${to}`,
    amount: (from: number, to: number) => `a number from ${from} to ${to}`,
    oneOf: (words: string) => `one of ${words}`,
    orNull: (expected: string) => `${expected}, or null`,
    orNoLimit: (expected: string) => `${expected}, or null for no limit`,
    folder: 'an absolute path, or one that begins with ~/',
    atomicWrites: 'true: a note is written whole or not at all; no setting changes that',
    object: 'an object',
    sharedName: 'a name without slashes',
    sharedFolder: 'an object with folder, scope (team or private) and name',
    sharedFolders: 'a list such as [{ "folder": "~/notes", "scope": "team", "name": "shop" }]',
    team: 'a name of lower-case letters, digits and _',
    stage: 'an object with name and timeout',
    stages: 'a list of one to ten stages',
    address: 'an address that begins with https:// or http:// and holds no password',
    model: 'the name of a model',
    variable: 'the name of an environment variable (the key itself never belongs in a file)',
    timeZone: 'a time zone such as Europe/Vienna',
    environments: 'an object of environments',
    names: 'a list of lists of names',
    folders: 'a list of folders such as ["~/work/old"]',
  },
  missing: 'missing',
  hidden: 'a text that is not shown here',
  wrong: (name: string, value: string, expected: string) => `${name} is ${value}; expected ${expected}`,
  wrongEnvironment: (from: string, name: string, value: string) =>
    `${from}: environments.${name} is ${value}; expected an object of dotted keys`,
  nested: (where: string) => `${where}: environments cannot be set inside an environment`,
  at: (from: string, fault: string) => `${from}: ${fault}`,
  isRemoved: (name: string, why: string) => `${name} is no setting any more: ${why}`,
  valueRemoved: (name: string, value: string, why: string) => `${name} is ${value}: ${why}`,
  unknown: (name: string, hint: string) => `${name} is not a setting${hint}; dream config lists them all`,
  variable: (name: string) => `the variable ${name}`,
  didYouMean: (name: string) => ` (did you mean ${name}?)`,
  removed: {
    'magma.embeddings.folder':
      'it was for ONNX models, which are no longer read. Remove it, and set magma.embeddings.from to local or endpoint',
  },
  removedValues: {
    onnx: 'ONNX models are no longer read. Use local for the model in the package, or endpoint for a service that runs yours',
  },
  cannotBeUsed: (from: string, name: string) => `${from}: ${name} cannot be used; dream config says why`,
  needsModel: (role: string) =>
    `llm.${role}.endpoint is set and llm.${role}.model is not; expected both, or a preset`,
  hoursReversed: (min: number, max: number) =>
    `autoDream.timeGate.minHoursBetweenDream is ${min} and maxHoursBetweenDream is ${max}; expected the first to be no more than the second`,
  limitsReversed: (target: number, compress: number, hard: number) =>
    `journal.limits are ${target}, ${compress}, ${hard}; expected target, compress and hard to rise in this order`,
  notJson: (path: string, why: string) => `${path} is not JSON: ${why}`,
  notObject: (path: string, kind: string) => `${path} holds ${kind}; expected an object`,
  kinds: { list: 'a list', null: 'null', other: (type: string) => `a ${type}` },
  linkOut: (path: string) =>
    `${path} is a link out of the project and is not followed. Make it a file, or remove it`,
  otherEnvironments: (name: string, known: string) => `there is no environment ${name}; known: ${known}`,
  nothingToTrust: (project: string) =>
    `there is nothing to trust: ${project} has no dream.config.json, and nothing that Dream would follow leads out of it`,
  trustUnreadable: (path: string) => `${path} cannot be read. Remove it, then trust again what you trusted`,

  roles: {
    notSet: 'no model is set: rules do the work',
    noLimit: 'no limit on calls',
    atOnce: (calls: number) => `${calls} at a time`,
    apart: (calls: string, ms: number) => `${calls}, ${ms} ms apart`,
    noKey: (who: string, variable: string) => `${who}; ${variable} is empty, so rules do the work`,
    defaultModel: 'the default model',
    byCommand: (model: string) => `${model} by claude -p`,
    atAddress: (model: string, address: string) => `${model} at ${address}`,
    noAddress: 'no address',
  },
}
