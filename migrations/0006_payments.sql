-- One row per prompt, or per receipt that M-Pesa lists for an order without a prompt.
create table payment (
  id uuid primary key,
  order_id uuid not null references "order",
  -- The order's attempt that this prompt belongs to; null for a receipt without a prompt.
  attempt smallint,
  state text not null default 'created'
    check (state in ('created', 'prompting', 'prompted', 'unknown', 'confirmed', 'failed')),
  use text check (use in ('sale', 'refund_due', 'refunded', 'suspense')),
  phone text not null,
  -- The requested amount, in whole shillings. The payer cannot change the amount of a prompt.
  amount_cents bigint not null check (amount_cents > 0 and amount_cents % 100 = 0),
  -- The amount that M-Pesa reports as paid; null until a callback or Pull Transactions reports it.
  confirmed_amount_cents bigint,
  callback_token text not null unique check (callback_token ~ '^[0-9a-f]{32,}$'),
  merchant_request_id text,
  checkout_request_id text,
  -- M-Pesa's raw response to the push request, stored in every payment state.
  push_answer jsonb,
  result_code text,
  -- The source of the final result: push, callback, query, pull or sweep.
  settled_by text,
  mpesa_receipt text unique,
  created_at timestamptz(3) not null default now(),
  prompting_at timestamptz(3),
  prompted_at timestamptz(3),
  confirmed_at timestamptz(3),
  failed_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  -- Time of the next status query to M-Pesa for this prompt; null if no query is due.
  next_query_at timestamptz(3),
  query_count smallint not null default 0,
  unique (order_id, attempt),
  check ((state = 'confirmed') = (use is not null))
) with (fillfactor = 70);
-- A phone can show only one prompt at a time; M-Pesa refuses both of two concurrent prompts.
create unique index payment__open_prompt on payment (phone) where state in ('prompting', 'prompted');
create unique index payment__sale on payment (order_id) where use = 'sale';
create index payment__prompted_phone on payment (phone, prompting_at);
create index payment__next_query on payment (next_query_at) where next_query_at is not null;
-- Payments to look up in Pull Transactions. They include payments that a query called unpaid,
-- because integrators have seen such results to be wrong. They also include payments that a sweep
-- failed after a day without a result: M-Pesa never reported them as unpaid.
create index payment__lookup on payment (created_at)
  where state = 'unknown' or (state = 'failed' and settled_by in ('query', 'sweep'))
    or (state = 'confirmed' and (mpesa_receipt is null or use = 'suspense'));
-- Index for the sweep that runs every five seconds and fails payments without a result for a day.
-- With payment__lookup the sweep would also read every payment that a query ever reported as
-- failed.
create index payment__unknown on payment (prompting_at) where state = 'unknown';
create index payment__waiting on payment (created_at) where state in ('created', 'prompting', 'prompted');

-- Append-only: one row per change of a payment's state, use or receipt, written in the same
-- transaction as the change.
create table payment_event (
  id bigint generated always as identity primary key,
  payment_id uuid not null references payment,
  from_state text,
  to_state text not null,
  use text,
  cause text not null,
  detail jsonb,
  at timestamptz(3) not null default now()
);
create index payment_event__payment on payment_event (payment_id);

-- Every callback of a provider as received, stored before it is parsed.
create table provider_callback (
  id bigint generated always as identity primary key,
  -- The kind of callback address that was called. stk: the result of a prompt.
  kind text not null check (kind in ('stk')),
  -- The secret last part of the called address. It identifies the row that the callback is about:
  -- for stk, payment.callback_token. Not a foreign key, because each kind has its own table.
  token text not null,
  body text not null,
  received_at timestamptz(3) not null default now(),
  -- Result of processing the callback; null until it is processed.
  outcome text
);
create index provider_callback__token on provider_callback (token);

-- The OAuth token that all processes share. Requesting a new token invalidates the old token.
create table mpesa_token (
  id boolean primary key default true check (id),
  access_token text,
  expires_at timestamptz(3),
  -- From this time on a new token is requested: five minutes before the token expires, or sooner if
  -- its lifetime is short.
  renew_at timestamptz(3),
  -- Until this time, one process has the task of requesting the new token.
  refreshing_until timestamptz(3)
);

-- Payments that M-Pesa lists under an account number that matches no order of ours, for example
-- because the payer mistyped it. An admin must find out whose payment it is.
create table stray_receipt (
  receipt text primary key,
  amount_cents bigint not null,
  account_reference text not null,
  -- Phone number in digits, possibly masked.
  msisdn text not null,
  paid_at timestamptz(3),
  found_at timestamptz(3) not null
);
