-- Every decision about a ticket at a gate, whether somebody was let in or not. Append-only.
create table check_in (
  id uuid primary key,
  -- The event whose gate asked; a ticket of another event is turned away here.
  event_id uuid not null references event,
  gate_id uuid references gate,
  -- As it was read: the 16 symbols where it can be a number at all, else what was typed.
  ticket_number text not null check (length(ticket_number) between 1 and 100),
  -- Null where no ticket has this number.
  ticket_id uuid references ticket,
  result text not null check (result in
    ('valid', 'used', 'too_many', 'wrong_gate', 'wrong_event', 'void', 'unknown')),
  -- What lies behind the result, such as a refund of a void ticket.
  reason text,
  -- People asked for; null where all that were left.
  asked smallint check (asked >= 1),
  -- People let in by this.
  admits smallint not null default 0 check (admits >= 0),
  -- People whom the ticket could still let in after this; null where there is no such ticket here.
  left_after smallint check (left_after >= 0),
  -- How the number came: read from the code, or typed.
  method text not null check (method in ('scan', 'manual')),
  -- Who asked: an account, a paired phone, or a phone with somebody signed in.
  validator_id uuid references account,
  device_id uuid,
  -- Made by who asks, before asking: asking again finds this row.
  nonce uuid not null,
  -- What the device's own clock showed, where it has told; it may be wrong, and long ago.
  device_at timestamptz(3),
  -- When the server wrote this.
  at timestamptz(3) not null default now(),
  check (validator_id is not null or device_id is not null),
  check ((result = 'valid') = (admits > 0)),
  check ((result = 'unknown') = (ticket_id is null))
);
-- Lists, newest first, and the statistics of an event from the index alone.
create index check_in__event on check_in (event_id, at, id)
  include (result, method, admits, ticket_id, gate_id);
create index check_in__ticket on check_in (ticket_id, at) where ticket_id is not null;
create index check_in__gate on check_in (gate_id) where gate_id is not null;
create unique index check_in__device_nonce on check_in (device_id, nonce) where device_id is not null;
create unique index check_in__validator_nonce on check_in (validator_id, nonce) where validator_id is not null;
create trigger check_in__append_only before update or delete on check_in
  for each row execute function refuse_change();
