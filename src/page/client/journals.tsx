import { useState } from 'preact/hooks'
import type { JournalDecision, Journals } from '../index.ts'
import { Meter } from './memory.tsx'
import { Button, Waiting } from './parts.tsx'
import { useCall, useShared } from './state.tsx'

export function JournalsView() {
  const { words, act } = useShared()
  const says = words.journals
  const asked = useCall('journals', {})
  const [decisions, setDecisions] = useState<readonly JournalDecision[]>()
  const workspace = asked.last?.workspace
  if (workspace === undefined)
    return (
      <div class="column">
        <h1>{words.views.journals}</h1>
        {asked.last === undefined ? (
          <Waiting asked={asked} again={asked.again} />
        ) : (
          <p class="notice">{says.none}</p>
        )}
      </div>
    )
  const review = async () => setDecisions((await act('review', {}))?.decisions)
  const { chars, target, hard, waiting, lastReview, ledger, ledgerCount } = workspace
  const left = decisions?.filter(({ kind }) => kind === 'ignored') ?? []
  return (
    <div class="column">
      <section class="loaded">
        <h1>{words.views.journals}</h1>
        <p class="quiet small file">{workspace.path}</p>
        <h2>{says.size}</h2>
        <Meter value={chars} most={hard} words={says.chars(chars, target, hard)} />
        <p>
          {says.waiting(waiting)} {lastReview === undefined ? says.noReview : says.last(lastReview)}
        </p>
        <Button look="main" onClick={review}>
          {says.review}
        </Button>
      </section>
      {left.length > 0 && <Decisions title={says.leftOut} decisions={left} />}
      <Summary workspace={workspace} />
      <Decisions
        title={says.decisions}
        decisions={decisions?.filter(({ kind }) => kind !== 'ignored') ?? workspace.decisions}
      />
      <section>
        <h2>{says.ledger(ledgerCount)}</h2>
        <p class="quiet">{says.ledgerText}</p>
        <ul class="plain entries">
          {ledger.map(({ id, at, category, text, source }) => (
            <li key={id}>
              <span class="tag">{category}</span> {text}
              <div class="quiet small">
                {at} · {source}
              </div>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function Summary({ workspace }: { workspace: NonNullable<Journals['workspace']> }) {
  const { words } = useShared()
  const says = words.journals
  return (
    <section>
      <h2>{says.summary}</h2>
      {workspace.summary.map(({ section, lines }) => (
        <section key={section}>
          <h3>{section}</h3>
          {lines.length === 0 && <p class="quiet">{says.emptySection}</p>}
          <ul class="plain entries">
            {lines.map(({ text, source }) => (
              <li key={text}>
                {text}
                <div class="quiet small">
                  {source === undefined ? says.noSource : `${says.source} ${source}`}
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}

function Decisions({ title, decisions }: { title: string; decisions: readonly JournalDecision[] }) {
  const { words } = useShared()
  const { kinds } = words.journals
  if (decisions.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <ul class="plain entries">
        {decisions.map(({ kind, text, reason, source }, at) => (
          <li key={at}>
            <span class="tag">{kinds[kind] ?? kind}</span> {text}
            <div class="quiet small">
              {reason} · {source}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
