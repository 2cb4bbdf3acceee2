-- A ticket that was sent on belongs to another phone than the one that paid.
alter table ticket
  -- Whose it is now; null: who paid.
  add column holder_phone text check (holder_phone ~ '^254[17][0-9]{8}$'),
  -- The ticket out of which it was sent.
  add column sent_from uuid references ticket,
  -- How often its admissions were sent on before they came to this one.
  add column times_sent smallint not null default 0 check (times_sent >= 0),
  add constraint ticket__sent check ((sent_from is null) = (holder_phone is null)
    and (sent_from is null) = (times_sent = 0));
create index ticket__sent_from on ticket (sent_from) where sent_from is not null;

-- A ticket, or some of its people, that shall go to other phones, once its holder said the code.
create table ticket_transfer (
  id uuid primary key,
  ticket_id uuid not null references ticket,
  -- HMAC of the six digits that were sent to the holder's phone: a hash alone is tried out at once.
  code_hash bytea not null check (length(code_hash) = 32),
  -- Wrong codes so far.
  tries smallint not null default 0,
  -- 'ended': another one was asked for, or too many codes were wrong.
  state text not null default 'asked' check (state in ('asked', 'done', 'ended')),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  done_at timestamptz(3),
  check ((state = 'done') = (done_at is not null))
);
create unique index ticket_transfer__asked on ticket_transfer (ticket_id) where state = 'asked';
create index ticket_transfer__ticket on ticket_transfer (ticket_id);

create table ticket_transfer_part (
  transfer_id uuid not null references ticket_transfer,
  position smallint not null,
  phone text not null check (phone ~ '^254[17][0-9]{8}$'),
  admits smallint not null check (admits between 1 and 31),
  -- The new ticket; null until it is made.
  ticket_id uuid unique references ticket,
  primary key (transfer_id, position),
  unique (transfer_id, phone)
);

-- Money that a steward took at the door. It never passes through our accounts.
alter table payment add column method text not null default 'mpesa' check (method in ('mpesa', 'cash'));
alter table payment add check (method = 'mpesa' or (state = 'confirmed' and mpesa_receipt is null));
alter table "order" drop constraint order_pays_by_check;
alter table "order" add constraint order_pays_by_check check (pays_by in ('prompt', 'paybill', 'cash'));
-- Which gate phone sold it.
alter table "order" add column sold_by uuid references gate_phone;
create index order__sold_by on "order" (sold_by) where sold_by is not null;

-- What the organizer of an event holds in cash: taken from what is owed to them.
alter table ledger_line drop constraint ledger_line_account_check;
alter table ledger_line add constraint ledger_line_account_check check (account in
  ('collection', 'utility', 'bank', 'charges', 'suspense', 'buyers', 'organizer', 'fees', 'cash'));
alter table ledger_line drop constraint ledger_line__event;
alter table ledger_line add constraint ledger_line__event
  check ((account in ('organizer', 'fees', 'cash')) = (event_id is not null));
