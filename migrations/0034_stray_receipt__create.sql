-- Money that M-Pesa lists under an account number that is no order of ours, as when a payer typed it
-- wrong. Nobody but people can say whose it is.
create table stray_receipt (
  receipt text primary key,
  amount_kes numeric(12, 2) not null,
  account_reference text not null,
  -- Digits, perhaps masked.
  msisdn text not null,
  paid_at timestamptz(3),
  found_at timestamptz(3) not null
);
