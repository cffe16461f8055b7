import { Button, Waiting } from './parts.tsx'
import { useCall, useShared } from './state.tsx'

export function HistoryView() {
  const { words } = useShared()
  const says = words.history
  return (
    <div class="column">
      <Vanished />
      <section>
        <h1>{says.title}</h1>
        <Runs />
      </section>
    </div>
  )
}

function Runs() {
  const { words, act } = useShared()
  const says = words.history
  const asked = useCall('history', {})
  const runs = asked.last?.runs ?? []
  const more = asked.last?.more ?? 0
  return (
    <>
      <Waiting asked={asked} again={asked.again} />
      {asked.last !== undefined && runs.length === 0 && <p class="notice quiet">{says.empty}</p>}
      <ol class="timeline">
        {runs.map(({ run, at, what, folder, changes, undo }) => (
          <li key={run + folder}>
            <div class="run-head">
              <h2>{what}</h2>
              <time class="quiet small" dateTime={at}>
                {words.moment(at)}
              </time>
              {(undo === 'can-be-undone' || undo === 'can-be-redone') && (
                <Button onClick={() => act('undo', { run })}>
                  {undo === 'can-be-undone' ? says.undo : says.redo}
                </Button>
              )}
              {undo === 'undone' && <span class="tag">{says.undone}</span>}
            </div>
            <p class="quiet small">
              {folder} · {says.changes(changes.length)} · <code>{run}</code>
            </p>
            <ul class="plain">
              {changes.map(({ file, words: did, result, note }) => (
                <li key={file + did}>
                  {note === undefined ? (
                    <span class="file">{file}</span>
                  ) : (
                    <a class="file" href={`#/memory/${note}`}>
                      {file}
                    </a>
                  )}{' '}
                  <span class="quiet">{did}</span>
                  {result === 'not-done' && <span class="tag likely">{says.notDone}</span>}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {more > 0 && <p class="quiet">{says.more(more)}</p>}
    </>
  )
}

function Vanished() {
  const { words, act } = useShared()
  const says = words.history
  const asked = useCall('vanished', {})
  const { notes = [], folders = [] } = asked.last ?? {}
  if (asked.last === undefined || notes.length + folders.length === 0) return null
  return (
    <section class="vanished">
      <h1>{says.vanished}</h1>
      <p>{says.vanishedText}</p>
      <ul class="plain">
        {notes.map(({ id, file, day, why, folder, state, commit }) => (
          <li key={id}>
            <span>
              <span class="file">
                {folder}/{file}
              </span>{' '}
              <span class="quiet small">
                {says.noticed(day)}
                {commit !== undefined && `, ${says.inCommit(commit)}`}, {why}
              </span>
            </span>
            {state === 'kept' ? (
              <Button onClick={() => act('restore', { note: id })}>{says.restore}</Button>
            ) : (
              <span class="quiet small">{says.notKept}</span>
            )}
          </li>
        ))}
        {folders.map(({ path, notes: many, command }) => (
          <li key={path}>
            {says.folderGone(path, many)} {says.bringBack} <code>{command}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
