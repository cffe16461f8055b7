import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeProject } from './git-project.ts'
import { folderFiles } from './memories.ts'
import { type Mentions, makeMentions } from './mentions.ts'
import { makeProject } from './project.ts'
import { makeVocabulary, type Vocabulary } from './vocabulary.ts'

/** A generated project on disk, and what is needed to write memories about it. */
export interface World {
  readonly seed: string
  readonly project: string
  readonly now: number
  readonly vocabulary: Vocabulary
  readonly mentions: Mentions
  readonly removedMentions: Mentions
}

export interface WorldRequest {
  readonly seed: string
  /** Where the project goes. */
  readonly project: string
  readonly files: number
  readonly now: number
}

export function writeWorld({ seed, project, files, now }: WorldRequest): World {
  const vocabulary = makeVocabulary()
  const made = makeProject(seed, files, vocabulary)
  writeProject(project, made, now)
  const mentions = makeMentions(made, vocabulary, 'mixed')
  const removedMentions = makeMentions(made, vocabulary, 'removed')
  return { seed, project, now, vocabulary, mentions, removedMentions }
}

export interface Written {
  readonly folder: string
  readonly files: readonly string[]
  readonly characters: number
}

/** Writes one memory folder in one pass. Each folder of a world has its own subject and its own memories. */
export function writeFolder(world: World, folder: string, count: number, name: string): Written {
  mkdirSync(folder, { recursive: true })
  const files: string[] = []
  let characters = 0
  for (const file of folderFiles({ ...world, seed: `${world.seed} ${name}`, count })) {
    const path = join(folder, file.name)
    writeFileSync(path, file.text)
    utimesSync(path, file.modified, file.modified)
    files.push(file.name)
    characters += file.text.length
  }
  return { folder, files, characters }
}
