import { type App, type Host, openApp } from '../app/index.ts'
import { type Dream, openDream } from '../commands/index.ts'
import { languageSpoken } from '../languages/index.ts'
import type { Event } from '../page/index.ts'
import { openQueue, type ReviewQueue } from '../review/index.ts'

/** Which folders are meant, as far as every command takes it. */
export interface PageScope {
  readonly folder?: readonly string[]
  readonly project?: string
  readonly allProjects?: boolean
  readonly layout?: 'index' | 'journal'
  readonly env?: string
}

/** What `dream serve` was started with, and what all its tabs share. */
export interface Session {
  readonly host: Host
  readonly scope: PageScope
  /** The commands, as a library has them. */
  readonly dream: Dream
  /** What was done here, the newest last: one key takes it back, also after the page was loaded again. */
  readonly acts: Act[]
  /** To every tab. */
  tell(event: Event): void
  app(): Promise<App>
  /** The queue as it stands; kept for a while, because to plan a folder takes long. */
  queue(): Promise<ReviewQueue>
}

export interface Act {
  readonly words: string
  readonly by: { readonly run: string } | { readonly answered: string }
}

/** What was planned is planned again after this, for what is outside the folder may have changed. */
const FRESH_MS = 60_000

export function newSession(host: Host, scope: PageScope, tell: Session['tell']): Session {
  let kept: { readonly queue: ReviewQueue; readonly at: number; readonly language: string } | undefined
  const app = () => openApp(host, scope, 'follow')
  return {
    host,
    scope,
    dream: openDream(host),
    acts: [],
    tell,
    app,
    async queue() {
      const language = languageSpoken()
      const now = performance.now()
      if (kept === undefined || kept.language !== language || now - kept.at > FRESH_MS) {
        const { where, policy, settings } = await app()
        const progress = (step: { what: string; done?: number; of?: number }) =>
          tell({ type: 'progress', ...step })
        kept = {
          queue: openQueue({ where, policy, settings: settings.config, progress }),
          at: now,
          language,
        }
      }
      return kept.queue
    },
  }
}
