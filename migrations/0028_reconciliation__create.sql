-- Which of an event's lines are payouts, without a look at every sale of it.
create index ledger_entry__payout on ledger_entry (id) where kind = 'payout';

-- Whether our books and M-Pesa's list agreed: once a day, and when an admin asks.
create table reconciliation (
  id uuid primary key,
  -- The day in Nairobi whose daily look it is; null where an admin asked for one.
  day date unique,
  asked_by uuid references account,
  asked_at timestamptz(3) not null,
  -- Null while it is under way.
  ended_at timestamptz(3),
  -- Null while M-Pesa's list could not be read, and why that was.
  listed_from timestamptz(3),
  unread text,
  -- What the list had: how many receipts, of how much.
  listed_count integer not null default 0,
  listed_cents bigint not null default 0,
  -- Each by name: [{"what", "name", "order_code", "ours_cents", "theirs_cents"}]
  differences jsonb not null default '[]',
  constraint reconciliation__asker check (day is null or asked_by is null)
);
create index reconciliation__asked_by on reconciliation (asked_by) where asked_by is not null;
create index reconciliation__ended on reconciliation (ended_at) where ended_at is not null;

-- Sales for which M-Pesa says that another amount was taken: for people to look at.
create index payment__other_amount on payment (confirmed_at)
  where use = 'sale' and confirmed_amount_cents <> amount_cents;
