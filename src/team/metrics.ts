import type { TeamPlace } from './place.ts'

/** Counted by day and machine; the sum is of `total`. */
export async function noteMetric(
  { database, machine, team }: Pick<TeamPlace, 'database' | 'machine' | 'team'>,
  name: string,
  total: number,
): Promise<void> {
  await database.query(
    `insert into dream.metrics as m (team, day, machine, name, times, total) values ($1, current_date, $2, $3, 1, $4)
     on conflict (team, day, machine, name) do update set times = m.times + 1, total = m.total + excluded.total`,
    [team, machine, name, total],
  )
}

export interface TeamFigures {
  readonly records: number
  readonly scopes: number
  readonly machines: number
  readonly open: number
  readonly metrics: readonly { readonly name: string; readonly times: number; readonly total: number }[]
}

/** How the team stands: what is shared, by how many machines, what waits, and what was done in thirty days. */
export async function teamFigures({ database }: Pick<TeamPlace, 'database'>): Promise<TeamFigures> {
  const [counts] = await database.query<Omit<TeamFigures, 'metrics'>>(
    `select count(*)::int as records, count(distinct scope)::int as scopes, count(distinct machine)::int as machines,
       (select count(*)::int from dream.items where decision is null) as open
     from dream.records where state = 'live'`,
  )
  const metrics = await database.query<TeamFigures['metrics'][number]>(
    `select name, sum(times)::int as times, sum(total)::float as total from dream.metrics
     where day > current_date - 30 group by name order by name`,
  )
  return { ...counts!, metrics }
}

export interface TeamFacts {
  readonly user: string
  readonly isSuperuser: boolean
  /** Jobs that were tried as often as they may be, and what the last of them said. */
  readonly failed: number
  readonly why: string
  /** Jobs that nobody took for an hour. */
  readonly waiting: number
  readonly oldest: string
}

/** What a person should know of a database that answers. */
export async function teamFacts({
  database,
  team,
}: Pick<TeamPlace, 'database' | 'team'>): Promise<TeamFacts> {
  const [who] = await database.query<Pick<TeamFacts, 'user' | 'isSuperuser'>>(
    'select session_user::text as user, rolsuper as "isSuperuser" from pg_roles where rolname = session_user',
  )
  const [there] = await database.query<{ there: string | null }>(
    `select to_regclass('dream_jobs_${team}._private_jobs')::text as there`,
  )
  const none = { failed: 0, why: '', waiting: 0, oldest: '' }
  if (there?.there == null) return { ...who!, ...none }
  const [jobs] = await database.query<Omit<TeamFacts, 'user' | 'isSuperuser'>>(
    `select count(*) filter (where attempts >= max_attempts)::int as failed,
       coalesce(max(left(last_error, 200)) filter (where attempts >= max_attempts), '') as why,
       count(*) filter (where attempts < max_attempts and run_at < now() - interval '1 hour')::int as waiting,
       coalesce(min(run_at)::text, '') as oldest
     from dream_jobs_${team}._private_jobs`,
  )
  return { ...who!, ...jobs! }
}
