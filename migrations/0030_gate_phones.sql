-- offline: builds indexes on ticket, check_in; checks or rewrites all rows of check_in; changes rows of check_in
-- A steward's phone, created in the back office and paired once. It can check tickets in, and sell
-- if 'may_sell' is set.
create table gate_phone (
  id uuid primary key,
  event_id uuid not null references event,
  -- Null: all gates.
  gate_id uuid references gate,
  name text not null check (name <> ''),
  may_sell boolean not null default false,
  made_by uuid not null references account,
  -- SHA-256 of the pairing code; null once the code is used or replaced.
  code_hash bytea unique,
  code_until timestamptz(3),
  -- SHA-256 of the phone's bearer token; null before pairing.
  token_hash bytea unique,
  -- Token of the device that was paired as this gate phone before. The server uses it to report to
  -- that device that it is no longer paired.
  ended_token_hash bytea unique,
  paired_at timestamptz(3),
  revoked_at timestamptz(3),
  -- Status that the phone last reported about itself. None of it is trusted.
  seen_at timestamptz(3),
  unsent integer,
  battery smallint,
  -- The phone's clock minus the server's clock, in ms.
  clock_ms bigint,
  app text,
  created_at timestamptz(3) not null default now(),
  check ((code_hash is null) = (code_until is null)),
  check ((token_hash is null) = (paired_at is null))
);
create index gate_phone__event on gate_phone (event_id, created_at, id);
create index gate_phone__gate on gate_phone (gate_id) where gate_id is not null;
create index gate_phone__maker on gate_phone (made_by);

-- Entry rules of an event. An event without a row has the defaults.
create table entry_rule (
  event_id uuid primary key references event,
  licensed_capacity integer check (licensed_capacity > 0),
  -- From this time on, tickets are valid at any gate.
  any_gate_from timestamptz(3),
  may_leave boolean not null default false,
  -- Maximum number of transfers of one ticket: null means no limit, 0 means none.
  transfer_limit smallint check (transfer_limit >= 0),
  transfers_end_at_doors boolean not null default false,
  -- Whether ticket holders get a reminder by SMS the evening before.
  reminds boolean not null default false,
  -- The event date for which all reminders were sent.
  reminded_for date,
  updated_at timestamptz(3) not null default now()
);

-- Gates at which entry is stopped for now. gate_id null is the default gate.
create table stopped_gate (
  event_id uuid not null references event,
  gate_id uuid references gate,
  stopped_by uuid not null references account,
  at timestamptz(3) not null default now(),
  unique nulls not distinct (event_id, gate_id)
);
create index stopped_gate__gate on stopped_gate (gate_id) where gate_id is not null;
create index stopped_gate__by on stopped_gate (stopped_by);

-- The order in which tickets changed, so that a gate phone can request the changes since its last
-- sync. The column has the transaction's id: a phone asks from the oldest transaction that was
-- still running, so no later commit is skipped.
alter table ticket add column changed_xid xid8 not null default pg_current_xact_id();
-- People whom phones without a network admitted beyond the ticket's limit. admitted + excess is
-- everybody inside, whatever the order of the uploads.
alter table ticket add column excess smallint not null default 0 check (excess >= 0);
create index ticket__changed on ticket (event_id, changed_xid);
-- The old index is redundant, because ticket__changed begins with the event as well.
drop index ticket__event;
create function note_ticket_changed() returns trigger language plpgsql as $$
begin
  new.changed_xid := pg_current_xact_id();
  return new;
end $$;
create trigger ticket__changed before update on ticket
  for each row execute function note_ticket_changed();

alter table check_in
  -- 'in': a request to enter; 'undo': a check-in is undone; 'out': people left.
  add column kind text not null default 'in' check (kind in ('in', 'undo', 'out')),
  -- The check-in that this row undoes; null if the phone never uploaded that check-in.
  add column undone_id uuid unique references check_in,
  -- People who did enter. A phone without a network may have admitted more people than 'admits'.
  add column let_in smallint not null default 0 check (let_in between 0 and 31),
  add column is_offline boolean not null default false,
  -- True if the phone admitted the ticket by the signature in its number, because the ticket was
  -- missing from the phone's list.
  add column by_proof boolean not null default false,
  -- The explanation typed by the person who undid the check-in or admitted people manually.
  add column words text,
  add foreign key (device_id) references gate_phone,
  add check (kind = 'undo' or undone_id is null),
  drop constraint check_in_result_check,
  add constraint check_in_result_check check (result in ('valid', 'used', 'too_many', 'wrong_gate',
    'wrong_event', 'void', 'unknown', 'too_early', 'entry_stopped')),
  drop constraint check_in_check1,
  add constraint check_in__admits check (kind <> 'in' or (result = 'valid') = (admits > 0));
create index check_in__device on check_in (device_id, at) where device_id is not null;
-- Check-ins that admitted more people than allowed: source of conflicts and alarms.
create index check_in__beyond on check_in (event_id, at) where kind = 'in' and let_in > admits;
drop index check_in__event;
create index check_in__event on check_in (event_id, at, id)
  include (result, method, admits, ticket_id, gate_id, kind, let_in);

alter table check_in disable trigger check_in__append_only;
update check_in set let_in = admits where admits > 0;
alter table check_in enable trigger check_in__append_only;

-- 'inside' is the number of people inside. It also decreases: people leave, and check-ins are
-- undone. It includes people on refunded tickets and people beyond a ticket's limit.
alter table check_in_delta
  add column reason text,
  add column inside integer not null default 0;
update check_in_delta set inside = people;
alter table check_ins_by_gate
  add column reason text,
  add column inside bigint not null default 0,
  drop constraint check_ins_by_gate_event_id_gate_id_ticket_type_id_method_re_key,
  add constraint check_ins_by_gate__key
    unique nulls not distinct (event_id, gate_id, ticket_type_id, method, result, reason);
update check_ins_by_gate set inside = people;

-- Ticket types that were moved to another gate. A job notifies their holders in batches.
create table gate_move (
  id uuid primary key,
  event_id uuid not null references event,
  ticket_type_id uuid not null references ticket_type,
  gate_id uuid not null references gate,
  moved_by uuid not null references account,
  at timestamptz(3) not null,
  -- Time at which a sweep resumes the notifications; null once all holders were notified.
  next_at timestamptz(3),
  told_at timestamptz(3)
);
create index gate_move__type on gate_move (ticket_type_id, at);
create index gate_move__event on gate_move (event_id);
create index gate_move__gate on gate_move (gate_id);
create index gate_move__by on gate_move (moved_by);
create index gate_move__untold on gate_move (next_at) where next_at is not null;
