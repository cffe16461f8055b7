/** The kinds of places that commands are tried in. */
export type GroundKind = 'folder' | 'only note' | 'journals' | 'empty workspace' | 'magma'

export interface Fixture {
  /** The memory folder, below the top. */
  readonly folder: string
  readonly cwd: string
  readonly vaults: readonly string[]
  /** Variables that name a place below the top. */
  readonly env?: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, string>>
  /** What is unusual about a file, by its name. */
  readonly traits?: Readonly<Record<string, Traits>>
}

interface Traits {
  readonly mode?: number
  /** User and group, where the harness may give files away. */
  readonly owner?: number
  readonly days?: number
}

const note = (name: string, description: string, type: string, body: string) =>
  `---\nname: ${name}\ndescription: ${description}\ntype: ${type}\n---\n${body}\n`

const FOLDER = 'shop/.claude/agent-memory/notes'

const SHARED = `Sessions are opened once per visitor and kept in memory.
Tokens travel in a cookie that scripts cannot read.
A failed login answers after a short fixed delay.`

const AROUND = {
  'home/diary.txt': 'dear diary\n',
  'shop/src/total.ts': 'export const cartTotal = (prices: number[]) => prices.length\n',
}

const NOTES = {
  [`${FOLDER}/MEMORY.md`]: `# notes Memory

- [Legacy refresh](legacy.md) — how the legacy session is refreshed
- [Auth patterns](auth.md) — sessions and tokens
- [Auth session patterns](auth_again.md) — sessions and tokens
- [Cart total](total.md) — where prices are added up
`,
  [`${FOLDER}/auth.md`]: note(
    'Auth patterns',
    'Patterns for sessions and tokens',
    'reference',
    `${SHARED}\nExpired sessions redirect visitors towards the welcome page.`,
  ),
  [`${FOLDER}/auth_again.md`]: note(
    'Auth session patterns',
    'Sessions and tokens',
    'reference',
    `${SHARED}\nThe cookie lasts ten hours.`,
  ),
  [`${FOLDER}/legacy.md`]: note(
    'Legacy refresh',
    'How the legacy session is refreshed',
    'project',
    'The refresh lives in `src/legacy/session.ts` and reads its key from `src/legacy/token.ts`.',
  ),
}

const TOTAL = note(
  'Cart total',
  'Where prices are added up',
  'project',
  '`cartTotal()` in `src/total.ts` adds up prices.',
)

/** The older of the two that say the same is the one that goes. */
const TRAITS: Readonly<Record<string, Traits>> = {
  'auth_again.md': { days: 60, mode: 0o640 },
  'legacy.md': { mode: 0o600, owner: 1234 },
  'auth.md': { mode: 0o640, owner: 1234 },
  'total.md': { mode: 0o640 },
}

const JOURNALS = {
  'home/diary.txt': 'dear diary\n',
  'agent/memory/2026-02-01.md': `# 2026-02-01

- Decided to build the Atlas prototype
- User prefers short answers
- Anna is our new accountant
`,
  'agent/memory/2026-02-02.md': `- The user likes answers to be short
- The Atlas prototype is finished
- Decided to move the shop to Postgres
`,
}

const WORKSPACE = { folder: 'agent', cwd: 'agent', vaults: ['vault'], env: { DREAM_VAULT_PATH: 'vault' } }

export const FIXTURES: Readonly<Record<GroundKind, Fixture>> = {
  folder: {
    folder: FOLDER,
    cwd: 'shop',
    vaults: [],
    files: { ...AROUND, ...NOTES, [`${FOLDER}/total.md`]: TOTAL },
    traits: TRAITS,
  },
  'only note': {
    folder: FOLDER,
    cwd: 'shop',
    vaults: [],
    files: {
      ...AROUND,
      [`${FOLDER}/MEMORY.md`]: '# notes Memory\n\n- [Cart total](total.md) — where prices are added up\n',
      [`${FOLDER}/total.md`]: TOTAL,
    },
    traits: TRAITS,
  },
  journals: {
    ...WORKSPACE,
    files: JOURNALS,
    traits: { '2026-02-01.md': { mode: 0o600 }, '2026-02-02.md': { mode: 0o640 } },
  },
  'empty workspace': { ...WORKSPACE, files: { 'home/diary.txt': 'dear diary\n' } },
  magma: {
    folder: FOLDER,
    cwd: 'shop',
    vaults: ['vault'],
    env: { DREAM_OBSIDIAN__VAULT: 'vault' },
    files: {
      ...AROUND,
      ...NOTES,
      [`${FOLDER}/total.md`]: TOTAL,
      'vault/mine.md': 'A note of my own.\n',
    },
    traits: TRAITS,
  },
}
