import { useEffect, useRef, useState } from 'preact/hooks'
import type { Answer, Item, ItemDetail, Raw } from '../index.ts'
import { Button, Difference, Editor, Plain, Rows, Waiting } from './parts.tsx'
import { ask } from './server.ts'
import { useCall, useKeys, useShared } from './state.tsx'

type Row =
  | {
      readonly kind: 'event'
      readonly id: string
      readonly title: string
      readonly meaning: string
      readonly items: number
    }
  | { readonly kind: 'item'; readonly id: string; readonly item: Item }

const KEPT = 'dream-later'
const keptLater = (): readonly string[] => JSON.parse(sessionStorage.getItem(KEPT) ?? '[]')

export function InboxView({ id }: { id: string }) {
  const { words, start, go, act } = useShared()
  const says = words.inbox
  const [which, setWhich] = useState<'open' | 'answered'>('open')
  const [later, setLater] = useState(keptLater)
  // What was answered is gone at once: until the answer is in, and then as long as the list is the one from before it.
  const [gone, setGone] = useState<ReadonlyMap<string, unknown>>(new Map())
  const [editing, setEditing] = useState<Raw>()
  const asked = useCall('inbox', { which })
  useEffect(() => sessionStorage.setItem(KEPT, JSON.stringify(later)), [later])

  const list = asked.last
  const latest = useRef(list)
  latest.current = list
  const isGone = ({ id }: Item) => gone.has(id) && (gone.get(id) === 'asked' || gone.get(id) === list)
  const all = (list?.items ?? []).filter(item => !isGone(item))
  const isLater = (item: Item) => which === 'open' && later.includes(item.id)
  const items = [...all.filter(item => !isLater(item)), ...all.filter(isLater)]
  const at = Math.max(
    0,
    items.findIndex(item => item.id === id),
  )
  const item = items[at]
  const choose = (to: number) => {
    const next = items[Math.min(Math.max(to, 0), items.length - 1)]
    if (next !== undefined) go('inbox', next.id)
  }
  /** The one behind it comes next; it is gone from the list at once, and comes back where that failed. */
  const answer = async (said: Answer, choice?: string) => {
    if (item === undefined) return
    setGone(before => new Map(before).set(item.id, 'asked'))
    if (id !== '') go('inbox', (items[at + 1] ?? items[at - 1])?.id ?? '')
    const done = await act('answer', { id: item.id, answer: said, ...(choice !== undefined && { choice }) })
    setGone(before => new Map(before).set(item.id, done === undefined ? 'failed' : latest.current))
  }
  const putOff = () => {
    if (item === undefined) return
    setLater([...later.filter(each => each !== item.id), item.id])
    choose(at + 1)
  }
  const edit = async () => {
    if (item?.isEditable === true) setEditing(await ask('raw', { item: item.id }))
  }
  const save = async (text: string) => {
    setEditing(undefined)
    await act('saveItem', { id: item!.id, text })
  }
  const canAccept = which === 'open' && item?.accepting !== undefined && item.choices.length === 0
  const isOpen = which === 'open' && item !== undefined
  useKeys({
    j: () => choose(id === '' ? at + Number(at > 0 || isWide()) : at + 1),
    k: () => choose(at - 1),
    ...(canAccept && { a: () => answer('accept') }),
    ...(isOpen && {
      r: () => answer('reject'),
      n: () => answer('never'),
      l: putOff,
      e: edit,
    }),
    ...(isOpen &&
      Object.fromEntries(
        item.choices.map(({ value }, key) => [`${key + 1}`, () => answer('accept', value)]),
      )),
  })

  if (start.folders.length === 0) return <Empty title={says.noFolders.title} text={says.noFolders.text} />
  return (
    <div class={`split ${id === '' ? '' : 'has-choice'}`}>
      <section class="side" aria-label={says.list}>
        <div class="side-head">
          <h1>
            {asked.last === undefined
              ? words.views.inbox
              : (which === 'open' ? says.waiting : says.answeredTitle)(items.length)}
          </h1>
          <div class="switch" role="group" aria-label={says.which}>
            {(['open', 'answered'] as const).map(each => (
              <button key={each} type="button" aria-pressed={each === which} onClick={() => setWhich(each)}>
                {says[each]}
              </button>
            ))}
          </div>
        </div>
        <Waiting asked={asked} again={asked.again} words={words.planning} />
        {items.length > 0 && (
          <Rows
            label={says.list}
            rows={rowsOf(items, isLater, { title: says.laterGroup, meaning: says.laterMeaning })}
            heightOf={row => (row.kind === 'event' ? 44 : 76)}
            keyOf={row => row.id}
            chosen={item?.id}
            draw={row => <InboxRow row={row} isChosen={row.id === item?.id} />}
          />
        )}
      </section>
      <section class="detail" aria-label={item?.subject ?? words.views.inbox}>
        {item === undefined ? (
          asked.state === 'there' && (
            <Empty
              title={which === 'open' ? says.empty.title : says.answeredTitle(0)}
              text={which === 'open' ? says.empty.text : says.noAnswers}
            />
          )
        ) : (
          <>
            <button type="button" class="button quiet back" onClick={() => go('inbox')}>
              ← {words.back}
            </button>
            <ItemView key={item.id} item={item} position={says.chosen(at + 1, items.length)} />
            <div class="actions answers" role="group" aria-label={says.actions}>
              {which === 'answered' ? (
                <Button look="main" onClick={() => answer('reopen')}>
                  {says.reopen}
                </Button>
              ) : (
                <>
                  {canAccept && (
                    <Button look="main" shortcut="a" onClick={() => answer('accept')} hint={item.accepting!}>
                      {says.accept}
                    </Button>
                  )}
                  {item.choices.map(({ value, label }, key) => (
                    <Button
                      key={value}
                      look="main"
                      shortcut={`${key + 1}`}
                      onClick={() => answer('accept', value)}
                    >
                      {label}
                    </Button>
                  ))}
                  <Button shortcut="r" onClick={() => answer('reject')} hint={says.rejectHint}>
                    {says.reject}
                  </Button>
                  {item.isEditable && (
                    <Button shortcut="e" onClick={edit}>
                      {says.edit}
                    </Button>
                  )}
                  <Button look="quiet" shortcut="l" onClick={putOff} hint={says.laterHint}>
                    {says.later}
                  </Button>
                  <Button look="quiet" shortcut="n" onClick={() => answer('never')} hint={says.neverHint}>
                    {says.never}
                  </Button>
                </>
              )}
            </div>
          </>
        )}
      </section>
      {editing !== undefined && (
        <Editor
          title={says.editTitle(editing.file)}
          hint={says.editHint}
          text={editing.text}
          onSave={save}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  )
}

/** Where list and item stand beside each other, the first item is shown without being chosen. */
const isWide = (): boolean => matchMedia('(min-width: 900px)').matches

function rowsOf(
  items: readonly Item[],
  isLater: (item: Item) => boolean,
  later: { title: string; meaning: string },
) {
  const rows: Row[] = []
  let open: string | undefined
  for (const item of items) {
    const event = isLater(item) ? { key: 'later', ...later } : item.event
    const count = items.filter(each => (isLater(each) ? 'later' : each.event.key) === event.key).length
    if (event.key !== open) rows.push({ kind: 'event', id: `event ${event.key}`, ...event, items: count })
    open = event.key
    rows.push({ kind: 'item', id: item.id, item })
  }
  return rows
}

function InboxRow({ row, isChosen }: { row: Row; isChosen: boolean }) {
  const { words } = useShared()
  const says = words.inbox
  if (row.kind === 'event')
    return (
      <div class="event" title={row.meaning}>
        <h2>{row.title}</h2>
        <span class="count">{row.items}</span>
      </div>
    )
  const { subject, words: what, sureness, decision } = row.item
  const state =
    decision === undefined ? says.sureness[sureness] : (says.answers[decision.answer] ?? decision.answer)
  return (
    <a class="row" href={`#/inbox/${row.id}`} aria-current={isChosen ? 'true' : undefined}>
      <span class="row-title">
        <span class="name">{subject}</span>
        <span class={`tag ${sureness}`}>{state}</span>
      </span>
      <span class="row-text">{what}</span>
    </a>
  )
}

function ItemView({ item, position }: { item: Item; position: string }) {
  const { words } = useShared()
  const says = words.inbox
  const detail = useCall('item', item.decision === undefined ? { id: item.id } : undefined)
  const { decision } = item
  return (
    <article class="item">
      <p class="quiet small">
        {position} · {item.event.title}
      </p>
      <h1 class="subject">{item.subject}</h1>
      <p class="lead">{item.words}</p>
      {decision !== undefined && (
        <p class="notice">{says.on(says.answers[decision.answer] ?? decision.answer, decision.day)}</p>
      )}
      <dl class="facts">
        {item.evidence.length > 0 && (
          <>
            <dt>{says.why}</dt>
            <dd>
              <ul>
                {item.evidence.map(line => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </dd>
          </>
        )}
        <dt>{says.because}</dt>
        <dd>{item.because}</dd>
        <dt>{says.accepting}</dt>
        <dd>
          {item.choices.length > 0
            ? item.choices.map(({ label }) => label).join(' / ')
            : (item.accepting ?? says.acceptingNothing)}
        </dd>
      </dl>
      {decision === undefined && <Waiting asked={detail} again={detail.again} />}
      {detail.last !== undefined && <Texts detail={detail.last} />}
    </article>
  )
}

/** What changes, file by file; or the notes that the question is about, side by side where there are two. */
function Texts({ detail: { changes, texts } }: { detail: ItemDetail }) {
  const { words } = useShared()
  const says = words.inbox
  const [first, second] = texts
  return (
    <>
      {changes.map(({ file, kind, before, after }) => (
        <section key={file} class="change">
          <h2>
            <span class="file">{file}</span> <span class={`tag ${kind}`}>{says.change[kind]}</span>
          </h2>
          {before !== undefined && after !== undefined ? (
            <Difference before={before} after={after} titles={[says.before, says.after]} />
          ) : (
            (after ?? before) !== undefined && <Plain text={(after ?? before)!} class={kind} />
          )}
        </section>
      ))}
      {first !== undefined && second !== undefined && texts.length === 2 ? (
        <section class="change">
          <h2>{says.texts}</h2>
          <Difference before={first.text} after={second.text} titles={[first.file, second.file]} />
        </section>
      ) : (
        texts.map(({ file, text }) => (
          <section key={file} class="change">
            <h2 class="file">{file}</h2>
            <Plain text={text} />
          </section>
        ))
      )}
    </>
  )
}

function Empty({ title, text }: { title: string; text: string }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  )
}
