-- offline: checks or rewrites all rows of ticket, payment, order, ledger_line; builds indexes on ticket, order
-- A transferred ticket belongs to a different phone than the buyer's.
alter table ticket
  -- Phone of the present holder; null: the buyer's phone.
  add column holder_phone text check (holder_phone ~ '^254[17][0-9]{8}$'),
  -- The ticket that was transferred to make this ticket.
  add column sent_from uuid references ticket,
  -- Number of transfers so far, counted along the chain of tickets.
  add column times_sent smallint not null default 0 check (times_sent >= 0),
  add constraint ticket__sent check ((sent_from is null) = (holder_phone is null)
    and (sent_from is null) = (times_sent = 0));
create index ticket__sent_from on ticket (sent_from) where sent_from is not null;

-- A transfer of a ticket, or of some of its people, to other phones. The holder confirms the
-- transfer with a code.
create table ticket_transfer (
  id uuid primary key,
  ticket_id uuid not null references ticket,
  -- HMAC of the six-digit code sent to the holder's phone. A plain hash of six digits could be
  -- guessed by trying all codes.
  code_hash bytea not null check (length(code_hash) = 32),
  -- Number of wrong codes entered so far.
  tries smallint not null default 0,
  -- 'ended': a newer transfer was requested, or too many wrong codes were entered.
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

-- Cash that a steward took at the door. Cash never passes through our accounts.
alter table payment add column method text not null default 'mpesa' check (method in ('mpesa', 'cash'));
alter table payment add check (method = 'mpesa' or (state = 'confirmed' and mpesa_receipt is null));
alter table "order" drop constraint order_pays_by_check;
alter table "order" add constraint order_pays_by_check check (pays_by in ('prompt', 'paybill', 'cash'));
-- The gate phone that sold the order.
alter table "order" add column sold_by uuid references gate_phone;
-- True if the buyer waits at the gate: the ticket is checked in as soon as the phone sees the
-- payment.
alter table "order" add column goes_in_at_once boolean not null default false;
create index order__sold_by on "order" (sold_by) where sold_by is not null;

-- The account for cash taken at the door. The cash belongs to the organizer from the start, so we
-- owe nothing for it.
alter table ledger_line drop constraint ledger_line_account_check;
alter table ledger_line add constraint ledger_line_account_check check (account in
  ('collection', 'utility', 'bank', 'charges', 'suspense', 'buyers', 'organizer', 'fees', 'cash'));
