import { relative } from 'node:path'
import { isInside, type Lead, leadTarget, wayWithin } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { showText } from '../text/index.ts'
import type { Surroundings } from './source.ts'

/** What takes a path out of a project, if anything does; `spelled`: what names it there, where it is no link. */
export function leadOf(path: string, project: string, spelled?: Lead): Lead | 'inside' | 'nowhere' {
  if (spelled !== undefined && !isInside(path, project)) return spelled
  const way = wayWithin(project, path)
  return way.at === 'outside' ? way.lead : way.at
}

/** Followed inside the project, to what is the project's own anyway, and where the user trusts it; reported otherwise. */
export function mayFollow(
  lead: ReturnType<typeof leadOf>,
  around: Surroundings,
  notes: string[],
  project = around.project,
): boolean {
  if (typeof lead === 'string') return lead === 'inside'
  if (around.isOwnMemory(leadTarget(lead)) || around.trusts(lead)) return true
  const note = notFollowed(lead, project)
  if (!notes.includes(note)) notes.push(note)
  return false
}

/** One line for a report: what was not followed, and how to have it followed. */
function notFollowed({ file, to }: Lead, project: string): string {
  const name = isInside(file, project) ? relative(project, file) : file
  return say().places.folders.notFollowed(showText(name), showText(to), showText(project))
}
