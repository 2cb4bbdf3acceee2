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
  created_at timestamptz(3) not null default now()
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
create index job__lane_run_at on job (lane, run_at);

-- Counted things that a limit looks at, per key and window.
create table rate_count (
  key text not null,
  window_start timestamptz(3) not null,
  count integer not null,
  primary key (key, window_start)
);
create index rate_count__window_start on rate_count (window_start);

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
