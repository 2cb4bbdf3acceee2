-- offline: checks or rewrites all rows of ledger_entry; builds indexes on ledger_entry
-- Payments that M-Pesa took back on its own, because the payer asked Safaricom for it.
create table payment_return (
  payment_id uuid primary key references payment (id),
  amount_cents bigint not null check (amount_cents > 0),
  found_at timestamptz(3) not null,
  -- When an admin decided about the tickets; set at once if the payment bought none.
  settled_at timestamptz(3)
);
create index payment_return__open on payment_return (found_at) where settled_at is null;

-- The daily query whether M-Pesa still has a sold receipt. One row per payment, used again each day.
create table receipt_check (
  payment_id uuid primary key references payment (id),
  next_at timestamptz(3),
  asked_at timestamptz(3),
  token text unique check (token ~ '^[0-9a-f]{32,}$'),
  originator_conversation_id text
);
create index receipt_check__next_at on receipt_check (next_at) where next_at is not null;

-- What M-Pesa's accounts held, and the range in which the books expected it. Without a range while
-- the account has no entries: what it holds then is its opening balance.
create table account_reading (
  account text not null check (account in ('collection', 'utility')),
  at timestamptz(3) not null,
  held_cents bigint not null,
  low_cents bigint,
  high_cents bigint,
  primary key (account, at),
  check ((low_cents is null) = (high_cents is null) and low_cents <= high_cents)
);

alter table refund_attempt
  drop constraint refund_attempt_kind_check,
  add constraint refund_attempt_kind_check
    check (kind in ('reversal', 'b2c', 'status', 'receipt', 'balance', 'working')),
  drop constraint refund_attempt_check,
  add constraint refund_attempt_check check ((kind in ('balance', 'working')) = (refund_id is null));

alter table refund
  drop constraint refund_way_check,
  add constraint refund_way_check check (way in ('reversal', 'b2c', 'manual', 'returned')),
  drop constraint refund_reason_check,
  add constraint refund_reason_check check (reason in ('paid_twice', 'no_capacity', 'event_closed',
    'cancelled', 'moved', 'wrong_amount', 'unexplained', 'significant_change', 'technical_error',
    'booked_twice', 'stray', 'returned', 'other'));

alter table ledger_entry
  drop constraint ledger_entry_kind_check,
  add constraint ledger_entry_kind_check check (kind in ('taken', 'sale', 'owed', 'paid_back',
    'returned', 'corrected', 'stray', 'charge', 'payout', 'transfer'));
create index ledger_entry__returned on ledger_entry (id) where kind = 'returned';
