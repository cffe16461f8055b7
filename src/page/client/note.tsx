import { useState } from 'preact/hooks'
import type { GoneNote, Raw, TextPair } from '../index.ts'
import { Button, Dialog, Difference, Editor, Plain, Waiting } from './parts.tsx'
import { ask } from './server.ts'
import { useCall, useKeys, useShared } from './state.tsx'

/** One note: its text, what the checks say, what it names, its history. */
export function NoteView({ id, archived }: { id: string; archived: GoneNote | undefined }) {
  const { words, act, go } = useShared()
  const says = words.note
  const asked = useCall('note', archived === undefined ? { note: id } : undefined)
  const [editing, setEditing] = useState<Raw>()
  const note = asked.last
  const edit = async () => {
    if (note?.isEditable === true) setEditing(await ask('raw', { note: id }))
  }
  useKeys({ e: edit })
  if (archived !== undefined)
    return (
      <article class="item">
        <h1 class="subject">{archived.file}</h1>
        <p class="lead">{says.archivedOn(archived.day)}</p>
        <p>{archived.why}</p>
        <div class="actions">
          <Button look="main" onClick={() => act('restore', { note: id })}>
            {says.restore}
          </Button>
        </div>
        <Past id={id} />
      </article>
    )
  if (note === undefined) return <Waiting asked={asked} again={asked.again} />
  const archive = async () => {
    const done = await act('archive', { note: id })
    if (done !== undefined) go('memory')
  }
  return (
    <article class="item">
      <h1 class="subject">{note.name}</h1>
      {note.description !== '' && <p class="lead">{note.description}</p>}
      <p class="quiet small">
        <span class="file">{note.path}</span> · {words.size(note.bytes)} · {says.changed(note.day)}
        {note.type !== '' && ` · ${note.type}`}
      </p>
      {note.seen !== 'listed' && <p class="notice warn">{words.memory.seen[note.seen]}</p>}
      <div class="actions">
        {note.isEditable && (
          <>
            <Button look="main" shortcut="e" onClick={edit}>
              {says.edit}
            </Button>
            <Button onClick={() => act('pin', { note: id, pinned: !note.isPinned })} hint={says.pinHint}>
              {note.isPinned ? says.unpin : says.pin}
            </Button>
            <Button onClick={archive}>{says.archive}</Button>
          </>
        )}
      </div>
      {!note.isEditable && <p class="notice quiet">{says.notEditable(note.path)}</p>}
      <section class="change">
        <h2>{says.text}</h2>
        <Plain text={note.text} />
      </section>
      <ChecksOf id={id} />
      <Past id={id} />
      {editing !== undefined && (
        <Editor
          title={words.inbox.editTitle(editing.file)}
          hint="Ctrl+Enter"
          text={editing.text}
          onSave={async text => {
            const done = await act('save', { note: id, text, was: editing.hash })
            if (done !== undefined) setEditing(undefined)
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </article>
  )
}

function ChecksOf({ id }: { id: string }) {
  const { words } = useShared()
  const says = words.note
  const asked = useCall('checks', { note: id })
  const checks = asked.last
  return (
    <>
      <section class="change">
        <h2>{says.checks}</h2>
        <Waiting asked={asked} words={says.checking} />
        {checks !== undefined && <p>{checks.verdict}</p>}
        {checks?.findings.length === 0 && <p class="quiet">{says.noChecks}</p>}
        <ul class="plain">
          {checks?.findings.map(({ title, words: what, evidence }) => (
            <li key={title + what}>
              <strong>{title}</strong>: {what}
              {evidence.map(line => (
                <div key={line} class="quiet small">
                  {line}
                </div>
              ))}
            </li>
          ))}
        </ul>
        {checks !== undefined && checks.protectedBy.length > 0 && (
          <p class="small">
            {says.protectedBy}: {checks.protectedBy.join(' ')}
          </p>
        )}
      </section>
      {checks !== undefined && (
        <section class="change">
          <h2>{says.references}</h2>
          {checks.references.length === 0 && <p class="quiet">{says.noReferences}</p>}
          <ul class="plain references">
            {checks.references.map(({ text, line, answer }) => (
              <li key={`${line} ${text}`}>
                <code>{text}</code> <span class="quiet small">{says.line(line)}</span> {answer}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Past({ id }: { id: string }) {
  const { words, act } = useShared()
  const says = words.note
  const asked = useCall('versions', { note: id })
  const [shown, setShown] = useState<TextPair & { title: string }>()
  const compare = async (version: number, newest: number) => {
    const title = `${says.version(version)} → ${says.version(newest)}`
    setShown({ ...(await ask('difference', { note: id, from: version, to: newest })), title })
  }
  const { versions = [], newest = 0 } = asked.last ?? {}
  return (
    <section class="change">
      <h2>{says.history}</h2>
      <Waiting asked={asked} />
      {asked.last !== undefined && versions.length === 0 && <p class="quiet">{says.noHistory}</p>}
      <ol class="plain past">
        {versions.map(({ version, at, words: what }) => (
          <li key={at + what}>
            <span class="small quiet">{words.moment(at)}</span>{' '}
            {version !== undefined && <span class="tag">{says.version(version)}</span>} {what}{' '}
            {version !== undefined && version < newest && (
              <>
                <button type="button" class="link" onClick={() => compare(version, newest)}>
                  {says.compare}
                </button>{' '}
                <button type="button" class="link" onClick={() => act('restore', { note: id, version })}>
                  {says.restoreVersion}
                </button>
              </>
            )}
          </li>
        ))}
      </ol>
      {shown !== undefined && (
        <Dialog title={shown.title} onClose={() => setShown(undefined)}>
          <Difference
            before={shown.before!}
            after={shown.after!}
            titles={[words.inbox.before, words.inbox.after]}
          />
        </Dialog>
      )}
    </section>
  )
}
