-- offline: replaces two tables.
-- Requests to M-Pesa that move money out of our accounts, and queries about them: for refunds and
-- parts of payouts alike (decisions/0187).
drop table refund_attempt;
drop table payout_attempt;
create table outgoing_attempt (
  id uuid primary key,
  -- The refund or the part of a payout; null for queries of the balances.
  purpose text check (purpose in ('refund', 'payout')),
  subject_id uuid,
  kind text not null
    check (kind in ('reversal', 'b2c', 'b2b', 'status', 'receipt', 'balance', 'working')),
  -- The money that M-Pesa may move; null for a query.
  amount_cents bigint check (amount_cents > 0),
  token text not null unique check (token ~ '^[0-9a-f]{32,}$'),
  timeout_token text not null unique check (timeout_token ~ '^[0-9a-f]{32,}$'),
  -- The attempt that a status query is about.
  about uuid references outgoing_attempt,
  originator_conversation_id text,
  conversation_id text,
  state text not null check (state in ('sending', 'accepted', 'unknown', 'done', 'refused')),
  reported text,
  result_code text,
  -- True if M-Pesa examined the request and refused it for good.
  is_final boolean not null default false,
  response jsonb,
  created_at timestamp(3) with time zone not null,
  since timestamp(3) with time zone not null,
  check ((purpose is null) = (subject_id is null)),
  check ((kind in ('balance', 'working')) = (subject_id is null)),
  check ((kind in ('reversal', 'b2c', 'b2b')) = (amount_cents is not null)),
  check (state = 'refused' or not is_final)
);
create unique index outgoing_attempt__open on outgoing_attempt (subject_id)
  where amount_cents is not null and state in ('sending', 'accepted', 'unknown');
create index outgoing_attempt__subject on outgoing_attempt (subject_id, created_at)
  where subject_id is not null;
create index outgoing_attempt__about on outgoing_attempt (about) where about is not null;
create index outgoing_attempt__twice on outgoing_attempt (subject_id) where result_code = 'twice';
