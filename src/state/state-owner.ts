import { lstatSync, type Stats } from 'node:fs'
import { DreamError } from '../model/index.ts'
import { showText } from '../text/index.ts'

const BY_OTHERS = 0o022

/**
 * What is trusted, archived and waiting lies in the state directory: whoever else can write there could make Dream change
 * any file of the user. Where it is not there yet, Dream makes it.
 */
export function refuseForeignState(stateHome: string): void {
  const why = whyStrange(stateHome)
  if (why !== undefined) throw new DreamError(`Dream's state directory ${showText(stateHome)} ${why}`, 2)
}

/** Why a state directory is not used, in words that follow its path; nothing where it is, or is not there yet. */
export function whyStrange(stateHome: string): string | undefined {
  return strangeness(statOf(stateHome))
}

/** Where it cannot be looked at it is not there, and whoever writes to it is told why. */
function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch {
    return undefined
  }
}

function strangeness(stat: Stats | undefined): string | undefined {
  if (stat === undefined) return undefined
  if (stat.isSymbolicLink())
    return 'is a symbolic link, which is not followed; put a folder there, or set XDG_STATE_HOME to where it lies'
  if (!stat.isDirectory()) return 'is no folder; move it away'
  const own = process.getuid?.()
  if (own !== undefined && stat.uid !== own)
    return `belongs to another user (${stat.uid}, not ${own}); run Dream as that user, or set XDG_STATE_HOME to a place of your own`
  if ((stat.mode & BY_OTHERS) !== 0)
    return `can be written by other users (mode ${(stat.mode & 0o777).toString(8)}); look at what is in it, then run chmod go-w on it`
  return undefined
}
