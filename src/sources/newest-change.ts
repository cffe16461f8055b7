import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isMarkdownName } from './layout.ts'

/** When a file of a memory folder was last written, in milliseconds; 0 where none can be seen. */
export function newestChange(root: string): number {
  try {
    const times = readdirSync(root)
      .filter(isMarkdownName)
      .map(name => statSync(join(root, name), { throwIfNoEntry: false })?.mtimeMs ?? 0)
    return times.reduce((newest, time) => Math.max(newest, time), 0)
  } catch {
    return 0
  }
}
