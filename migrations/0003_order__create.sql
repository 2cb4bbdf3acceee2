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
  amount_kes integer not null check (amount_kes > 0),
  -- What the client sent, in a normal form: the same id with another body is refused.
  request_fingerprint text not null,
  -- Number of the latest prompt asked for.
  attempt smallint not null default 1,
  -- Why the latest attempt failed: an M-Pesa result code, or a word of ours.
  failure_code text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  paid_at timestamptz(3),
  issued_at timestamptz(3)
) with (fillfactor = 70);
create index order__event on "order" (event_id);
-- The sweep for orders that were paid and have no tickets yet.
create index order__paid on "order" (paid_at) where state = 'paid';

create table order_line (
  id uuid primary key,
  order_id uuid not null references "order",
  ticket_type_id uuid not null references ticket_type,
  position smallint not null,
  quantity integer not null check (quantity > 0),
  price_cents integer not null check (price_cents >= 0),
  amount_kes integer not null check (amount_kes >= 0),
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
