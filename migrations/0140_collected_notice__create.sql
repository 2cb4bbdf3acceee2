-- Notices to admins about one thing: at most one an hour is queued, with the last state.
create table collected_notice (
  thing text primary key,
  sent_at timestamptz not null,
  -- The next notice, which waits until due_at. Null if none waits.
  due_at timestamptz,
  notice jsonb,
  check ((due_at is null) = (notice is null))
);
create index collected_notice__due on collected_notice (due_at) where due_at is not null;
