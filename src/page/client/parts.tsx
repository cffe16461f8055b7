import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Text } from '../index.ts'
import { difference, type Piece, type Row } from './difference.ts'
import { type Asked, useShared } from './state.tsx'

interface ButtonProps {
  readonly onClick: () => void
  readonly children: ComponentChildren
  readonly look?: 'main' | 'bad' | 'quiet'
  readonly shortcut?: string
  readonly hint?: string
  readonly disabled?: boolean
}

/** A button with the key that does the same. */
export function Button({ onClick, children, look, shortcut, hint, disabled = false }: ButtonProps) {
  return (
    <button
      type="button"
      class={`button ${look ?? ''}`}
      onClick={onClick}
      disabled={disabled}
      title={hint}
      aria-keyshortcuts={shortcut}
    >
      {children}
      {shortcut !== undefined && <kbd aria-hidden="true">{shortcut}</kbd>}
    </button>
  )
}

/** What is shown while an answer is on its way, or where none comes. */
export function Waiting<T>({ asked, again, words }: { asked: Asked<T>; again?: () => void; words?: string }) {
  const { words: all, progress } = useShared()
  if (asked.state === 'failed')
    return (
      <div class="notice bad" role="alert">
        <p>{asked.why}</p>
        {again !== undefined && <Button onClick={again}>{all.again}</Button>}
      </div>
    )
  if (asked.state === 'there' || asked.last !== undefined) return null
  return (
    <p class="notice quiet" role="status">
      <span class="spinner" aria-hidden="true" />
      {words ?? all.loading} {progress?.what}
    </p>
  )
}

/** A text of a note: always text, never anything else. */
export function Plain({ text, class: name = '' }: { text: Text; class?: string }) {
  const { words } = useShared()
  return (
    <>
      <pre class={`text ${name}`} tabIndex={0}>
        {text.text}
      </pre>
      {text.more > 0 && <p class="quiet">{words.textMore(text.more)}</p>}
    </>
  )
}

/** Rows of a difference that are drawn at first. */
const FIRST_ROWS = 250

/** Two texts beside each other, on a narrow screen below each other, with the words that differ marked. */
export function Difference({
  before,
  after,
  titles,
}: {
  before: Text
  after: Text
  titles: [string, string]
}) {
  const { words } = useShared()
  const [most, setMost] = useState(FIRST_ROWS)
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const rows = difference(before.text, after.text)
  if (rows.every(({ kind }) => kind !== 'changed')) return <Plain text={after} />
  const shown = rows.slice(0, most)
  return (
    <>
      <table class="diff">
        <thead>
          <tr class="diff-row diff-head">
            <th scope="col">{titles[0]}</th>
            <th scope="col">{titles[1]}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row, at) => (
            <DiffRow
              key={at}
              row={row}
              isOpen={open.has(at)}
              onOpen={() => setOpen(new Set([...open, at]))}
            />
          ))}
        </tbody>
      </table>
      {rows.length > most && (
        <Button look="quiet" onClick={() => setMost(most * 4)}>
          {words.diff.more(rows.length - most)}
        </Button>
      )}
    </>
  )
}

function DiffRow({ row, isOpen, onOpen }: { row: Row; isOpen: boolean; onOpen: () => void }) {
  const { words } = useShared()
  if (row.kind === 'equal' && !isOpen)
    return (
      <tr class="diff-row diff-fold">
        <td colSpan={2}>
          <button type="button" onClick={onOpen}>
            ⋯ {words.diff.equal(row.lines.length)}
          </button>
        </td>
      </tr>
    )
  if (row.kind === 'equal') return row.lines.map((text, at) => <Both key={at} text={text} />)
  if (row.kind === 'both') return <Both text={row.text} />
  return (
    <tr class="diff-row">
      <Side pieces={row.before} which="removed" />
      <Side pieces={row.after} which="added" />
    </tr>
  )
}

const Both = ({ text }: { text: string }) => (
  <tr class="diff-row diff-both">
    <td>{text}</td>
    <td>{text}</td>
  </tr>
)

function Side({ pieces, which }: { pieces: readonly Piece[] | undefined; which: 'removed' | 'added' }) {
  const { words } = useShared()
  if (pieces === undefined) return <td class="diff-none" />
  const Tag = which === 'removed' ? 'del' : 'ins'
  return (
    <td class={`diff-${which}`}>
      <span class="hidden">{words.diff[which]}: </span>
      {pieces.map(({ text, isSame }, at) => (isSame ? text : <Tag key={at}>{text}</Tag>))}
    </td>
  )
}

/** A list of any length of which only what is in view is in the document. Every row knows its height. */
export function Rows<T>(props: {
  readonly label: string
  readonly rows: readonly T[]
  readonly heightOf: (row: T) => number
  readonly keyOf: (row: T) => string
  readonly draw: (row: T) => JSX.Element
  /** Is kept in view. */
  readonly chosen?: string | undefined
}) {
  const { label, rows, heightOf, keyOf, draw, chosen } = props
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 800 })
  const tops: number[] = []
  let total = 0
  for (const row of rows) {
    tops.push(total)
    total += heightOf(row)
  }
  useEffect(() => {
    const element = box.current!
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight })
    const watch = new ResizeObserver(look)
    watch.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      watch.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  useLayoutEffect(() => {
    const at = chosen === undefined ? -1 : rows.findIndex(row => keyOf(row) === chosen)
    const element = box.current!
    if (at === -1) return
    const [top, height] = [tops[at]!, heightOf(rows[at]!)]
    if (top < element.scrollTop + 48) element.scrollTop = top - 48
    else if (top + height > element.scrollTop + element.clientHeight)
      element.scrollTop = top + height - element.clientHeight
  }, [chosen, rows.length])
  const AROUND = 400
  const from = Math.max(
    0,
    tops.findIndex((top, at) => top + heightOf(rows[at]!) > view.top - AROUND),
  )
  const last = tops.findIndex(top => top > view.top + view.height + AROUND)
  const until = last === -1 ? rows.length : last
  return (
    <div class="rows" ref={box} tabIndex={0} role="group" aria-label={label}>
      <ul style={{ height: `${total}px` }}>
        {rows.slice(from, until).map((row, at) => (
          <li
            key={keyOf(row)}
            style={{ top: `${tops[from + at]}px`, height: `${heightOf(row)}px` }}
            aria-setsize={rows.length}
            aria-posinset={from + at + 1}
          >
            {draw(row)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Something that is asked in front of the page; Esc leaves it. */
export function Dialog(props: { title: string; onClose: () => void; children: ComponentChildren }) {
  const { title, onClose, children } = props
  const { words } = useShared()
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = box.current!
    element.showModal()
    return () => element.close()
  }, [])
  return (
    <dialog
      ref={box}
      aria-label={title}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      <header>
        <h2>{title}</h2>
        <button type="button" class="button quiet" onClick={onClose} aria-label={words.close}>
          ✕
        </button>
      </header>
      {children}
    </dialog>
  )
}

/** A text as it is, to be changed. */
export function Editor(props: {
  readonly title: string
  readonly hint: string
  readonly text: string
  readonly onSave: (text: string) => void
  readonly onClose: () => void
}) {
  const { words } = useShared()
  const [text, setText] = useState(props.text)
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) props.onSave(text)
  }
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <textarea
        class="editor"
        aria-label={props.title}
        spellcheck={false}
        value={text}
        onInput={event => setText(event.currentTarget.value)}
        onKeyDown={keys}
      />
      <p class="quiet">{props.hint}</p>
      <div class="actions">
        <Button look="main" onClick={() => props.onSave(text)} disabled={text === props.text}>
          {words.save}
        </Button>
        <Button onClick={props.onClose}>{words.cancel}</Button>
      </div>
    </Dialog>
  )
}
