-- Every decision about a ticket at a gate, whether people were admitted or not. Append-only.
create table check_in (
  id uuid primary key,
  -- The event whose gate checked the ticket. Tickets of another event are refused.
  event_id uuid not null references event,
  gate_id uuid references gate,
  -- The ticket number as read: its 16 symbols if it can be a ticket number, otherwise the typed
  -- text.
  ticket_number text not null check (length(ticket_number) between 1 and 100),
  -- Null if no ticket has this number.
  ticket_id uuid references ticket,
  result text not null check (result in
    ('valid', 'used', 'too_many', 'wrong_gate', 'wrong_event', 'void', 'unknown')),
  -- Detail of the result, such as the refund of a void ticket.
  reason text,
  -- Requested number of people; null for all that remain on the ticket.
  asked smallint check (asked >= 1),
  -- People admitted by this check-in.
  admits smallint not null default 0 check (admits >= 0),
  -- People whom the ticket could still admit afterwards; null if this event has no such ticket.
  left_after smallint check (left_after >= 0),
  -- How the number was entered: scanned from the code, or typed.
  method text not null check (method in ('scan', 'manual')),
  -- The requester: an account, a paired phone, or a paired phone with a signed-in account.
  validator_id uuid references account,
  device_id uuid,
  -- Made by the client before its request, so that a retry finds this row.
  nonce uuid not null,
  -- The device's own clock, if the device reported it. The clock may be wrong or far in the past.
  device_at timestamptz(3),
  -- Time on the server when the row was written.
  at timestamptz(3) not null default now(),
  check (validator_id is not null or device_id is not null),
  check ((result = 'valid') = (admits > 0)),
  check ((result = 'unknown') = (ticket_id is null))
);
-- Index for lists, newest first, and for the statistics of an event from the index alone.
create index check_in__event on check_in (event_id, at, id)
  include (result, method, admits, ticket_id, gate_id);
create index check_in__ticket on check_in (ticket_id, at) where ticket_id is not null;
create index check_in__gate on check_in (gate_id) where gate_id is not null;
create unique index check_in__device_nonce on check_in (device_id, nonce) where device_id is not null;
create unique index check_in__validator_nonce on check_in (validator_id, nonce) where validator_id is not null;
create trigger check_in__append_only before update or delete on check_in
  for each row execute function refuse_change();
