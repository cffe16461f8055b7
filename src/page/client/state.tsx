import { createContext } from 'preact'
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks'
import type { CallName, Calls, Done, Event, Language, Start } from '../index.ts'
import { ask, CallFailed } from './server.ts'
import type { Words } from './words.ts'

/** What every part of the page shares. */
export interface Shared {
  readonly words: Words
  readonly language: Language
  readonly start: Start
  /** Counts what was changed, here or elsewhere: whoever shows something asks again. */
  readonly changes: number
  readonly progress: Extract<Event, { type: 'progress' }> | undefined
  /** Carries something out, tells what came of it, and gives it back; nothing where it failed. */
  act<N extends CallName>(name: N, input: Calls[N]['in']): Promise<Calls[N]['out'] | undefined>
  tell(message: Message): void
  undo(): Promise<void>
  go(view: View, rest?: string): void
}

export interface Message {
  readonly text: string
  readonly kind: 'done' | 'failed'
  readonly warnings?: readonly string[]
}

export const VIEWS = ['inbox', 'memory', 'history', 'search', 'journals'] as const
export type View = (typeof VIEWS)[number]

export const SharedContext = createContext<Shared | undefined>(undefined)
export const useShared = (): Shared => useContext(SharedContext)!

export type Asked<T> =
  | { readonly state: 'loading'; readonly last: T | undefined }
  | { readonly state: 'there'; readonly value: T; readonly last: T }
  | { readonly state: 'failed'; readonly why: string; readonly last: T | undefined }

/** Asks the server, and again whenever something changed; the last answer stays on the page meanwhile. */
export function useCall<N extends CallName>(
  name: N,
  input: Calls[N]['in'] | undefined,
): Asked<Calls[N]['out']> & { again(): void } {
  const { changes, language, words } = useShared()
  const [asked, setAsked] = useState<Asked<Calls[N]['out']>>({ state: 'loading', last: undefined })
  const [tries, setTries] = useState(0)
  const key = JSON.stringify(input)
  const known = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (input === undefined) return
    const stop = new AbortController()
    // Of another note or item, what was shown before is no answer.
    const isSame = known.current === key
    known.current = key
    setAsked(before => ({ state: 'loading', last: isSame ? before.last : undefined }))
    ask(name, input, stop.signal).then(
      value => setAsked({ state: 'there', value, last: value }),
      error => {
        if (stop.signal.aborted) return
        const why = error instanceof CallFailed && error.kind === 'offline' ? words.offline : error.message
        setAsked({ state: 'failed', why, last: undefined })
      },
    )
    return () => stop.abort()
  }, [name, key, changes, language, tries])
  return { ...asked, again: useCallback(() => setTries(count => count + 1), []) }
}

/** Whether a key is for what is typed in, and not for the page. */
export const isTyping = (event: KeyboardEvent): boolean => {
  const target = event.target as HTMLElement
  return (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    target.isContentEditable ||
    ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)
  )
}

/** Keys of the part that is shown. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (isTyping(event) || event.defaultPrevented || document.querySelector('dialog[open]')) return
      const run = latest.current[event.key]
      if (run === undefined) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}

export const messageOf = (done: Done): Message => ({
  text: done.words,
  kind: 'done',
  warnings: done.warnings,
})
