import { count, number } from './count.ts'

const list = (files: readonly string[], more: number): string =>
  `${files.join(', ')}${more === 0 ? '' : ` and ${more} more`}`

/** Commands about single notes and about folders. */
export const notes = {
  noFolders:
    'No memory folder found here. Name one (dream DIR), or see every project with dream status --all-projects.',
  takesBack: 'undoes it',
  warning: (text: string) => `Warning: ${text}`,

  remember: {
    nothing: 'nothing to remember: say what',
    unsafe:
      'this looks like a secret or an instruction, and every conversation would load it: nothing was written',
    tooLong: (most: number) =>
      `longer than ${number(most)} characters: write a file of your own, dream adds it to MEMORY.md`,
    known: (file: string) => `Already known: ${file} has the same text. Nothing was written.`,
    saved: (kind: string, file: string) => `Saved as ${kind}: ${file}`,
    types: {
      user: 'a fact about you',
      feedback: 'feedback',
      project: 'a project fact',
      reference: 'a reference',
    },
    wasForgotten: (day: string, file: string) =>
      `You had this forgotten on ${day} (${file}); now it is remembered again.`,
    notListed: 'MEMORY.md cannot be edited, so the note is not listed there',
    indexTooLong:
      'MEMORY.md is longer than agents load, so its last lines are not seen; run dream to shorten it',
  },

  forget: {
    nothing: 'say what to forget',
    noMatch: 'Nothing matches.',
    unknownFile: (name: string, near: string | undefined) =>
      `no note here is called ${name}; ${near === undefined ? 'try a few words that describe it' : `did you mean ${near}?`}`,
    withheld: (why: string) => `Nothing was archived: ${why}.`,
    wouldWithhold: (why: string) => `this would be refused: ${why}`,
    preview: 'Nothing was archived: --dry-run only shows what matches.',
    archived: (many: number) => `${count(many, 'note')} archived and removed from MEMORY.md.`,
    pinned: (file: string) => `${file} is pinned. To archive it, name the file.`,
    mentions: (files: readonly string[], more: number) =>
      `Also mentioned in ${list(files, more)}. These notes stay unless you name them.`,
    linksTo: (file: string, target: string) => `${file} still links to ${target}: fix it by hand`,
    tookOver: (file: string) => `${file} contains text taken over from it and keeps it`,
    indexKept: 'MEMORY.md cannot be edited: its lines stay as they are',
  },

  search: {
    none: 'Nothing found.',
    notSure: 'Not sure: the best result has little of the question.',
    corrected: (typed: string, meant: string) => `Nothing has "${typed}". Searched for "${meant}".`,
    archive: (folder: string) => `${folder}, archived (dream history FILE --restore VERSION brings one back)`,
    replaced: (by: string) => `replaced by ${by}`,
    doesNotFit: 'the model says this does not answer the question',
    also: (sources: string) => `also in ${sources}`,
    why: (reasons: string) => `why: ${reasons === '' ? 'no reason recorded' : reasons}`,
    how: '── How it was found ──',
    question: (kind: string, confidence: string, by: string) => `Question: ${kind} (${confidence}, by ${by})`,
    route: (why: string) => `Route: ${why}`,
    stages: {
      sufficed: 'enough found, search ended here',
      'went-on': 'done, search went on',
      late: 'stopped at its time limit; its results so far were used',
      skipped: 'not available',
    },
    stage: (name: string, outcome: string, hits: number | undefined, ms: number) =>
      `${name}: ${outcome}${hits === undefined ? '' : `, ${count(hits, 'result')} in ${ms} ms`}`,
    total: (hits: number, tokens: number, budget: number) =>
      `${count(hits, 'result')}, about ${number(tokens)} of ${number(budget)} tokens`,
  },

  status: {
    viaLink: (link: string, root: string) => `the link ${link} leads to ${root}`,
    content: (memories: number, lines: number | null | undefined, size: string, layout: string) =>
      `${count(memories, 'note')}, ${lines === undefined ? 'no MEMORY.md' : `MEMORY.md ${lines === null ? '' : `${count(lines, 'line')}, `}${size}`}, layout: ${layout}`,
    noRun: 'no run yet',
    lastRun: (command: string, run: string, at: string, changes: number) =>
      `last run: ${command} ${run}, ${at}, ${count(changes, 'change')}`,
    unchanged: 'nothing changed since',
    changed: (all: number, edited: number, added: number, gone: number) =>
      `${all} changed since (${edited} edited, ${added} new, ${gone} gone)`,
    busy: (command: string, pid: number, host: string, since: string) =>
      `busy: ${command} (process ${pid} on ${host}) since ${since}`,
    interrupted: (run: string) => `run ${run} was interrupted; dream doctor --fix finishes it`,
    kept: (versions: number, size: string) => `history: ${count(versions, 'version')}, ${size}`,
    automatic: 'automatic runs',
    lastAutomatic: (words: string | undefined) => `last: ${words ?? 'none yet'}`,
    now: (what: string) => `now: ${what}`,
    next: (when: string) => `next: ${when}`,
    notBefore: (time: string) => `not before ${time}`,
    planWaits: (label: string, since: string | undefined, files: readonly string[], more: number) =>
      `a plan of the dream agent for ${label} waits for you${since === undefined ? '' : ` since ${since}`}: ${count(files.length + more, 'change')} (${list(files, more)})`,
    showPlan: 'shows it; without --dry-run applies it',
  },

  /** One line for a conversation that begins: facts, no orders, for the user and for the agent. */
  morning: {
    opening: 'Dream:',
    done: (when: string, words: string, prefix: string) =>
      `automatic run of ${when}: ${words} (${prefix}undo takes it back).`,
    failed: (when: string, why: string) => `the automatic run of ${when} failed: ${why}.`,
    waits: (many: number, prefix: string) =>
      `${count(many, 'item waits', 'items wait')} for the user (${prefix}queue).`,
    vanished: (many: number, prefix: string) => `${count(many, 'note')} vanished (${prefix}look).`,
  },

  explain: {
    notFound: (name: string) => `no note called ${name} was found; dream status lists the folders`,
    in: (label: string) => `in ${label}`,
    names: 'What it refers to',
    findings: 'Findings',
    protected: 'Protected',
    wouldChange: 'What would change this',
    notLookedUp: 'not looked up',
    inCode: 'found in the code',
    notInCode: 'not found anywhere in the code',
    unknown: 'could not be looked up',
    notJudged: 'files of this folder are not judged',
    strengths: {
      strong: 'strong',
      weak: 'weak',
      file: 'file',
      bare: 'file name',
      folder: 'folder',
      home: 'below the home folder',
      absolute: 'absolute path',
      placeholder: 'placeholder',
    },
    line: (line: number, strength: string, answer: string) =>
      `${line === 0 ? 'name or description' : `line ${line}`}, ${strength}: ${answer}`,
    byClass: {
      fresh: [
        'it is flagged when one of its references disappears, and archived when all are gone and git proves it',
      ],
      'partially-stale': [
        'it is fresh again when the missing references return or their paths are corrected',
        'it is archived when its other references are gone too and git proves it',
      ],
      'fully-stale': [
        'it stays if one of its references returns, if it is pinned (`pinned: true`), or if it was written recently',
      ],
      evergreen: ['nothing: it names no file or symbol that could be checked'],
      unverified: ['a project to check it against: `--project DIR`'],
    },
  },
}
