import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Hit } from '../index.ts'
import { Waiting } from './parts.tsx'
import { useCall, useShared } from './state.tsx'

/** So long after the last key it is asked. */
const PAUSE_MS = 250
const KEPT = 'dream-search'

export function SearchView() {
  const { words } = useShared()
  const says = words.search
  const [typed, setTyped] = useState(sessionStorage.getItem(KEPT) ?? '')
  const [asking, setAsking] = useState(typed)
  const field = useRef<HTMLInputElement>(null)
  const asked = useCall('search', asking.trim().length < 2 ? undefined : { words: asking.trim() })
  useLayoutEffect(() => field.current?.focus(), [])
  useEffect(() => {
    sessionStorage.setItem(KEPT, typed)
    const timer = setTimeout(() => setAsking(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const found = asking.trim().length < 2 ? undefined : asked.last
  return (
    <div class="column">
      <h1 class="hidden">{words.views.search}</h1>
      <label class="field search-field">
        {says.label}
        <input
          ref={field}
          type="search"
          value={typed}
          autocomplete="off"
          onInput={event => setTyped(event.currentTarget.value)}
        />
      </label>
      <p class="quiet small" role="status">
        {found === undefined
          ? says.hint
          : found.hits.length === 0
            ? says.none
            : says.found(found.hits.length, found.ms)}
      </p>
      {asking.trim().length >= 2 && <Waiting asked={asked} again={asked.again} />}
      {found?.notes.map(note => (
        <p key={note} class="notice quiet small">
          {note}
        </p>
      ))}
      <ol class="plain hits">
        {found?.hits.map(hit => (
          <li key={hit.id}>
            <Result hit={hit} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function Result({ hit }: { hit: Hit }) {
  const { words } = useShared()
  const says = words.search
  return (
    <article>
      <h2>
        {hit.note === undefined ? hit.title : <a href={`#/memory/${hit.note}`}>{hit.title}</a>}{' '}
        <span class="tag">{says.parts[hit.part] ?? hit.part}</span>
      </h2>
      <p class="hit-text">{markedIn(hit.text, hit.marked)}</p>
      {hit.replacedBy !== undefined && <p class="warn small">{says.replaced(hit.replacedBy)}</p>}
      <p class="quiet small">
        <span class="file">{hit.source}</span> · {says.why}: {hit.reasons.join('; ')}
      </p>
    </article>
  )
}

/** The words that were asked for, marked where they stand. */
function markedIn(text: string, marked: readonly string[]) {
  const wanted = marked.filter(word => word !== '').map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (wanted.length === 0) return text
  const parts = text.split(new RegExp(`(${wanted.join('|')})`, 'giu'))
  return parts.map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part))
}
