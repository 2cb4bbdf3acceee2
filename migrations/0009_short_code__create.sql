-- lango.example/m/derby: a short way to an event, for posters and radio.
create table short_code (
  -- Lower case; read in any.
  code text primary key check (code ~ '^[a-z0-9-]{1,40}$'),
  event_id uuid not null references event,
  visits bigint not null default 0,
  last_visit_at timestamptz(3),
  created_at timestamptz(3) not null default now()
) with (fillfactor = 50);
create index short_code__event on short_code (event_id);
