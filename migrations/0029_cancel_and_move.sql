-- An event that will not take place: who said so, and how far paying its orders back has come.
create table event_cancellation (
  event_id uuid primary key references event,
  reason text not null default '',
  asked_by uuid references account,
  at timestamptz(3) not null,
  state text not null check (state in ('running', 'paused', 'done')),
  -- What was sold at that moment.
  orders integer not null check (orders >= 0),
  tickets integer not null check (tickets >= 0),
  amount_cents bigint not null check (amount_cents >= 0),
  -- Orders that the last pass could not take back.
  stuck integer not null default 0,
  -- When a sweep looks at it, if no job does before.
  next_at timestamptz(3),
  check ((state = 'running') = (next_at is not null))
);
create index event_cancellation__asked_by on event_cancellation (asked_by) where asked_by is not null;
create index event_cancellation__next_at on event_cancellation (next_at) where next_at is not null;

-- Set for all types of an event that is cancelled, under the lock that each sale takes: so a sale that
-- began before the cancellation and comes behind it finds nothing to sell.
alter table ticket_type add column closed_at timestamptz(3);
update ticket_type t set closed_at = e.cancelled_at from event e
  where e.id = t.event_id and e.cancelled_at is not null;

-- Each time that an event was moved after it had sold tickets.
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
  -- Whether its buyers are told.
  tell boolean not null,
  announced_at timestamptz(3) not null,
  -- Until when its buyers may ask for their money.
  request_until timestamptz(3) not null,
  -- When all of them had been told.
  told_at timestamptz(3),
  next_at timestamptz(3),
  check (told_at is null or next_at is null)
);
create index event_change__event on event_change (event_id, announced_at);
create index event_change__changed_by on event_change (changed_by) where changed_by is not null;
create index event_change__next_at on event_change (next_at) where next_at is not null;

-- What stands in the calendar, of an e-mail that has it with it.
alter table message add column calendar text;

-- By which an order's buyer asks for a refund without signing in: the order's id is known to the back
-- office as well.
create table refund_link (
  order_id uuid primary key references "order",
  token text not null unique check (token ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  created_at timestamptz(3) not null,
  -- The buyer asked: once and for all, for the whole order goes back.
  requested_at timestamptz(3)
);
