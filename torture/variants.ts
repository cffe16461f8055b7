import type { Patch } from './bundle.ts'
import type { SIMULATED } from './simulated.ts'

/** Dream with something left out. A harness that does not notice is no harness. */
export interface Variant {
  readonly name: string
  readonly caughtBy: keyof typeof SIMULATED | 'kill' | 'crowd'
  readonly patches: readonly Patch[]
  /** The seed to begin with, where few scenes show it. */
  readonly seed?: number
}

const lock = (find: string, replace: string): Patch => ({ file: 'src/disk/lock.ts', find, replace })
const writeLog = (find: string, replace: string): Patch => ({ file: 'src/store/write-log.ts', find, replace })
const transaction = (find: string, replace: string): Patch => ({
  file: 'src/store/transaction.ts',
  find,
  replace,
})
const step = (find: string, replace: string): Patch => ({ file: 'src/store/step.ts', find, replace })

export const VARIANTS: readonly Variant[] = [
  {
    name: 'the intent is not synced',
    caughtBy: 'power',
    patches: [writeLog('.draft`)\n    this.dir.sync()', '.draft`)')],
  },
  {
    name: 'new files are not synced',
    caughtBy: 'power',
    patches: [
      {
        file: 'src/disk/dir.ts',
        find: '      const made = this.dress(fd, options)\n      this.sys.fsync(fd)',
        replace: '      const made = this.dress(fd, options)',
      },
    ],
  },
  {
    name: 'the folder is not synced before history says it is done',
    caughtBy: 'power',
    patches: [transaction('  at.root.sync()\n  return settled', '  return settled')],
  },
  {
    name: 'what a killed process left is taken for durable',
    caughtBy: 'power after a kill',
    patches: [{ file: 'src/store/folder.ts', find: '  store.writeLog.settle()\n', replace: '' }],
  },
  {
    name: 'files change before the intent is written',
    caughtBy: 'power',
    patches: [
      transaction(
        '    at.store.writeLog.write({ ...intent, after })',
        '    carryOutAll(at, intent.steps)\n    at.store.writeLog.write({ ...intent, after })',
      ),
    ],
  },
  {
    name: 'history before the files',
    caughtBy: 'power',
    patches: [
      transaction(
        '  const changes = known?.changes ?? carryOutAll(at, steps, together)',
        "  const changes = known?.changes ?? steps.map(step => ({ ...step, result: 'done' as const, to: null }))\n" +
          '  at.store.log.append({ ...run, changes })\n  if (known === undefined) carryOutAll(at, steps, together)',
      ),
    ],
  },
  {
    name: 'the index first',
    caughtBy: 'power',
    patches: [
      transaction(
        '  const changes: Change[] = []\n  steps.forEach((step, number) => {',
        '  const changes: Change[] = []\n  steps.forEach((_, place) => {\n' +
          '    const number = steps.length - 1 - place\n    const step = steps[number]!',
      ),
    ],
  },
  {
    name: 'no hash is looked at',
    caughtBy: 'races',
    patches: [
      step('  if (now === step.from?.hash) return undefined', '  return undefined'),
      step('  if (hashOf(root, aside) !== step.from?.hash) {', '  if (aside === undefined) {'),
      step('step.from !== null && hashOf(root, names.aside) !== step.from.hash', 'names.aside === undefined'),
      transaction(
        "sha256(old.bytes) !== step.from?.hash || result !== 'done'",
        "step.from === null || result !== 'done'",
      ),
      {
        file: 'src/store/step.ts',
        find: ' && sha256(bytes) !== expected',
        replace: ' && expected === undefined',
      },
    ],
  },
  {
    name: 'the new file is renamed over the old one',
    caughtBy: 'races',
    patches: [
      step(
        '    if (step.from !== null) root.rename(step.file, names.aside)',
        "    root.rename(names.draft, step.file)\n    return { result: 'done', to: stateOf(root, step.file) }",
      ),
    ],
  },
  {
    name: 'the lock is not looked at again',
    caughtBy: 'pauses',
    patches: [
      lock(
        "    if (top?.generation !== this.generation || top.state !== 'held') throw new LockLost(this.kind)\n",
        '    if (top === undefined) throw new LockLost(this.kind)\n',
      ),
    ],
  },
  {
    name: 'a lock is taken by writing over it',
    caughtBy: 'crowd',
    patches: [
      lock('    return dir.place(draft, file)', "    dir.rename(draft, file)\n    return 'placed'"),
      // Whoever looks before he takes it is seldom late: so everyone finds it open.
      lock("  if (top.state === 'free') return true", '  if (top !== undefined) return true'),
    ],
  },
  {
    name: 'old bytes are not kept',
    caughtBy: 'kill',
    patches: [
      transaction(
        '  if (step.from === null) return\n',
        "  if (step.from === null || step.kind === 'archive') return\n",
      ),
    ],
  },
  {
    name: 'a file is moved before the intent is written',
    caughtBy: 'kill',
    patches: [
      transaction(
        '    at.store.writeLog.write({ ...intent, after })',
        '    carryOutAll(at, intent.steps)\n    at.store.writeLog.write({ ...intent, after })',
      ),
    ],
  },
  {
    name: 'the checksums of history are not looked at',
    caughtBy: 'flips',
    patches: [
      {
        file: 'src/store/history.ts',
        find: 'if (lineSum(line.prev, line.record) !== line.sum) return undefined',
        replace: 'void lineSum',
      },
    ],
  },
  {
    name: 'a sync that failed is tried again',
    caughtBy: 'faults',
    patches: [
      {
        file: 'src/disk/dir.ts',
        find: '    if (this.syncError !== undefined) throw this.syncError\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a short write is taken for a whole one',
    caughtBy: 'faults',
    patches: [
      {
        file: 'src/disk/dir.ts',
        find: '      written += got',
        replace: '      written += Math.max(got, bytes.length)',
      },
      {
        file: 'src/disk/dir.ts',
        find: '      if (this.sys.fstat(fd).size !== bytes.length) throw shortWrite(name)\n',
        replace: '',
      },
    ],
  },
  {
    name: 'what comes back gets mode 0644',
    caughtBy: 'power',
    patches: [step('    mode: dress?.mode ?? old?.mode ?? 0o644,', '    mode: old?.mode ?? 0o644,')],
  },
  {
    name: 'every file gets mode 0644',
    caughtBy: 'power',
    patches: [step('    mode: dress?.mode ?? old?.mode ?? 0o644,', '    mode: 0o644,')],
  },
  {
    name: 'a file that cannot be moved to another device is not kept',
    caughtBy: 'races on two devices',
    patches: [
      {
        file: 'src/store/step.ts',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
        find: '    at.root.rename(name, `${folderPart(name)}${BESIDE_PREFIX}${waiting}${ENDING}`)',
        replace: '    at.root.unlink(name)',
      },
    ],
  },
  {
    name: 'files of a run that is open are returned as strays',
    caughtBy: 'power',
    patches: [
      {
        file: 'src/store/folder.ts',
        find: 'if (run === undefined || store.writeLog.has(run)) continue',
        replace: 'if (run === undefined) continue',
      },
      {
        file: 'src/store/folder.ts',
        find: '  const recovered: Recovered[] = []\n',
        replace: '  const recovered: Recovered[] = []\n  returnOrphans(folder)\n',
      },
    ],
  },
  {
    name: 'root.json gets its name and the directory is not synced',
    caughtBy: 'power',
    // Where files of Dream's own change, their deltas sync the same directory in time.
    seed: 37,
    patches: [
      {
        file: 'src/store/store.ts',
        find: '  // Before the first write log: runs that were cut off are looked up by this file.\n  dir.sync()\n',
        replace: '',
      },
      {
        file: 'src/store/history.ts',
        find: '    if (whole > 0) this.dir.syncFile(FILE)\n    this.dir.sync()',
        replace: '    if (whole > 0) this.dir.syncFile(FILE)',
      },
    ],
  },
  {
    name: 'the directories above the state are not synced',
    caughtBy: 'power',
    patches: [
      {
        file: 'src/store/store.ts',
        find: '  syncParents(dir.sys, dir.path)\n',
        replace: '  void syncParents\n',
      },
    ],
  },
]
