-- offline: builds indexes on payment; changes rows of ticket; checks or rewrites all rows of ticket, provider_callback
-- Refunds. One row per refund: of a whole payment, of some tickets of an order, or of a receipt
-- that matches no order.
create table refund (
  id uuid primary key,
  -- M-Pesa accepts at most one payment to the customer under this id, so retries are safe. A new id
  -- is used only after M-Pesa reported for certain that nothing was paid under the old id.
  originator_id uuid not null unique,
  payment_id uuid references payment,
  stray_receipt text references stray_receipt,
  order_id uuid references "order",
  event_id uuid references event,
  -- The payer, who receives the refund; null if M-Pesa masked the number.
  phone text check (phone ~ '^254[17][0-9]{8}$'),
  amount_cents bigint not null check (amount_cents > 0),
  -- True if the refund covers the full payment: M-Pesa can reverse only full payments.
  is_whole boolean not null,
  -- True if the refund covers all that remains of the payment. The payment's use then becomes
  -- 'refunded'.
  is_rest boolean not null,
  reason text not null check (reason in ('paid_twice', 'no_capacity', 'event_closed', 'cancelled',
    'moved', 'wrong_amount', 'unexplained', 'significant_change', 'technical_error', 'booked_twice',
    'stray', 'other')),
  words text not null default '',
  state text not null default 'due'
    check (state in ('due', 'sending', 'sent', 'done', 'unknown', 'refused', 'manual')),
  way text check (way in ('reversal', 'b2c', 'manual')),
  requested_by uuid references account,
  created_at timestamptz(3) not null,
  -- Time at which the refund entered its present state.
  since timestamptz(3) not null,
  -- Time of the next automatic step; null if no automatic step is due.
  next_at timestamptz(3),
  tries integer not null default 0,
  failure_code text,
  -- M-Pesa's receipt for the refund, or the reference that an admin entered for a manual refund.
  receipt text,
  done_at timestamptz(3),
  check ((payment_id is null) <> (stray_receipt is null)),
  check ((payment_id is null) = (order_id is null)),
  check ((state = 'done') = (done_at is not null)),
  constraint refund__next check (next_at is null or state in ('due', 'sending', 'sent', 'unknown'))
) with (fillfactor = 70);
create unique index refund__rest on refund (payment_id) where is_rest;
create unique index refund__stray on refund (stray_receipt) where stray_receipt is not null;
create unique index refund__receipt on refund (receipt) where way <> 'manual';
create index refund__payment on refund (payment_id) where payment_id is not null;
create index refund__order on refund (order_id) where order_id is not null;
create index refund__event on refund (event_id, created_at, id) where event_id is not null;
create index refund__requested_by on refund (requested_by) where requested_by is not null;
create index refund__next_at on refund (next_at) where next_at is not null;
create index refund__open on refund (created_at, id) where state <> 'done';
create index refund__created on refund (created_at, id);

-- The tickets that a partial refund covers.
create table refund_ticket (
  ticket_id uuid primary key references ticket,
  refund_id uuid not null references refund,
  amount_cents bigint not null check (amount_cents >= 0)
);
create index refund_ticket__refund on refund_ticket (refund_id);

-- Calls to M-Pesa. Each row is committed before its call.
create table refund_call (
  id uuid primary key,
  -- Null for a balance query.
  refund_id uuid references refund,
  kind text not null check (kind in ('reversal', 'b2c', 'status', 'balance')),
  -- Secret last parts of the callback addresses: for the result, and for the time-out in M-Pesa's
  -- queue.
  token text not null unique check (token ~ '^[0-9a-f]{32,}$'),
  timeout_token text not null unique check (timeout_token ~ '^[0-9a-f]{32,}$'),
  state text not null check (state in ('asking', 'asked', 'unknown', 'done', 'refused')),
  originator_conversation_id text,
  conversation_id text,
  answer jsonb,
  result_code text,
  created_at timestamptz(3) not null,
  since timestamptz(3) not null,
  check ((kind = 'balance') = (refund_id is null))
);
create index refund_call__refund on refund_call (refund_id, created_at) where refund_id is not null;
-- At most one Reversal or B2C payment of a refund is open at a time.
create unique index refund_call__open on refund_call (refund_id)
  where kind in ('reversal', 'b2c') and state in ('asking', 'asked', 'unknown');

create table refund_event (
  id bigint generated always as identity primary key,
  refund_id uuid not null references refund,
  from_state text,
  to_state text not null,
  cause text not null,
  at timestamptz(3) not null
);
create index refund_event__refund on refund_event (refund_id);
create trigger refund_event__append_only before update or delete on refund_event
  for each statement execute function refuse_change();

-- M-Pesa's account balances in cents, one row per balance query.
create table mpesa_balance (
  at timestamptz(3) primary key,
  working_cents bigint,
  utility_cents bigint
);

create index payment__refund_due on payment (updated_at) where use = 'refund_due';
-- True if M-Pesa masked the payer's number. The order's phone receives the messages, but may not be
-- the payer's phone.
alter table payment add column payer_masked boolean not null default false;
alter table ticket add column void_reason text check (void_reason in ('refunded', 'transferred', 'revoked'));
update ticket set void_reason = 'revoked' where state = 'void';
alter table ticket add constraint ticket__void check ((state = 'void') = (void_reason is not null));
alter table provider_callback drop constraint provider_callback_kind_check;
alter table provider_callback add constraint provider_callback_kind_check
  check (kind in ('stk', 'c2b', 'result', 'ussd'));
