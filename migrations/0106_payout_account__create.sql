-- Where an organizer is paid. A change is a new row, which can be paid to from `usable_at` on.
create table payout_account (
  id uuid primary key,
  account_id uuid not null references account,
  kind text not null check (kind in ('mpesa', 'till', 'paybill', 'bank')),
  number text not null check (number <> ''),
  -- The account at a paybill, and the bank.
  account_number text not null default '' check ((kind = 'paybill') = (account_number <> '')),
  bank text not null default '' check ((kind = 'bank') = (bank <> '')),
  created_at timestamp(3) with time zone not null,
  usable_at timestamp(3) with time zone not null check (usable_at >= created_at)
);
create index payout_account__account on payout_account (account_id, created_at);
