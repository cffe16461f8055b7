import type { Host, Scope } from '../app/index.ts'
import { notesOf } from './resources.ts'

interface Listener {
  changed(uri: string): void
  listChanged(): void
}

interface Watching {
  readonly host: Host
  readonly scope: Scope
  /** Where the protocol has no subscriptions of its own, only what is followed is told. */
  readonly era: 'legacy' | 'modern'
}

const EVERY_MS = 2000
/** A look never takes more than this share of the time: large folders are looked at less often. */
const SHARE = 0.02
/** More at once is told as a change of the list. */
const MOST_SENT = 50
const MOST_FOLLOWED = 1000

/** Looks at the times of the notes now and then, for watching a folder is not reliable everywhere. */
export function watchNotes({ host, scope, era }: Watching, listener: Listener) {
  const followed = new Set<string>()
  let known: ReadonlyMap<string, number> | undefined
  let timer: NodeJS.Timeout | undefined
  let state: 'looking' | 'stopped' = 'looking'

  const tell = (now: ReadonlyMap<string, number>, before: ReadonlyMap<string, number>) => {
    const isSameList = now.size === before.size && [...now.keys()].every(uri => before.has(uri))
    const changed = [...now].filter(([uri, modified]) => before.has(uri) && before.get(uri) !== modified)
    if (!isSameList || changed.length > MOST_SENT) listener.listChanged()
    for (const [uri] of changed.slice(0, MOST_SENT))
      if (era === 'modern' || followed.has(uri)) listener.changed(uri)
  }
  const look = async () => {
    const begun = performance.now()
    try {
      const now = new Map((await notesOf(host, scope)).map(({ uri, modified }) => [uri, modified]))
      if (known !== undefined && state === 'looking') tell(now, known)
      known = now
    } catch {
      // What cannot be looked at now is looked at the next time.
    }
    if (state === 'looking') again(Math.max(EVERY_MS, (performance.now() - begun) / SHARE))
  }
  const again = (ms: number) => {
    timer = setTimeout(look, ms)
    timer.unref()
  }
  again(0)

  return {
    follow(uri: string) {
      if (followed.size < MOST_FOLLOWED) followed.add(uri)
      return {}
    },
    leave(uri: string) {
      followed.delete(uri)
      return {}
    },
    stop() {
      state = 'stopped'
      clearTimeout(timer)
    },
  }
}
