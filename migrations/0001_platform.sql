-- Work to be done after a commit. A row is inserted in the transaction of the row it is about.
create table job (
  id bigint generated always as identity primary key,
  name text not null,
  lane text not null,
  payload jsonb not null,
  -- When it may run. Claiming a job moves this to the end of its lease.
  run_at timestamptz(3) not null default now(),
  -- Also the fencing token: who claimed it as attempt n may finish it as attempt n only.
  attempts integer not null default 0,
  last_error text,
  -- True while somebody runs it: a lease is renewed only then. Without the mark a renewal that is on
  -- its way when the job is put off would overwrite the time that it was put off to.
  leased boolean not null default false,
  created_at timestamptz(3) not null default now()
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
create index job__lane_run_at on job (lane, run_at);

-- Counted things that a limit looks at, per key. A window begins with the first thing counted in it,
-- not at a round minute of the clock: at a round minute twice the limit would go through, and nobody
-- could be told a true time to wait.
create table rate_count (
  key text primary key,
  window_end timestamptz(3) not null,
  count integer not null
) with (fillfactor = 70);
create index rate_count__window_end on rate_count (window_end);

-- The next free turn of something that may happen only so often, such as a push.
create table rate_turn (
  name text primary key,
  next_at timestamptz(3) not null
);

-- One row per thing that a start does once, such as loading sample data.
create table setting (
  name text primary key,
  value jsonb not null,
  set_at timestamptz(3) not null default now()
);

-- For the triggers of tables whose rows stay as they were written.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
