-- How much of an event's sales is kept until its refund window has ended, per organizer.
create table payout_plan (
  account_id uuid primary key references account,
  reserve_basis_points integer not null check (reserve_basis_points between 0 and 10000),
  set_at timestamp(3) with time zone not null
);

-- A payout that an organizer requests and an admin approves.
create table payout (
  id uuid primary key,
  event_id uuid not null references event,
  payout_account_id uuid not null references payout_account,
  amount_cents bigint not null check (amount_cents > 0 and amount_cents % 100 = 0),
  state text not null check (state in ('asked', 'approved', 'refused')),
  asked_by uuid not null references account,
  asked_at timestamp(3) with time zone not null,
  decided_by uuid references account,
  decided_at timestamp(3) with time zone check ((decided_at is null) = (state = 'asked')),
  words text not null default '',
  constraint payout__two_people check (state <> 'approved' or decided_by <> asked_by)
);
create index payout__event on payout (event_id, asked_at);
create unique index payout__asked on payout (event_id) where state = 'asked';
create index payout__account on payout (payout_account_id);
create index payout__asked_by on payout (asked_by);
create index payout__decided_by on payout (decided_by) where decided_by is not null;

-- What one transaction of M-Pesa, or of a person, pays of an approved payout.
create table payout_part (
  id uuid primary key,
  payout_id uuid not null references payout,
  position integer not null check (position > 0),
  amount_cents bigint not null check (amount_cents > 0 and amount_cents % 100 = 0),
  originator_id uuid not null unique,
  state text not null
    check (state in ('due', 'sending', 'sent', 'unknown', 'manual', 'done', 'given_back')),
  since timestamp(3) with time zone not null,
  next_at timestamp(3) with time zone,
  tries integer not null default 0,
  failure_code text,
  paid_from text check (paid_from in ('utility', 'collection', 'bank')),
  reference text,
  charge_cents bigint check (charge_cents >= 0),
  unique (payout_id, position),
  constraint payout_part__done check (state <> 'done' or paid_from is not null),
  constraint payout_part__next
    check (next_at is null or state in ('due', 'sending', 'sent', 'unknown'))
);
create unique index payout_part__receipt on payout_part (reference) where paid_from <> 'bank';
create index payout_part__next_at on payout_part (next_at) where next_at is not null;
create index payout_part__open on payout_part (since) where state not in ('done', 'given_back');

create table payout_event (
  id bigint generated always as identity primary key,
  part_id uuid not null references payout_part,
  from_state text,
  to_state text not null,
  cause text not null,
  at timestamp(3) with time zone not null
);
create index payout_event__part on payout_event (part_id);
create trigger payout_event__append_only before delete or update on payout_event
  for each statement execute function refuse_change();

-- A request to M-Pesa that pays a part, or asks about one. Committed before it is sent.
create table payout_attempt (
  id uuid primary key,
  part_id uuid not null references payout_part,
  kind text not null check (kind in ('b2c', 'b2b', 'status')),
  token text not null unique check (token ~ '^[0-9a-f]{32,}$'),
  timeout_token text not null unique check (timeout_token ~ '^[0-9a-f]{32,}$'),
  about uuid references payout_attempt,
  originator_conversation_id text,
  conversation_id text,
  state text not null check (state in ('asking', 'asked', 'unknown', 'done', 'refused')),
  reported text,
  result_code text,
  response jsonb,
  created_at timestamp(3) with time zone not null,
  since timestamp(3) with time zone not null
);
create index payout_attempt__part on payout_attempt (part_id, created_at);
create index payout_attempt__about on payout_attempt (about) where about is not null;
create unique index payout_attempt__open on payout_attempt (part_id)
  where kind in ('b2c', 'b2b') and state in ('asking', 'asked', 'unknown');

-- The account `payouts`: money approved for organizers that has not left yet.
alter table ledger_line drop constraint ledger_line_account_check;
alter table ledger_line add constraint ledger_line_account_check check (account in ('collection',
  'utility', 'bank', 'charges', 'suspense', 'buyers', 'organizer', 'fees', 'cash', 'differences',
  'payouts')) not valid;
