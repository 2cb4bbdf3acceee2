-- offline: changes rows of ticket_type
-- Cancelled events: the admin or organizer who cancelled, and the progress of refunding the orders.
create table event_cancellation (
  event_id uuid primary key references event,
  reason text not null default '',
  asked_by uuid references account,
  at timestamptz(3) not null,
  state text not null check (state in ('running', 'paused', 'done')),
  -- Sales at the time of the cancellation.
  orders integer not null check (orders >= 0),
  tickets integer not null check (tickets >= 0),
  amount_cents bigint not null check (amount_cents >= 0),
  -- Orders that the last pass could not cancel and refund.
  stuck integer not null default 0,
  -- Time at which a sweep resumes the cancellation if no job has done so.
  next_at timestamptz(3),
  check ((state = 'running') = (next_at is not null))
);
create index event_cancellation__asked_by on event_cancellation (asked_by) where asked_by is not null;
create index event_cancellation__next_at on event_cancellation (next_at) where next_at is not null;

-- Set for all ticket types of a cancelled event, under the lock that each sale takes. A sale that
-- began before the cancellation and gets the lock afterwards therefore finds the type closed.
alter table ticket_type add column closed_at timestamptz(3);
update ticket_type t set closed_at = e.cancelled_at from event e
  where e.id = t.event_id and e.cancelled_at is not null;

-- Changes of an event's time or place after it had sold tickets.
create table event_change (
  id uuid primary key,
  event_id uuid not null references event,
  old_date date not null,
  old_time time not null,
  old_location text not null,
  new_date date not null,
  new_time time not null,
  new_location text not null,
  changed_by uuid references account,
  -- Whether buyers are notified.
  tell boolean not null,
  announced_at timestamptz(3) not null,
  -- Until this time buyers may request a refund.
  request_until timestamptz(3) not null,
  -- Time at which all buyers had been notified.
  told_at timestamptz(3),
  next_at timestamptz(3),
  check (told_at is null or next_at is null)
);
create index event_change__event on event_change (event_id, announced_at);
create index event_change__changed_by on event_change (changed_by) where changed_by is not null;
create index event_change__next_at on event_change (next_at) where next_at is not null;

-- The calendar file attached to an e-mail; null if there is none.
alter table message add column calendar text;

-- Links with which a buyer requests a refund without signing in. They have a token of their own,
-- because the back office knows the order's id as well.
create table refund_link (
  order_id uuid primary key references "order",
  token text not null unique check (token ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  created_at timestamptz(3) not null,
  -- Time of the buyer's request. A buyer requests once, because the whole order is refunded.
  requested_at timestamptz(3)
);
