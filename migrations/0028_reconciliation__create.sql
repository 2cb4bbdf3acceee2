-- offline: builds indexes on ledger_entry, payment
-- Finds an event's payouts without reading all of its sales.
create index ledger_entry__payout on ledger_entry (id) where kind = 'payout';

-- Comparisons of our ledger with M-Pesa's list: one per day, and one per request of an admin.
create table reconciliation (
  id uuid primary key,
  -- The day in Nairobi that a daily comparison covers; null if an admin requested the comparison.
  day date unique,
  asked_by uuid references account,
  asked_at timestamptz(3) not null,
  -- Null while the comparison runs.
  ended_at timestamptz(3),
  -- 'listed_from' is null while M-Pesa's list could not be read; 'unread' is the reason.
  listed_from timestamptz(3),
  unread text,
  -- Number and total amount of the receipts in M-Pesa's list.
  listed_count integer not null default 0,
  listed_cents bigint not null default 0,
  -- The differences, one entry per receipt or refund: [{"what", "name", "order_code", "ours_cents",
  -- "theirs_cents"}]
  differences jsonb not null default '[]',
  constraint reconciliation__asker check (day is null or asked_by is null)
);
create index reconciliation__asked_by on reconciliation (asked_by) where asked_by is not null;
create index reconciliation__ended on reconciliation (ended_at) where ended_at is not null;

-- Sales for which M-Pesa reports a different amount. They need manual review.
create index payment__other_amount on payment (confirmed_at)
  where use = 'sale' and confirmed_amount_cents <> amount_cents;
