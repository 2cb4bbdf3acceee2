-- One row per prompt, or per receipt that M-Pesa lists for an order and no prompt explains.
create table payment (
  id uuid primary key,
  order_id uuid not null references "order",
  -- The order's attempt that this prompt belongs to; null for a receipt without a prompt.
  attempt smallint,
  state text not null default 'created'
    check (state in ('created', 'prompting', 'prompted', 'unknown', 'confirmed', 'failed')),
  use text check (use in ('sale', 'refund_due', 'refunded', 'suspense')),
  phone text not null,
  -- What is asked for, in whole shillings: a prompt takes nothing else.
  amount_cents bigint not null check (amount_cents > 0 and amount_cents % 100 = 0),
  -- What M-Pesa says was taken; null until a callback or Pull tells.
  confirmed_amount_cents bigint,
  callback_token text not null unique check (callback_token ~ '^[0-9a-f]{32,}$'),
  merchant_request_id text,
  checkout_request_id text,
  -- What the push answered, as it came, whatever the state is.
  push_answer jsonb,
  result_code text,
  -- What settled it: push, callback, query, pull or sweep.
  settled_by text,
  mpesa_receipt text unique,
  created_at timestamptz(3) not null default now(),
  prompting_at timestamptz(3),
  prompted_at timestamptz(3),
  confirmed_at timestamptz(3),
  failed_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  -- The next time M-Pesa is asked about this prompt; null where there is nothing to ask.
  next_query_at timestamptz(3),
  query_count smallint not null default 0,
  unique (order_id, attempt),
  check ((state = 'confirmed') = (use is not null))
) with (fillfactor = 70);
-- A phone shows one prompt at a time; two would make M-Pesa refuse both.
create unique index payment__open_prompt on payment (phone) where state in ('prompting', 'prompted');
create unique index payment__sale on payment (order_id) where use = 'sale';
create index payment__prompted_phone on payment (phone, prompting_at);
create index payment__next_query on payment (next_query_at) where next_query_at is not null;
-- Payments that Pull Transactions is asked about. A query's word that nothing was paid has been
-- seen to be wrong by integrators, so those are among them. So is what a sweep failed after it
-- stayed unknown for a day: nobody ever said that it was not paid.
create index payment__lookup on payment (created_at)
  where state = 'unknown' or (state = 'failed' and settled_by in ('query', 'sweep'))
    or (state = 'confirmed' and (mpesa_receipt is null or use = 'suspense'));
-- The sweep that fails what stayed unknown for a day, every five seconds. In payment__lookup it would
-- read every payment that a query ever called failed.
create index payment__unknown on payment (prompting_at) where state = 'unknown';
create index payment__waiting on payment (created_at) where state in ('created', 'prompting', 'prompted');

-- Append-only: one row per change of a payment's state, use or receipt, in its transaction.
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

-- Every callback of a provider as it came, stored before anything looks into it.
create table provider_callback (
  id bigint generated always as identity primary key,
  -- Which of our addresses was called. stk: how a prompt ended.
  kind text not null check (kind in ('stk')),
  -- The secret end of that address, and what it is about: stk, payment.callback_token. No reference,
  -- for each kind has its own.
  token text not null,
  body text not null,
  received_at timestamptz(3) not null default now(),
  -- What became of it; null until it was read.
  outcome text
);
create index provider_callback__token on provider_callback (token);

-- The one OAuth token that all processes share: asking for a new one ends the old one.
create table mpesa_token (
  id boolean primary key default true check (id),
  access_token text,
  expires_at timestamptz(3),
  -- From then on a new token is asked for: five minutes before its end, or sooner in a shorter life.
  renew_at timestamptz(3),
  -- Until then one process is asking for a new one.
  refreshing_until timestamptz(3)
);

-- Money that M-Pesa lists under an account number that is no order of ours, as when a payer typed it
-- wrong. Nobody but people can say whose it is.
create table stray_receipt (
  receipt text primary key,
  amount_cents bigint not null,
  account_reference text not null,
  -- Digits, perhaps masked.
  msisdn text not null,
  paid_at timestamptz(3),
  found_at timestamptz(3) not null
);
