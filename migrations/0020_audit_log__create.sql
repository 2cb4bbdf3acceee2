-- Append-only: who changed what that buyers, organizers or money depend on, in the transaction of
-- the change.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  -- Null where no account did it, such as a command on the server.
  account_id uuid references account,
  -- What was done, such as event_published.
  action text not null check (action ~ '^[a-z]+(_[a-z]+)*$'),
  -- What it was done to, as people called it then.
  subject text not null,
  event_id uuid references event,
  before jsonb,
  after jsonb
);
create index audit_log__account on audit_log (account_id);
create index audit_log__event on audit_log (event_id, id);

create function audit_log__refuse() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only';
end $$;
create trigger audit_log__append_only before update or delete on audit_log
  for each statement execute function audit_log__refuse();
