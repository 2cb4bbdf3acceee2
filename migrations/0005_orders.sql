create table "order" (
  -- Made by the client before its request, so that a retry finds this order.
  id uuid primary key,
  -- The account number in the M-Pesa prompt. It finds the order even if every other reference is
  -- lost.
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  event_id uuid not null references event,
  state text not null default 'pending'
    check (state in ('pending', 'failed', 'expired', 'paid', 'issued', 'refund_due', 'refunded')),
  -- The phone of the latest prompt: 2547… or 2541….
  phone text not null check (phone ~ '^254[17][0-9]{8}$'),
  email text,
  -- M-Pesa accepts only whole shillings: each order line is rounded up to a whole shilling, and so
  -- is their sum.
  amount_cents bigint not null check (amount_cents > 0 and amount_cents % 100 = 0),
  -- The client's request in a normal form. A request with the same id and a different body is
  -- refused.
  request_fingerprint text not null,
  -- Number of the latest requested prompt.
  attempt smallint not null default 1,
  -- Reason why the latest attempt failed: an M-Pesa result code, or a code of ours.
  failure_code text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Time of the payment. Also set if the tickets were gone by that time (refund_due without a
  -- sale).
  paid_at timestamptz(3),
  issued_at timestamptz(3)
) with (fillfactor = 70);
create index order__event on "order" (event_id);
-- Index for the sweep of paid orders that have no tickets yet.
create index order__paid on "order" (paid_at) where state = 'paid';
-- For the figures of one event, which leave out the check-ins of refunded orders: this index
-- finds these orders.
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

-- Capacity set aside for an unpaid order. One row per order; the quantities are in the order's
-- lines.
create table hold (
  order_id uuid primary key references "order",
  state text not null default 'held' check (state in ('held', 'sold', 'released')),
  expires_at timestamptz(3) not null,
  -- The hold ends at this time even if a payment is still open.
  ends_at timestamptz(3) not null,
  updated_at timestamptz(3) not null default now()
) with (fillfactor = 70);
create index hold__expires_at on hold (expires_at) where state = 'held';

-- Append-only: one row per change of an order's state, written in the same transaction as the
-- change.
create table order_event (
  id bigint generated always as identity primary key,
  order_id uuid not null references "order",
  from_state text,
  to_state text not null,
  cause text not null,
  at timestamptz(3) not null default now()
);
create index order_event__order on order_event (order_id);

-- Changes to the sales figures. Each sale or refund inserts rows in its own transaction, always new
-- rows, so that no buyer waits for another buyer's lock. A job adds the rows to the totals and
-- deletes them in one transaction, so the table stays small. There are no foreign keys: the order
-- lines have them.
create table sale_delta (
  id bigint generated always as identity primary key,
  event_id uuid not null,
  ticket_type_id uuid not null,
  -- The day in Nairobi on which the order was paid. A refund is subtracted from that same day.
  day date not null,
  tickets integer not null,
  revenue_cents bigint not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

-- Index support for searching part of a phone number. Every PostgreSQL package contains this
-- extension.
create extension if not exists pg_trgm;

-- One row per paid order line, written when the payment is booked. Lists of transactions sort and
-- search this table, over all events and within one event. Rows of refunded lines remain.
create table paid_line (
  order_line_id uuid primary key references order_line,
  event_id uuid not null references event,
  paid_at timestamptz(3) not null,
  amount_cents bigint not null,
  -- The phone that paid.
  phone text not null,
  -- The status is copied here so that a list of one status need not read each order: among a
  -- million lines only a few may be refunds.
  status text not null default 'paid' check (status in ('paid', 'refund_due', 'refunded'))
);
-- Index for lists over all events of an organizer: the first lines of each event come from the
-- index alone.
create index paid_line__event_paid on paid_line (event_id, paid_at, order_line_id)
  include (status);
create index paid_line__paid on paid_line (paid_at, order_line_id);
create index paid_line__event_amount on paid_line (event_id, amount_cents, order_line_id)
  include (status);
create index paid_line__amount on paid_line (amount_cents, order_line_id);
-- A short pending list. Every search reads the whole pending list, and about one buyer in several
-- hundred waits while it is merged into the index.
create index paid_line__phone on paid_line using gin (phone gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index paid_line__refund on paid_line (status, paid_at, order_line_id)
  where status <> 'paid';
create index paid_line__event_refund on paid_line (event_id, status, paid_at, order_line_id)
  where status <> 'paid';
