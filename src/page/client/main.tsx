import { render } from 'preact'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { CallName, Calls, Done, Event, Start } from '../index.ts'
import { HistoryView } from './history.tsx'
import { InboxView } from './inbox.tsx'
import { JournalsView } from './journals.tsx'
import { MemoryView } from './memory.tsx'
import { Button, Dialog } from './parts.tsx'
import { RunDialog } from './run.tsx'
import { SearchView } from './search.tsx'
import { ask, type CallFailed, chooseLanguage, listen } from './server.ts'
import {
  isTyping,
  type Message,
  messageOf,
  type Shared,
  SharedContext,
  useShared,
  VIEWS,
  type View,
} from './state.tsx'
import { loadWords, type Words } from './words.ts'

interface Route {
  readonly view: View
  readonly rest: string
}

/** As those who speak it write it. */
const nameOfLanguage = (code: string): string =>
  new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code

/** `#/memory/abc`: the address of what is shown, so that going back and loading again lead there. */
function routeOf(hash: string): Route {
  const [, view = '', ...rest] = hash.split('/')
  const known = VIEWS.find(each => each === view)
  return { view: known ?? 'inbox', rest: decodeURIComponent(rest.join('/')) }
}

const SHOWN_MS = 8000

function App({ first, words: spoken }: { first: Start; words: Words }) {
  const [start, setStart] = useState(first)
  const [words, setWords] = useState(spoken)
  const [route, setRoute] = useState(routeOf(location.hash))
  const [changes, setChanges] = useState(0)
  const [progress, setProgress] = useState<Shared['progress']>()
  const [message, setMessage] = useState<Message>()
  const [shown, setShown] = useState<'keys' | 'run'>()
  const [server, setServer] = useState<'open' | 'lost'>('open')
  const language = start.language

  const tell = useCallback((next: Message) => setMessage(next), [])
  const go = useCallback((view: View, rest = '') => {
    location.hash = `/${view}${rest === '' ? '' : `/${encodeURIComponent(rest)}`}`
    // At once: the next key is for what is shown then.
    setRoute({ view, rest })
  }, [])
  const act = useCallback(
    async <N extends CallName>(name: N, input: Calls[N]['in']): Promise<Calls[N]['out'] | undefined> => {
      try {
        const answer = await ask(name, input)
        tell(messageOf(answer as Done))
        setStart(before => withUndo(before, (answer as Done).undo))
        return answer
      } catch (error) {
        const failed = error as CallFailed
        tell({ text: failed.kind === 'offline' ? words.offline : failed.message, kind: 'failed' })
        if (failed.kind === 'changed') setChanges(count => count + 1)
        return undefined
      }
    },
    [words],
  )
  const undo = useCallback(async () => {
    if (start.undo === undefined) tell({ text: words.nothingToUndo, kind: 'failed' })
    else await act('undo', {})
  }, [start.undo, act, words])

  useEffect(() => {
    const follow = () => {
      setRoute(routeOf(location.hash))
      setMessage(before => (before?.kind === 'failed' ? undefined : before))
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  useEffect(() => {
    const hear = (event: Event) => {
      if (event.type === 'progress') setProgress(event)
      else setProgress(undefined)
      if (event.type === 'changed') {
        setChanges(count => count + 1)
        ask('start', {}).then(setStart, () => undefined)
      }
    }
    return listen(hear, setServer)
  }, [])
  useEffect(() => {
    if (message === undefined || message.kind === 'failed') return
    const timer = setTimeout(() => setMessage(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [message])
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-Hans' : 'en'
    document.title = `${words.views[route.view]} – ${words.title}`
  }, [language, words, route.view])
  useGlobalKeys({ go, undo, help: () => setShown('keys') })

  const other = language === 'zh' ? 'en' : 'zh'
  const speak = async () => {
    chooseLanguage(other)
    setWords(await loadWords(other))
    setStart({ ...start, language: other })
  }
  const shared = useMemo<Shared>(
    () => ({ words, language, start, changes, progress, act, tell, undo, go }),
    [words, language, start, changes, progress, act, undo],
  )
  const views = VIEWS.filter(view => view !== 'journals' || start.hasJournals || route.view === 'journals')
  return (
    <SharedContext.Provider value={shared}>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        {words.skip}
      </button>
      <header class="top">
        <span class="brand" title={start.project}>
          <img src="/icon.svg" alt="" width="22" height="22" /> Dream
          <span class="project">{start.project.split('/').at(-1)}</span>
        </span>
        <nav aria-label={words.navigation}>
          {views.map(view => (
            <a key={view} href={`#/${view}`} aria-current={view === route.view ? 'page' : undefined}>
              {words.views[view]}
            </a>
          ))}
        </nav>
        <div class="tools">
          {start.undo !== undefined && (
            <Button onClick={undo} shortcut="u" hint={words.undoKey(start.undo)}>
              {words.undo}
            </Button>
          )}
          <Button onClick={() => setShown('run')}>{words.run.open}</Button>
          <Button look="quiet" onClick={speak}>
            <span lang={other === 'zh' ? 'zh-Hans' : 'en'}>{nameOfLanguage(other)}</span>
          </Button>
          <button
            type="button"
            class="button quiet"
            onClick={() => setShown('keys')}
            aria-label={words.keys.open}
            title={words.keys.open}
          >
            ?
          </button>
        </div>
      </header>
      {server === 'lost' && (
        <p class="banner" role="alert">
          {words.offline}
        </p>
      )}
      <main id="main" tabIndex={-1}>
        <Shown route={route} />
      </main>
      <Messages message={message} onClose={() => setMessage(undefined)} />
      {shown === 'keys' && <Keys onClose={() => setShown(undefined)} />}
      {shown === 'run' && <RunDialog onClose={() => setShown(undefined)} />}
    </SharedContext.Provider>
  )
}

const withUndo = ({ undo: _, ...start }: Start, undo: string | undefined): Start =>
  undo === undefined ? start : { ...start, undo }

function Shown({ route: { view, rest } }: { route: Route }) {
  switch (view) {
    case 'inbox':
      return <InboxView id={rest} />
    case 'memory':
      return <MemoryView id={rest} />
    case 'history':
      return <HistoryView />
    case 'search':
      return <SearchView />
    case 'journals':
      return <JournalsView />
  }
}

/** What came of the last thing that was done, with its undo: also after the page was loaded again. */
function Messages({ message, onClose }: { message: Message | undefined; onClose: () => void }) {
  const { words } = useShared()
  return (
    <div class="messages">
      <div class={`message ${message?.kind ?? ''}`} role="status" aria-live="polite">
        {message !== undefined && (
          <p>
            {message.kind === 'failed' && <strong>{words.failed}: </strong>}
            {message.text}
            {message.warnings?.map(warning => (
              <span key={warning} class="warning">
                {warning}
              </span>
            ))}
          </p>
        )}
        {message?.kind === 'failed' && (
          <button type="button" class="button quiet" onClick={onClose} aria-label={words.close}>
            ✕
          </button>
        )}
      </div>
    </div>
  )
}

function Keys({ onClose }: { onClose: () => void }) {
  const { words } = useShared()
  return (
    <Dialog title={words.keys.title} onClose={onClose}>
      <table class="keys">
        <tbody>
          {words.keys.rows.map(([key, what]) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}

const GO: Readonly<Record<string, View>> = {
  i: 'inbox',
  m: 'memory',
  h: 'history',
  s: 'search',
  j: 'journals',
}

/** Keys that work everywhere. */
function useGlobalKeys(keys: { go: Shared['go']; undo: () => void; help: () => void }): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    let isGoing = false
    const hear = (event: KeyboardEvent) => {
      if (isTyping(event) || document.querySelector('dialog[open]')) return
      const { go, undo, help } = latest.current
      const view = isGoing ? GO[event.key] : undefined
      isGoing = event.key === 'g'
      if (view !== undefined) go(view)
      else if (event.key === 'u') undo()
      else if (event.key === '?') help()
      else if (event.key === '/') go('search')
      else return
      event.preventDefault()
    }
    // Before the part that is shown hears it: `g j` is no "next".
    addEventListener('keydown', hear, { capture: true })
    return () => removeEventListener('keydown', hear, { capture: true })
  }, [])
}

/** Nothing can be shown: the link was used, or nobody serves the page any more. */
function Stopped({ words, why }: { words: Words; why: string }) {
  return (
    <>
      <header class="top">
        <span class="brand">Dream</span>
      </header>
      <main class="stopped">
        <h1>{why === '' ? words.signedOut.title : words.failed}</h1>
        <p>{why === '' ? words.signedOut.text : why}</p>
      </main>
    </>
  )
}

const page = document.getElementById('app')!
try {
  const start = await ask('start', {})
  const words = await loadWords(start.language)
  page.textContent = ''
  render(<App first={start} words={words} />, page)
} catch (error) {
  const words = await loadWords(navigator.language.startsWith('zh') ? 'zh' : 'en')
  const { kind, message } = error as CallFailed
  page.textContent = ''
  const why = kind === 'signed-out' ? '' : kind === 'offline' ? words.offline : message
  render(<Stopped words={words} why={why} />, page)
}
