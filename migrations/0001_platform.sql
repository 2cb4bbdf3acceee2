-- Jobs to run after a commit. A job is inserted in the same transaction as the row that it is
-- about.
create table job (
  id bigint generated always as identity primary key,
  name text not null,
  lane text not null,
  payload jsonb not null,
  -- The earliest time to run the job. Claiming a job moves this time to the end of its lease.
  run_at timestamptz(3) not null default now(),
  -- Also the fencing token: only the worker that claimed attempt n may finish the job as attempt n.
  attempts integer not null default 0,
  last_error text,
  -- True while a worker runs the job; only then is the lease renewed. Without this flag, a late
  -- renewal could overwrite the time to which the job was deferred.
  leased boolean not null default false,
  created_at timestamptz(3) not null default now()
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
create index job__lane_run_at on job (lane, run_at);

-- Counts of the events that a rate limit counts, per key. A window begins with the first event that
-- is counted in it, not at a full minute of the clock. With fixed minutes, twice the limit could
-- pass around the minute's end, and the waiting time in the response would be wrong.
create table rate_count (
  key text primary key,
  window_end timestamptz(3) not null,
  count integer not null
) with (fillfactor = 70);
create index rate_count__window_end on rate_count (window_end);

-- The next free slot of a rate-limited action, such as an M-Pesa push.
create table rate_turn (
  name text primary key,
  next_at timestamptz(3) not null
);

-- One row per action that only the first start of the site does, such as loading the sample data.
create table setting (
  name text primary key,
  value jsonb not null,
  set_at timestamptz(3) not null default now()
);

-- Trigger function for append-only tables.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
