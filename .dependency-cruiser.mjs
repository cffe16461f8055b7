// The folder list is the architecture; this file makes the build fail, kindly, when it stops being so.
// doors (cli) → index.ts (night.ts) → dream.ts, tasks → ends (read apply history disk) → middle (checks plan report) → memory

const room = (...names) => `^src/(${names.join('|')})/`

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or a third one is missing between them.',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'memory-imports-no-room',
      comment:
        'memory/ holds the nouns and their grammar and leans on nothing. What needs a check, a plan or the disk belongs in that room and takes the noun as an argument.',
      severity: 'error',
      from: { path: room('memory') },
      to: { path: '^src/', pathNot: room('memory') },
    },
    {
      name: 'pure-middle',
      comment:
        'checks/, plan/ and report/ see data and return data. Read it in read/ and put it in the Snapshot; write it in apply/ by way of an Action.',
      severity: 'error',
      from: { path: room('checks', 'plan', 'report') },
      to: { path: '^src/', pathNot: room('memory', 'checks', 'plan', 'report') },
    },
    {
      name: 'distilling-is-pure',
      comment:
        'distil/ sees texts and returns texts, and knows no file and no clock. Read in read/, write by way of an Action in tasks/; a model of meaning comes in as a function.',
      severity: 'error',
      from: { path: room('distil') },
      to: { path: '^src/', pathNot: room('memory', 'distil') },
    },
    {
      name: 'checks-do-not-plan',
      comment: 'A check says what is wrong; whether to act on it is decided in plan/. Return a Finding.',
      severity: 'error',
      from: { path: room('checks') },
      to: { path: room('plan', 'report') },
    },
    {
      name: 'no-core-modules-in-the-middle',
      comment:
        'memory/, checks/, plan/ and report/ import no Node core module, so that they run anywhere and tests need no mocks. Hashing and reading happen in read/; writing in disk/.',
      severity: 'error',
      from: { path: room('memory', 'checks', 'plan', 'report', 'distil') },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'one-door-for-writes',
      comment:
        'node:fs is imported in disk/ (writing and safe reading), read/ (reading only) and the demo. Change a file of the user with an Action through apply/; anything else goes through disk/.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/disk/', '^src/read/', '^src/cli/demo'] },
      to: { path: '^(node:)?fs(/promises)?$' },
    },
    {
      name: 'reading-never-writes',
      comment:
        'read/ looks and never touches: it may use disk/ to read, and knows nothing of apply/ or history/.',
      severity: 'error',
      from: { path: room('read') },
      to: { path: room('apply', 'history', 'checks', 'plan', 'report') },
    },
    {
      name: 'storage-knows-no-memory-checks',
      comment:
        'disk/ and history/ keep bytes and know nothing of reading, checking or planning; apply/ is told what to do by actions.',
      severity: 'error',
      from: { path: room('disk', 'history', 'apply') },
      to: { path: '^src/', pathNot: room('disk', 'history', 'apply', 'memory') },
    },
    {
      name: 'storage-leans-downward',
      comment:
        'apply/ uses history/, history/ uses disk/, never the other way round. Pass in what the lower room needs.',
      severity: 'error',
      from: { path: room('disk', 'history') },
      to: { path: ['^src/apply/', '^src/tasks/'] },
    },
    {
      name: 'engines-only-find',
      comment:
        'magma/, recall/ and embed/ find things and change none: what writes to a note or a memory is an Action, made in tasks/.',
      severity: 'error',
      from: { path: room('magma', 'recall', 'embed') },
      to: { path: room('apply', 'tasks', 'checks', 'plan', 'report', 'schedule') },
    },
    {
      name: 'doors-use-the-public-api',
      comment:
        'cli/ translates and does nothing else: import from src/index.ts, or from src/night.ts what a plain night needs. What is missing there belongs there.',
      severity: 'error',
      from: { path: room('cli') },
      to: { path: '^src/', pathNot: ['^src/(?:index|night).ts$', '^src/version.ts$', room('cli')] },
    },
    {
      name: 'nobody-imports-a-door',
      comment: 'A door is the outermost room. Move what you need from it into the library.',
      severity: 'error',
      from: { path: '^src/', pathNot: [room('cli'), '^src/(?:tools-)?bin.ts$'] },
      to: { path: room('cli') },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    exclude: { path: '^(test|bench|scripts|dist)/' },
  },
}
