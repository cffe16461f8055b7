import type { CallName, Calls, Event, Failure, Language } from '../index.ts'

/** What went wrong, with the sentence that says what next. */
export class CallFailed extends Error {
  readonly kind: Failure['kind'] | 'offline'
  constructor(message: string, kind: Failure['kind'] | 'offline') {
    super(message)
    this.kind = kind
  }
}

const KEPT = 'dream-language'

/** What this browser chose; the server knows the rest. */
const chosenLanguage = (): Language | undefined => {
  const kept = localStorage.getItem(KEPT)
  return kept === 'en' || kept === 'zh' ? kept : undefined
}
export const chooseLanguage = (language: Language): void => localStorage.setItem(KEPT, language)

export async function ask<N extends CallName>(
  name: N,
  input: Calls[N]['in'],
  signal?: AbortSignal,
): Promise<Calls[N]['out']> {
  const language = chosenLanguage()
  const headers = { 'Content-Type': 'application/json', ...(language && { 'X-Dream-Language': language }) }
  const answer = await fetch(`/api/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(input),
    ...(signal && { signal }),
  }).catch(error => {
    throw signal?.aborted ? error : new CallFailed('', 'offline')
  })
  const body = await answer.json().catch(() => ({ error: answer.statusText, kind: 'broken' }))
  if (answer.ok) return body
  const { error, kind } = body as Failure
  throw new CallFailed(error, kind)
}

/** Hears what the server tells by itself; the browser connects again by itself where it was cut off. */
export function listen(hear: (event: Event) => void, state: (state: 'open' | 'lost') => void): () => void {
  const source = new EventSource('/api/events')
  source.onmessage = ({ data }) => hear(JSON.parse(data))
  let wasLost = false
  source.onopen = () => {
    state('open')
    // What changed meanwhile was told to nobody.
    if (wasLost) hear({ type: 'changed' })
    wasLost = false
  }
  source.onerror = () => {
    wasLost = true
    state('lost')
  }
  return () => source.close()
}
