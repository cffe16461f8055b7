import { join, resolve } from 'node:path'
import { canonicalRoot, gitTopLevel, isInside, realPath, type Trusts, trustsNothing } from '../disk/index.ts'
import { sayEarly } from '../languages/index.ts'
import type { FolderProject } from '../project/index.ts'
import type { Fields, Said, TranscriptState } from './transcripts/record.ts'

/**
 * An agent: where its memory lies, how it is kept, and what its sessions leave behind. Every part may be missing, and then
 * the agent adds nothing there. `registry.ts` has a line for each.
 */
export interface Source {
  readonly name: string
  /** Environment variables that say where its files lie: a scheduled run gets them too. */
  readonly variables?: readonly string[]
  /** The folder in a project that holds its settings, and makes a project of the folder that it is in. */
  readonly settings?: string
  /** Names of folders that hold a memory folder for each of its sub-agents. */
  readonly collections?: readonly string[]
  /** The memory folders that count where the run stands: for this project, or for every project of the user. */
  find?(around: Surroundings, projects: 'this' | 'all'): Candidates
  /** The memory folders below a project that somebody named. */
  findBelow?(project: string, around: Surroundings): Candidates
  /** The project of a memory folder that somebody named; nothing where this agent cannot tell. */
  projectOf?(root: string, around: Surroundings): CandidateProject | undefined
  /** Whether a path outside of the project is where this agent keeps the project's memory. Nothing there is looked at. */
  isOwnMemory?(path: string, around: Surroundings): boolean
  /** The projects of the user that have a memory; those in `skip` need not be looked at. */
  projects?(home: string, env: Environment, skip: readonly string[]): readonly string[]
  /** Where this agent keeps the memory of the project that the run stands in, whether it is there yet or not. */
  memoryOf?(around: Surroundings): string
  /** The memories that were left behind when their project went away. */
  lost?(around: Surroundings): readonly LostMemory[]
  /** How its folders are told from others, and read. Without one they hold a `MEMORY.md` and a file for each memory. */
  readonly format?: FolderFormat
  /** Where the sessions of a project leave a file each. */
  sessions?(place: SessionPlace): readonly SessionFolder[]
  /** The folder with the transcripts of a memory folder. */
  transcriptsBeside?(root: string): string | undefined
  /** The lines of its transcripts, which are JSON. */
  readonly rows?: TranscriptRows
  /** The hooks in its settings that call Dream. */
  hooks?(project: string, home: string, env: Environment): readonly HookCommand[]
}

export type Environment = Readonly<Record<string, string | undefined>>

export interface CandidateProject {
  readonly project: FolderProject
  /** For the title, where the project itself is not there. */
  readonly projectName?: string
}

/** A folder at one of the known places that holds memories. */
export interface Candidate extends CandidateProject {
  /** Spelled on resolved parents: where its real path differs, a link led there. */
  readonly path: string
  readonly origin: Origin
  /** It is no part of the project that the run stands in, and counts only where every folder does. */
  readonly isElsewhere?: boolean
}

export interface Candidates {
  readonly folders: readonly Candidate[]
  /** What was not followed, and how to have it followed. */
  readonly notes: readonly string[]
}

/** Which of the known places a memory folder was found in. */
export type Origin =
  | 'agent-memory'
  | 'agent-memory-local'
  | 'project-memory'
  | 'project-slug-memory'
  | 'home-memory'
  | 'home-agent-memory'
  | 'auto-memory-directory'
  | 'codex-memory'
  | 'journal-workspace'
  | 'given'

export interface FolderFormat {
  readonly layout: 'index' | 'journal'
  isOne(root: string, names: ReadonlySet<string>): boolean
  /** The file that the agent loads at every start. */
  indexName(names: ReadonlySet<string>): string | undefined
  /** Whether the other Markdown files are memories, or nothing that checks may judge. */
  readonly memories: 'files' | 'none'
  /** The agent makes its files anew: they are checked and searched, and never written. */
  readonly isReadOnly?: true
}

export interface LostMemory {
  /** Where the project was. */
  readonly project: string
  readonly memory: string
  /** Where the project may be now, and the folder that its memory would lie in then. */
  readonly moved?: { readonly project: string; readonly folder: string }
}

/** Whose sessions are meant. */
export interface SessionPlace {
  /** The repository (or folder) whose memory is meant. */
  readonly project: string
  /** Other spellings of it that a transcript folder may be named after. */
  readonly spellings: readonly string[]
  /** Memory folders. */
  readonly roots: readonly string[]
  readonly home: string
  readonly env: Environment
  /** Milliseconds since 1970; folders in which nothing is newer may be left out. */
  readonly since: number
}

export interface SessionFolder {
  readonly folder: string
  /** The session that a file of this name belongs to; nothing where it is no session's. */
  idOf(name: string): string | undefined
}

export interface TranscriptRows {
  /** Each line says itself what it is, so that a file which changed hands is read too. */
  isOne(record: Fields): boolean
  said(record: Fields, state: TranscriptState): Said[]
}

/** A hook of an agent that calls Dream. */
export interface HookCommand {
  readonly file: string
  readonly event: string
  readonly command: string
  /** What it would start and cannot: a program that is not on the PATH, a script that is not there. */
  readonly missing?: string
}

/** Where the run stands: every path absolute, links resolved where they lead somewhere. */
export interface Surroundings {
  readonly cwd: string
  readonly home: string
  readonly env: Environment
  /** The git top-level of the working directory, else the working directory; or what `--project` names. */
  readonly project: string
  /** All spellings of this project that an agent may have filed it under. */
  readonly projectPaths: readonly string[]
  /** What `--project` names. */
  readonly chosen?: string
  /** What in the project may lead out of it. */
  readonly trusts: Trusts
  /** What an agent keeps for the project outside of it. */
  readonly isOwnMemory: (path: string) => boolean
}

export interface StartPlace {
  readonly cwd: string
  readonly home: string
  readonly env: Environment
  readonly project?: string
  readonly trusts?: Trusts
}

export function surroundingsOf(request: StartPlace): Surroundings {
  const cwd = realPath(request.cwd) ?? request.cwd
  const home = realPath(request.home) ?? request.home
  const chosen = request.project === undefined ? undefined : resolve(request.cwd, request.project)
  const start = chosen === undefined ? cwd : (realPath(chosen) ?? chosen)
  const project = gitTopLevel(start, home) ?? start
  return {
    cwd,
    home,
    env: request.env,
    project,
    projectPaths: [...new Set([canonicalRoot(project), project, start, chosen ?? request.cwd])],
    ...(chosen === undefined ? {} : { chosen: start }),
    trusts: request.trusts ?? trustsNothing,
    isOwnMemory: () => false,
  }
}

/** The repository around a folder that is not the repository itself. */
export function repositoryAround(root: string, { home }: Surroundings): FolderProject | undefined {
  const top = gitTopLevel(root, home)
  return top === undefined || top === root ? undefined : { path: top }
}

/** The project that the run stands in, for a folder in it. */
export function projectAround(root: string, { project, home }: Surroundings): FolderProject {
  if (isInside(root, project) && root !== project && project !== home) return { path: project }
  return { absent: sayEarly().places.folders.projectUnknown }
}

/** The name that people know a project by: for a second work tree, its repository's. */
export function repositoryOf(project: string, home: string): string {
  return canonicalRoot(gitTopLevel(project, home) ?? project)
}

export function expandHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path
}
