import { useState } from 'preact/hooks'
import type { RunResult } from '../index.ts'
import { Button, Dialog } from './parts.tsx'
import { useShared } from './state.tsx'

/** One run: first what it would change, then the change. */
export function RunDialog({ onClose }: { onClose: () => void }) {
  const { words, act, progress } = useShared()
  const says = words.run
  const [shown, setShown] = useState<RunResult>()
  const [state, setState] = useState<'ready' | 'working' | 'done'>('ready')
  const run = async (how: 'show' | 'do') => {
    setState('working')
    const result = await act('run', { how })
    setShown(result)
    setState(how === 'do' && result !== undefined ? 'done' : 'ready')
  }
  const share =
    progress?.of === undefined || progress.done === undefined ? undefined : progress.done / progress.of
  return (
    <Dialog title={says.title} onClose={onClose}>
      <p>{says.text}</p>
      <div role="status">
        {state === 'working' && (
          <div class="working">
            <p>
              <span class="spinner" aria-hidden="true" /> {progress?.what ?? says.working}{' '}
              {progress?.done !== undefined && says.of(progress.done, progress.of)}
            </p>
            {share !== undefined && <progress value={share} aria-label={says.working} />}
          </div>
        )}
        {state !== 'working' && shown !== undefined && (
          <>
            <p>
              <strong>{shown.words}</strong> {shown.waiting > 0 && says.waiting(shown.waiting)}
            </p>
            {state === 'ready' && (
              <ul class="plain planned">
                {shown.planned.map(({ folder, file, words: what }) => (
                  <li key={folder + file}>
                    <span class="file">
                      {folder}/{file}
                    </span>{' '}
                    <span class="quiet">{what}</span>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </div>
      <div class="actions">
        {state !== 'done' && shown !== undefined && shown.planned.length > 0 && (
          <Button look="main" onClick={() => run('do')} disabled={state === 'working'}>
            {says.start}
          </Button>
        )}
        {state !== 'done' && (
          <Button
            look={shown === undefined ? 'main' : 'quiet'}
            onClick={() => run('show')}
            disabled={state === 'working'}
          >
            {says.show}
          </Button>
        )}
        <Button onClick={onClose}>{words.close}</Button>
      </div>
    </Dialog>
  )
}
