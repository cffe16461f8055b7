import { useMemo, useState } from 'preact/hooks'
import type { GoneNote, MemoryFolder, NoteLine } from '../index.ts'
import { NoteView } from './note.tsx'
import { Button, Dialog, Rows, Waiting } from './parts.tsx'
import { useCall, useShared } from './state.tsx'

type Which = 'all' | 'unseen' | 'pinned' | 'archived'

export function MemoryView({ id }: { id: string }) {
  const { words, go } = useShared()
  const says = words.memory
  const asked = useCall('memory', {})
  const [folderId, setFolderId] = useState<string>()
  const [type, setType] = useState('')
  const [which, setWhich] = useState<Which>('all')
  const [filter, setFilter] = useState('')
  const [isRemembering, setRemembering] = useState(false)
  const folders = asked.last?.folders ?? []
  const folder = folders.find(each => each.id === folderId) ?? folders[0]
  const types = useMemo(() => [...new Set(folder?.notes.map(note => note.type))].sort(), [folder])
  const rows = useMemo(
    () => (folder === undefined ? [] : rowsOf(folder, { type, which, filter })),
    [folder, type, which, filter],
  )
  if (folder === undefined) return <Waiting asked={asked} again={asked.again} />
  return (
    <div class={`split ${id === '' ? '' : 'has-choice'}`}>
      <section class="side" aria-label={says.list}>
        <div class="side-head">
          <h1>{says.notes(folder.notes.length)}</h1>
          {!folder.isReadOnly && <Button onClick={() => setRemembering(true)}>{says.remember}</Button>}
        </div>
        <Loaded folder={folder} onShow={() => setWhich('unseen')} />
        <div class="filters">
          {folders.length > 1 && (
            <select
              aria-label={says.folder}
              value={folder.id}
              onChange={event => setFolderId(event.currentTarget.value)}
            >
              {folders.map(each => (
                <option key={each.id} value={each.id}>
                  {each.label}
                </option>
              ))}
            </select>
          )}
          <input
            type="search"
            aria-label={says.filter}
            placeholder={says.filter}
            value={filter}
            onInput={event => setFilter(event.currentTarget.value)}
          />
          <select aria-label={says.type} value={type} onChange={event => setType(event.currentTarget.value)}>
            <option value="">{says.allTypes}</option>
            {types.map(each => (
              <option key={each} value={each === '' ? '-' : each}>
                {each === '' ? says.noType : each}
              </option>
            ))}
          </select>
          <select
            aria-label={says.seenFilter}
            value={which}
            onChange={event => setWhich(event.currentTarget.value as Which)}
          >
            <option value="all">{says.all}</option>
            <option value="unseen">{says.unseen}</option>
            <option value="pinned">{says.pinnedOnly}</option>
            <option value="archived">{says.archivedOnly}</option>
          </select>
        </div>
        {rows.length === 0 ? (
          <p class="notice quiet">{says.none}</p>
        ) : (
          <Rows
            label={says.list}
            rows={rows}
            heightOf={() => 64}
            keyOf={row => row.id}
            chosen={id}
            draw={row => <NoteRow row={row} isChosen={row.id === id} />}
          />
        )}
      </section>
      <section class="detail" aria-label={words.views.memory}>
        {id === '' ? (
          <p class="empty quiet">{says.choose}</p>
        ) : (
          <>
            <button type="button" class="button quiet back" onClick={() => go('memory')}>
              ← {words.back}
            </button>
            <NoteView key={id} id={id} archived={goneNote(folders, id)} />
          </>
        )}
      </section>
      {isRemembering && <Remember folder={folder} onClose={() => setRemembering(false)} />}
    </div>
  )
}

const goneNote = (folders: readonly MemoryFolder[], id: string): GoneNote | undefined =>
  folders.flatMap(({ archived }) => archived).find(note => note.id === id)

function rowsOf(
  { notes, archived }: MemoryFolder,
  { type, which, filter }: { type: string; which: Which; filter: string },
): readonly (NoteLine | GoneNote)[] {
  const wanted = filter.trim().toLowerCase()
  const has = (...texts: readonly string[]) => texts.some(text => text.toLowerCase().includes(wanted))
  if (which === 'archived') return archived.filter(({ file, why }) => has(file, why))
  return notes.filter(
    note =>
      (type === '' || note.type === (type === '-' ? '' : type)) &&
      (which !== 'unseen' || note.seen !== 'listed') &&
      (which !== 'pinned' || note.isPinned) &&
      has(note.file, note.name, note.description),
  )
}

function Loaded({ folder, onShow }: { folder: MemoryFolder; onShow: () => void }) {
  const { words } = useShared()
  const says = words.memory
  const [isOpen, setOpen] = useState(false)
  const { loaded, beyond, notes, layout, isReadOnly } = folder
  const unseen = notes.filter(({ seen }) => seen !== 'listed').length
  if (layout === 'journal') return <p class="notice quiet">{says.journals}</p>
  return (
    <div class="loaded">
      {isReadOnly && <p class="quiet">{says.readOnly}</p>}
      {loaded !== undefined && (
        <>
          <h2>{says.loaded}</h2>
          <Meter
            value={loaded.lines}
            most={loaded.mostLines}
            words={says.lines(loaded.lines, loaded.mostLines)}
          />
          <Meter
            value={loaded.bytes}
            most={loaded.mostBytes}
            words={says.bytes(words.size(loaded.bytes), words.size(loaded.mostBytes))}
          />
        </>
      )}
      {unseen + beyond.length === 0 ? (
        <p class="good small">{says.allSeen}</p>
      ) : (
        <p class="warn small">
          {says.unseen}: {says.notSeen(unseen, beyond.length)}{' '}
          <button type="button" class="link" onClick={() => (unseen > 0 ? onShow() : setOpen(true))}>
            {says.showNotSeen}
          </button>
        </p>
      )}
      {isOpen && (
        <Dialog title={says.beyondTitle} onClose={() => setOpen(false)}>
          <ol class="beyond">
            {beyond.map(({ line, text }) => (
              <li key={line} value={line}>
                {text}
              </li>
            ))}
          </ol>
        </Dialog>
      )}
    </div>
  )
}

/** How full it is, as a bar and in words. */
export function Meter({ value, most, words }: { value: number; most: number; words: string }) {
  const share = Math.min(100, Math.round((value / most) * 100))
  return (
    <div class="meter">
      <span class="small">{words}</span>
      <div class="bar" aria-hidden="true">
        <div class={share >= 100 ? 'full' : share >= 80 ? 'high' : ''} style={{ width: `${share}%` }} />
      </div>
    </div>
  )
}

function NoteRow({ row, isChosen }: { row: NoteLine | GoneNote; isChosen: boolean }) {
  const { words } = useShared()
  const says = words.memory
  const current = isChosen ? 'true' : undefined
  if (!('seen' in row))
    return (
      <a class="row" href={`#/memory/${row.id}`} aria-current={current}>
        <span class="row-title">
          <span class="name">{row.file}</span>
          <span class="tag">{words.note.archivedOn(row.day)}</span>
        </span>
        <span class="row-text">{row.why}</span>
      </a>
    )
  return (
    <a class="row" href={`#/memory/${row.id}`} aria-current={current}>
      <span class="row-title">
        <span class="name">{row.name}</span>
        {row.isPinned && <span class="tag sure">{says.pinned}</span>}
        {row.seen !== 'listed' && <span class="tag likely">{says.seenShort[row.seen]}</span>}
        {row.type !== '' && <span class="tag">{row.type}</span>}
      </span>
      <span class="row-text">{row.description === '' ? row.file : row.description}</span>
    </a>
  )
}

function Remember({ folder, onClose }: { folder: MemoryFolder; onClose: () => void }) {
  const { words, act } = useShared()
  const says = words.memory
  const [text, setText] = useState('')
  const [kind, setKind] = useState('')
  const save = async () => {
    const done = await act('remember', { text, folder: folder.id, ...(kind !== '' && { as: kind }) })
    if (done !== undefined) onClose()
  }
  return (
    <Dialog title={says.rememberTitle} onClose={onClose}>
      <label class="field">
        {says.rememberText}
        <textarea value={text} rows={4} onInput={event => setText(event.currentTarget.value)} />
      </label>
      <label class="field">
        {says.rememberAs}
        <select value={kind} onChange={event => setKind(event.currentTarget.value)}>
          {says.kinds.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <p class="quiet">{says.rememberHint}</p>
      <div class="actions">
        <Button look="main" onClick={save} disabled={text.trim() === ''}>
          {words.save}
        </Button>
        <Button onClick={onClose}>{words.cancel}</Button>
      </div>
    </Dialog>
  )
}
