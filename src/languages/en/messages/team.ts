import { count } from './count.ts'

/** What is shared with a team through PostgreSQL. */
export const team = {
  badName: (name: string) =>
    `${name} cannot be the name of a team: use lower-case letters, digits and _, beginning with a letter`,

  found: 'team',
  notOn: 'store.kind is files: nothing is shared. Set it to postgres and see docs/team.md',
  onlyNotes: (label: string) => `${label} is not shared: only folders of notes with a MEMORY.md can be`,
  badNote: (name: string) =>
    `${JSON.stringify(name)} was not taken from the team: notes are not named like this`,
  notTaken: (file: string) => `${file} was not written, it changed meanwhile; the next exchange tries again`,
  notSent: (file: string, why: string) => `${file} is not shared: ${why}`,
  notText: 'it is not plain text',
  nextTime: (file: string) =>
    `${file} was changed by another machine at the same time; run dream team sync again`,
  allGone: (label: string) =>
    `every note of ${label} is gone at once, so nothing is proposed to the team: is a disk missing?`,
  purgedThere: (file: string, scope: string) =>
    `${file}: the team’s copy in ${scope} is erased, and the other machines are told`,
  purgeLater: (file: string, why: string) =>
    `${file}: the team’s copy is erased with the next dream team sync (${why})`,

  help: {
    team: {
      summary: 'what is shared with a team through PostgreSQL, and how that stands',
      options: {},
      examples: ['folders, machines and what waits', 'exchange changes now'],
    },
    init: {
      summary: 'set up the database for a team, or bring its tables up to date; its owner runs this',
      options: {
        team: 'the team (default: store.team)',
        member: 'a user of the database who may act for it',
      },
      examples: ['for the team in the settings', 'another team, with two of its users'],
    },
    sync: {
      summary: 'exchange the shared folders with the team now',
      options: {},
      examples: ['send what changed here, take what changed elsewhere', 'decide what waits'],
    },
    work: {
      summary: 'do the team’s work on shared notes: vectors, relations, notes that say the same',
      options: { once: 'until nothing is left, for a timer', atOnce: 'scopes at the same time (2)' },
      examples: ['until it is stopped', 'what waits, then end'],
    },
    migrate: {
      summary: 'carry shared folders to PostgreSQL, or back into files and the embedded index',
      options: { to: 'postgres or files (default: postgres)' },
      examples: ['send everything, then compare counts and hashes', 'the other way round'],
    },
  },

  status: {
    team: (name: string, address: string, machine: string) =>
      `team ${name} at ${address}; this machine is ${machine}`,
    figures: (records: number, scopes: number, machines: number, open: number) =>
      `${count(records, 'note')} in ${count(scopes, 'scope')}, last written by ${count(machines, 'machine')}; ${count(open, 'question')} open`,
    metric: (name: string, times: number, total: number) =>
      `${name}: ${total} in ${count(times, 'exchange')} (30 days)`,
    folder: (label: string, scope: string, notes: number, waiting: number) =>
      `${label} is shared as ${scope}: ${count(notes, 'note')}, ${waiting} waiting for you`,
    noFolders: 'no folder is shared. Name one in store.folders (docs/team.md)',
    decide: 'decide what waits',
  },

  initialised: (address: string, name: string, from: number, to: number) =>
    from === to
      ? `${address}: tables are up to date, the team ${name} is ready`
      : `${address}: tables brought from version ${from} to ${to}, the team ${name} is ready`,
  members: (names: readonly string[]) =>
    names.length === 0
      ? 'give users of the database access with --member USER'
      : `members: ${names.join(', ')}`,
  working: (worker: string) => `${worker} works for the team. Ctrl-C stops it`,
  worked: (worker: string) => `${worker} has stopped; nothing it had begun is lost`,

  synced: {
    title: (label: string, scope: string) => `${label} (${scope})`,
    counts: (sent: number, received: number, proposed: number) =>
      `${sent} sent, ${received} received, ${count(proposed, 'removal')} proposed to the others`,
    received: (file: string) => `received ${file}`,
    waiting: (items: number) => `${count(items, 'question')} for you: dream queue`,
  },

  moved: {
    counts: (label: string, scope: string, here: number, there: number, same: number) =>
      `${label} (${scope}): ${here} here, ${there} in the database, ${same} with the same hash`,
    onlyHere: 'only here',
    onlyThere: 'only in the database',
    differs: 'differs',
    unindexed: (notes: number) => `${count(notes, 'note')} without a vector yet: dream team work --once`,
    index: (rows: number, behind: number) => `embedded index: ${count(rows, 'document')}, ${behind} missing`,
    whole: (to: string) => `Both sides hold the same. Set store.kind to ${to} to go on there`,
    incomplete: () =>
      'The two sides differ, see above; nothing was lost on either. Decide what waits (dream queue), then run this again',
  },

  items: {
    subject: (file: string, scope: string) => `${file} (${scope})`,
    words: {
      conflict: (machine: string) => `you and ${machine} both changed it`,
      incoming: (machine: string) => `${machine} shares a note that gives instructions`,
      removal: (machine: string) => `${machine} proposes to archive it`,
      purged: (machine: string) => `${machine} erased it from the team`,
      duplicate: (machine: string) => `another shared note says the same (found by ${machine})`,
    },
    evidence: (agent: string, machine: string, written: string) =>
      `written by ${agent} on ${machine}, ${written}`,
    because: {
      conflict: 'only a person can decide which holds',
      incoming: 'every agent that loads it would follow it',
      removal: 'a deletion elsewhere is a proposal here',
      purged: 'your history is yours: dream purge erases it here, too',
      duplicate: 'only a person decides which one goes',
    },
    keepMine: 'keep yours, the team gets it',
    takeTheirs: 'take the one of the team; yours stays in history',
    changed: 'it changed since. Run dream queue again',
    choose: 'only you can decide this: add --goes theirs (yours holds) or --goes mine (the team’s holds)',
  },

  doctor: {
    again: 'then run dream doctor again',
    name: 'name the folders to share in store.folders (docs/team.md)',
    superuser: 'The database is used as a superuser, for whom nothing is closed',
    superuserFix: 'make a user of its own and run dream team init --member USER',
    failedJobs: (jobs: number) => `${count(jobs, 'job')} of the team failed for good`,
    failedJobsFix: 'correct the cause, then run dream team sync and dream team work --once',
    nobodyWorks: (jobs: number) => `${count(jobs, 'job')} of the team waited for more than an hour`,
    nobodyWorksFix: 'run dream team work on a machine that is always on',
  },

  database: {
    someAddress: 'the address given',
    notInstalled: (packages: string) =>
      `the driver for PostgreSQL is not installed. Run npm install ${packages}, or set store.kind to files`,
    unreachable: (where: string, why: string) =>
      `cannot reach PostgreSQL at ${where} (${why}). Check that the server runs and that store.urlVariable names the right address; everything on this machine goes on`,
    refused: (where: string, why: string) =>
      `PostgreSQL at ${where} refused the login (${why}). Check user and password in the address`,
    'no-database': (where: string, why: string) =>
      `PostgreSQL at ${where} has no such database (${why}). Run createdb, then dream team init`,
    'not-a-member': (where: string, why: string, name: string) =>
      `PostgreSQL at ${where} does not let this user act for the team ${name} (${why}). Its owner runs dream team init --team ${name} --member USER`,
    'no-tables': (where: string, why: string) =>
      `the database at ${where} lacks Dream’s tables (${why}). Its owner runs dream team init`,
    'no-vector': (where: string, why: string) =>
      `PostgreSQL at ${where} lacks pgvector 0.8 (${why}). Install the extension on the server, then run dream team init`,
    busy: (where: string, why: string) => `PostgreSQL at ${where} is busy (${why}). Try again later`,
    'read-only': (where: string, why: string) =>
      `PostgreSQL at ${where} only reads now (${why}): it is a standby. Use the address of the primary`,
    'bad-address': (where: string, why: string) =>
      `${where} is not an address of PostgreSQL (${why}). Expected postgresql://USER@HOST:5432/DATABASE`,
    failed: (where: string, why: string) => `PostgreSQL at ${where} failed: ${why}`,
    olderTables: 'the tables of the database are older than this Dream. Its owner runs dream team init',
    newerTables: (version: number, known: number) =>
      `the database was set up by a newer Dream (version ${version}; this one knows ${known}). Update Dream; nothing was changed`,
    noTeam:
      'this user belongs to no team there. The owner of the database runs dream team init --member USER',
    noVariable: (variable: string) =>
      `store.kind is postgres and the variable ${variable} is empty. Set it to postgresql://USER@HOST:5432/DATABASE`,
  },
}
