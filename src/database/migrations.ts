/**
 * The schema, forward only: a change is a new entry at the end, an old one is never edited. `TEAM` runs for every team that
 * is added.
 *
 * A team is a role of PostgreSQL. Machines log in as themselves and take that role, so the server itself decides who may
 * see what: the policy of every table asks for the role, not for a setting that anybody could change. Every team has a
 * partition of `records` with indexes of its own, so that another team's records cost a search nothing.
 *
 * Full text is searched in functions of the owner that take the team from the role: under row-level security PostgreSQL
 * uses no index for a condition that it does not know to be leak-proof, and `@@` is none.
 */
export const MIGRATIONS: readonly string[] = [
  `
create table dream.teams (name text primary key, role name not null unique, jobs name not null unique);
alter table dream.teams enable row level security;
create policy own on dream.teams using (role = current_user);

create function dream.team() returns text language sql stable set search_path = ''
  as $$ select name from dream.teams where role = current_user $$;

create table dream.scopes (
  team text not null, name text not null,
  seq bigint not null default 0, done bigint not null default 0,
  primary key (team, name));

create table dream.records (
  team text not null, scope text not null, id text not null,
  version int not null, seq bigint not null,
  state text not null check (state in ('live', 'archived', 'purged')),
  hash text not null, indexed text not null, text text not null,
  title text not null, description text not null, type text, layer text, day text,
  machine text not null, agent text not null, written timestamptz not null,
  words tsvector not null, vector halfvec, dimensions int, model text,
  primary key (team, scope, id)
) partition by list (team);

create table dream.versions (
  team text not null, scope text not null, id text not null, version int not null,
  hash text not null, text text not null,
  machine text not null, agent text not null, written timestamptz not null,
  primary key (team, scope, id, version));

create table dream.relations (
  team text not null, scope text not null, source text not null, target text not null,
  relation text not null, weight real not null, evidence text not null,
  primary key (team, scope, source, target, relation));

create table dream.items (
  team text not null, scope text not null, key text not null, kind text not null,
  record text not null, version int not null, detail jsonb not null,
  machine text not null, agent text not null, at timestamptz not null default now(),
  decision text, decided_by text, decided_at timestamptz,
  primary key (team, scope, key));

create table dream.leases (
  team text not null, name text not null, holder text not null,
  token bigint not null, until timestamptz not null,
  primary key (team, name));

create table dream.work (
  team text not null, scope text not null, from_seq bigint not null, to_seq bigint not null,
  worker text not null, at timestamptz not null default now(),
  primary key (team, scope, to_seq));

create table dream.metrics (
  team text not null, day date not null, machine text not null, name text not null,
  times bigint not null, total double precision not null,
  primary key (team, day, machine, name));

do $$ declare one text; begin
  foreach one in array '{scopes,records,versions,relations,items,leases,work,metrics}'::text[] loop
    execute format('alter table dream.%I enable row level security', one);
    execute format('create policy own on dream.%I using (team = (select dream.team())) with check (team = (select dream.team()))', one);
  end loop;
end $$;

-- Plans are kept for a session, and those of a table that was empty would read it whole ever after: so no sequential scan.
-- Writes notes of one scope, all or none. Who writes a scope waits for who is at it, so its numbers rise in the order in
-- which they can be seen. Sent again, what was written already is 'same': a lost answer costs nothing.
create function dream.write(in_scope text, by_machine text, notes jsonb)
returns table (id text, outcome text, version int) language plpgsql set search_path = dream, public
set enable_seqscan = off as $$
#variable_conflict use_column
declare
  mine text := dream.team(); one jsonb; held dream.records; next bigint; begun bigint; job name;
begin
  insert into scopes (team, name) values (mine, in_scope) on conflict do nothing;
  select s.seq into next from scopes s where s.team = mine and s.name = in_scope for update;
  begun := next;
  for one in select * from jsonb_array_elements(notes) loop
    select * into held from records r where r.team = mine and r.scope = in_scope and r.id = one->>'id';
    if found and held.state = 'purged' then
      return query select held.id, 'purged'::text, held.version; continue;
    end if;
    if found and held.hash = one->>'hash' and held.state = 'live' then
      update records r set words = (one->>'words')::tsvector, indexed = one->>'indexed',
        vector = coalesce((one->>'vector')::halfvec, r.vector), model = coalesce(one->>'model', r.model),
        dimensions = coalesce((one->>'dimensions')::int, r.dimensions)
        where r.team = mine and r.scope = in_scope and r.id = held.id
          and (r.indexed, r.model) is distinct from (one->>'indexed', coalesce(one->>'model', r.model));
      return query select held.id, 'same'::text, held.version; continue;
    end if;
    if found and held.version <> (one->>'expected')::int then
      return query select held.id, 'conflict'::text, held.version; continue;
    end if;
    next := next + 1;
    insert into records as r (team, scope, id, version, seq, state, hash, indexed, text, title, description, type, layer,
      day, machine, agent, written, words, vector, dimensions, model)
    values (mine, in_scope, one->>'id', coalesce(held.version, 0) + 1, next, 'live', one->>'hash', one->>'indexed',
      one->>'text', one->>'title', one->>'description', one->>'type', one->>'layer', one->>'day', by_machine,
      one->>'agent', (one->>'written')::timestamptz, (one->>'words')::tsvector, (one->>'vector')::halfvec,
      (one->>'dimensions')::int, one->>'model')
    on conflict (team, scope, id) do update set version = excluded.version, seq = excluded.seq, state = 'live',
      hash = excluded.hash, indexed = excluded.indexed, text = excluded.text, title = excluded.title,
      description = excluded.description, type = excluded.type, layer = excluded.layer, day = excluded.day,
      machine = excluded.machine, agent = excluded.agent, written = excluded.written, words = excluded.words,
      vector = excluded.vector, dimensions = excluded.dimensions, model = excluded.model;
    insert into versions (team, scope, id, version, hash, text, machine, agent, written)
    values (mine, in_scope, one->>'id', coalesce(held.version, 0) + 1, one->>'hash', one->>'text', by_machine,
      one->>'agent', (one->>'written')::timestamptz);
    return query select one->>'id', 'written'::text, coalesce(held.version, 0) + 1;
  end loop;
  perform dream.changed(mine, in_scope, begun, next);
end $$;

-- Counts the scope on, and asks for the work that follows from it.
create function dream.changed(mine text, in_scope text, begun bigint, next bigint) returns void
language plpgsql set search_path = dream, public as $$
declare queue name;
begin
  if next = begun then return; end if;
  update scopes s set seq = next where s.team = mine and s.name = in_scope;
  select t.jobs into queue from teams t where t.name = mine;
  if to_regclass(format('%I._private_jobs', queue)) is null then return; end if;
  execute format('select %I.add_job(''scope'', json_build_object(''scope'', $1), queue_name := $2, job_key := $2, max_attempts := 25)', queue)
    using in_scope, in_scope;
end $$;

-- 'archived': a person of the team agreed that it goes. 'purged': its texts are erased, and only its name stays.
create function dream.retire(in_scope text, which text, to_state text, by_machine text)
returns int language plpgsql set search_path = dream, public as $$
declare mine text := dream.team(); next bigint; now_version int;
begin
  select s.seq into next from scopes s where s.team = mine and s.name = in_scope for update;
  update records r set state = to_state, seq = next + 1, version = r.version + 1, machine = by_machine, written = now(),
    text = case to_state when 'purged' then '' else r.text end,
    title = case to_state when 'purged' then '' else r.title end,
    description = case to_state when 'purged' then '' else r.description end,
    hash = case to_state when 'purged' then '' else r.hash end,
    indexed = case to_state when 'purged' then '' else r.indexed end,
    words = case to_state when 'purged' then ''::tsvector else r.words end,
    vector = case to_state when 'purged' then null else r.vector end
  where r.team = mine and r.scope = in_scope and r.id = which and r.state <> to_state and r.state <> 'purged'
  returning r.version into now_version;
  if now_version is null then return 0; end if;
  if to_state = 'purged' then
    delete from versions v where v.team = mine and v.scope = in_scope and v.id = which;
    delete from relations l where l.team = mine and l.scope = in_scope and which in (l.source, l.target);
    delete from items i where i.team = mine and i.scope = in_scope and i.record = which;
  end if;
  perform dream.changed(mine, in_scope, next, next + 1);
  return now_version;
end $$;

-- Whose search it is: inside a function of the owner the role that was taken is still known.
create function dream.caller() returns text language sql stable security definer set search_path = ''
  as $$ select name from dream.teams
        where role = coalesce(nullif(current_setting('role', true), 'none'), session_user::text)::name $$;

-- Rare words lead: they give the candidates, and every word of the question ranks them.
create function dream.by_words(asked text[], importance double precision[], only_scope text, most int)
returns table (scope text, id text, score double precision)
language plpgsql stable rows 50 security definer set search_path = dream, public as $$
#variable_conflict use_column
declare
  mine text := dream.caller(); part text := 'records_' || mine; total double precision; lead tsquery; budget double precision := 0;
  each record; commons text[]; shares real[]; queries tsquery[] := '{}'; weights double precision[] := '{}'; times double precision[] := '{}'; first int; pairs double precision;
begin
  if mine is null or cardinality(asked) = 0 then return; end if;
  select c.reltuples into total from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'dream' and c.relname = part;
  if total < 1000 then select count(*) into total from records r where r.team = mine; end if;
  if total = 0 then return; end if;
  select s.most_common_elems::text::text[], s.most_common_elem_freqs into commons, shares from pg_stats s
    where s.schemaname = 'dream' and s.tablename = part and s.attname = 'words';
  for each in
    with wanted as (select * from unnest(asked, importance) w(term, weight)),
    common as (select c.term, c.share from unnest(commons, shares) c(term, share) where c.term = any(asked)),
    known as (
      select w.term, w.weight, case when c.share is not null then c.share * total else least(
        (select count(*) from (select 1 from records r where r.team = mine and r.words @@ quote_literal(w.term)::tsquery
          limit 2000) x), total) end as often
      from wanted w left join common c on c.term = w.term)
    select term, weight, often from known where often > 0 order by often / weight, term
  loop
    queries := queries || quote_literal(each.term)::tsquery;
    weights := weights || each.weight * ln(1 + (total - each.often + 0.5) / (each.often + 0.5));
    times := times || each.often;
    if lead is null or budget + each.often <= 1000 then
      lead := case when lead is null then quote_literal(each.term)::tsquery else lead || quote_literal(each.term)::tsquery end;
      budget := budget + each.often;
    end if;
  end loop;
  if lead is null then return; end if;
  -- Where even the rarest word is common, those come into question that have two of the four rarest, or three.
  first := least(cardinality(queries), 4);
  if times[1] > 1000 and first > 1 then
    select sum(times[i] * times[j] / total) into pairs
      from generate_series(1, first) i, generate_series(1, first) j where i < j;
    lead := null;
    for each in
      select queries[i] && queries[j] && case when k is null then null else queries[k] end as all_of, queries[i] && queries[j] as two_of, k
      from generate_series(1, first) i, generate_series(1, first) j,
        lateral (select null::int as k where pairs <= 3000 or first < 3 union all
          select g from generate_series(j + 1, first) g where pairs > 3000 and first >= 3) c
      where i < j
    loop
      lead := case when lead is null then coalesce(each.all_of, each.two_of) else lead || coalesce(each.all_of, each.two_of) end;
    end loop;
  end if;
  return query
    select c.scope, c.id,
      (select sum(weights[n] * ts_rank('{0.5, 0.5, 0.8, 1}', c.words, queries[n], 1)) from generate_subscripts(queries, 1) n) as score
    from (select r.scope, r.id, r.words from records r
      where r.team = mine and r.state = 'live' and r.words @@ lead and (only_scope is null or r.scope = only_scope)
      limit 3000) c
    order by score desc, id limit most;
end $$;

create function dream.by_meaning(asked text, of_model text, only_scope text, most int)
returns table (scope text, id text, score double precision)
language plpgsql stable rows 50 security definer set search_path = dream, public
set hnsw.ef_search = 100 set hnsw.iterative_scan = 'relaxed_order' as $$
declare mine text := dream.caller(); size int := vector_dims(asked::vector);
begin
  if mine is null then return; end if;
  return query execute format(
    'select r.scope, r.id, 1 - (r.vector::halfvec(%1$s) <=> $1::halfvec(%1$s)) from dream.records r
     where r.team = $2 and r.dimensions = %1$s and r.model = $3 and r.state = ''live'' and ($4 is null or r.scope = $4)
     order by r.vector::halfvec(%1$s) <=> $1::halfvec(%1$s) limit $5', size)
    using asked, mine, of_model, only_scope, most;
end $$;

-- An index over vectors is of one length; made when the first vector of that length arrives.
create function dream.index_vectors(size int) returns void
language plpgsql security definer set search_path = dream, public as $$
declare mine text := dream.caller();
begin
  if mine is null or size not between 1 and 4000 then return; end if;
  execute format('create index if not exists %I on dream.%I using hnsw ((vector::halfvec(%s)) halfvec_cosine_ops) where dimensions = %s',
    'vectors_' || size || '_' || mine, 'records_' || mine, size, size);
end $$;
revoke execute on function dream.index_vectors(int), dream.by_words(text[], double precision[], text, int), dream.by_meaning(text, text, text, int),
  dream.caller() from public;

create function dream.add_team(team text, members text[]) returns void
language plpgsql set search_path = dream, public as $$
#variable_conflict use_variable
declare taken name := 'dream_' || team; queue name := 'dream_jobs_' || team; one text;
begin
  if not exists (select from pg_roles where rolname = taken) then execute format('create role %I nologin', taken); end if;
  execute format('grant %I to current_user', taken);
  insert into teams (name, role, jobs) values (team, taken, queue) on conflict do nothing;
  execute format('create table if not exists dream.%I partition of dream.records for values in (%L)', 'records_' || team, team);
  execute format('create index if not exists %I on dream.%I using gin (words)', 'words_' || team, 'records_' || team);
  execute format('create index if not exists %I on dream.%I (scope, seq)', 'changes_' || team, 'records_' || team);
  execute format('grant usage on schema dream to %I', taken);
  execute format('grant select on dream.migrations, dream.teams to %I', taken);
  execute format('grant select, insert, update, delete on dream.scopes, dream.records, dream.versions, dream.relations, dream.items, dream.leases, dream.work, dream.metrics to %I', taken);
  execute format('grant execute on function dream.index_vectors(int), dream.by_words(text[], double precision[], text, int), dream.by_meaning(text, text, text, int), dream.caller() to %I', taken);
  execute format('create schema if not exists %I authorization %I', queue, taken);
  -- graphile-worker makes its schema itself only where it may make any; with this table there, it goes on from here.
  execute format('create table if not exists %I.migrations (id int primary key, ts timestamptz default now() not null, breaking boolean not null default false)', queue);
  execute format('alter table %I.migrations owner to %I', queue, taken);
  foreach one in array members loop execute format('grant %I to %I', taken, one); end loop;
end $$;
revoke execute on function dream.add_team(text, text[]) from public;
`,
]
