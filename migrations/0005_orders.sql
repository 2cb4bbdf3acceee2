create table "order" (
  -- Made by the client before it asks, so that asking again finds this order.
  id uuid primary key,
  -- The account number in the M-Pesa prompt; finds the order when everything else was lost.
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  event_id uuid not null references event,
  state text not null default 'pending'
    check (state in ('pending', 'failed', 'expired', 'paid', 'issued', 'refund_due', 'refunded')),
  -- The phone of the latest prompt; 2547… or 2541….
  phone text not null check (phone ~ '^254[17][0-9]{8}$'),
  email text,
  -- M-Pesa takes whole shillings: each line is rounded up to them, and so is their sum.
  amount_cents bigint not null check (amount_cents > 0 and amount_cents % 100 = 0),
  -- What the client sent, in a normal form: the same id with another body is refused.
  request_fingerprint text not null,
  -- Number of the latest prompt asked for.
  attempt smallint not null default 1,
  -- Why the latest attempt failed: an M-Pesa result code, or a word of ours.
  failure_code text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- When its money came; also of an order whose tickets were gone by then: refund_due without a sale.
  paid_at timestamptz(3),
  issued_at timestamptz(3)
) with (fillfactor = 70);
create index order__event on "order" (event_id);
-- The sweep for orders that were paid and have no tickets yet.
create index order__paid on "order" (paid_at) where state = 'paid';
-- The figures of one event leave out what its refunded tickets did.
create index order__refund on "order" (event_id) where state in ('refund_due', 'refunded');

create table order_line (
  id uuid primary key,
  order_id uuid not null references "order",
  ticket_type_id uuid not null references ticket_type,
  position smallint not null,
  quantity integer not null check (quantity > 0),
  price_cents integer not null check (price_cents >= 0),
  amount_cents bigint not null check (amount_cents >= 0 and amount_cents % 100 = 0),
  unique (order_id, ticket_type_id)
);
create index order_line__ticket_type on order_line (ticket_type_id);

-- Capacity set aside for an unpaid order. One row per order; its quantities are the order's lines.
create table hold (
  order_id uuid primary key references "order",
  state text not null default 'held' check (state in ('held', 'sold', 'released')),
  expires_at timestamptz(3) not null,
  -- The hold ends here even while a payment is open.
  ends_at timestamptz(3) not null,
  updated_at timestamptz(3) not null default now()
) with (fillfactor = 70);
create index hold__expires_at on hold (expires_at) where state = 'held';

-- Append-only: one row per change of an order's state, in the transaction of the change.
create table order_event (
  id bigint generated always as identity primary key,
  order_id uuid not null references "order",
  from_state text,
  to_state text not null,
  cause text not null,
  at timestamptz(3) not null default now()
);
create index order_event__order on order_event (order_id);

-- What a sale or a refund changes in the figures, written in its own transaction; a new row each
-- time, so that no buyer waits for another. A job adds the rows to the roll-ups and deletes them
-- in one transaction, so there are few. No foreign keys: the order lines that they come from have
-- them.
create table sale_delta (
  id bigint generated always as identity primary key,
  event_id uuid not null,
  ticket_type_id uuid not null,
  -- The day in Nairobi on which the order was paid; a refund takes from that same day.
  day date not null,
  tickets integer not null,
  revenue_cents bigint not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

-- Finds a part of a phone number by its groups of three digits; part of every PostgreSQL package.
create extension if not exists pg_trgm;

-- One row per order line whose money came in, written with it: what the lists of transactions are
-- sorted and searched by, over all events and in one. What was refunded stays.
create table paid_line (
  order_line_id uuid primary key references order_line,
  event_id uuid not null references event,
  paid_at timestamptz(3) not null,
  amount_cents bigint not null,
  -- The phone that paid.
  phone text not null,
  -- What became of the money stands beside the line, so that a list of one status needs no look at
  -- each order: of a million lines a few may be refunds.
  status text not null default 'paid' check (status in ('paid', 'refund_due', 'refunded'))
);
-- Over all events of an organizer the first lines of each event are found in the index alone.
create index paid_line__event_paid on paid_line (event_id, paid_at, order_line_id)
  include (status);
create index paid_line__paid on paid_line (paid_at, order_line_id);
create index paid_line__event_amount on paid_line (event_id, amount_cents, order_line_id)
  include (status);
create index paid_line__amount on paid_line (amount_cents, order_line_id);
-- A short list of what is not sorted in yet: every search reads it, and one buyer in some hundred
-- waits for it to be sorted in.
create index paid_line__phone on paid_line using gin (phone gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index paid_line__refund on paid_line (status, paid_at, order_line_id)
  where status <> 'paid';
create index paid_line__event_refund on paid_line (event_id, status, paid_at, order_line_id)
  where status <> 'paid';
