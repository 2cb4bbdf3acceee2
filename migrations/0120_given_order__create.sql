-- Complimentary tickets: orders without a payment, and places that a sponsor hands out.
alter table "order" drop constraint order_payment_method_check;
alter table "order" add constraint order_payment_method_check
  check (payment_method in ('prompt', 'paybill', 'cash', 'given')) not valid;
alter table "order" drop constraint order_amount_cents_check;
alter table "order" add constraint order_amount_cents_check
  check (amount_cents % 100 = 0 and amount_cents >= 0
    and (amount_cents = 0) = (payment_method = 'given')) not valid;
-- Reads the orders without blocking them.
alter table "order" validate constraint order_payment_method_check;
alter table "order" validate constraint order_amount_cents_check;

-- The complimentary tickets of one request. The id is the request's nonce.
create table given_batch (
  id uuid primary key,
  event_id uuid not null references event,
  request_fingerprint text not null,
  made_by uuid not null references account,
  made_at timestamp(3) with time zone not null
);
create index given_batch__event on given_batch (event_id, made_at);
create index given_batch__made_by on given_batch (made_by);

-- Places of one ticket type that a sponsor hands out by a link. Places that are not claimed yet are
-- part of ticket_type.sold until ended_at.
create table allotment (
  id uuid primary key,
  event_id uuid not null references event,
  ticket_type_id uuid not null references ticket_type,
  name text not null check (name <> ''),
  quantity integer not null check (quantity > 0),
  claimed integer not null default 0 check (claimed between 0 and quantity),
  token text not null unique,
  ends_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  is_withdrawn boolean not null default false check (not is_withdrawn or ended_at is not null),
  made_by uuid not null references account,
  made_at timestamp(3) with time zone not null
);
create index allotment__event on allotment (event_id, made_at);
create index allotment__ticket_type on allotment (ticket_type_id);
create index allotment__made_by on allotment (made_by);
create index allotment__ends_at on allotment (ends_at) where ended_at is null;

-- An order of a complimentary ticket: from a batch, or claimed from an allotment.
create table given_order (
  order_id uuid primary key references "order",
  event_id uuid not null references event,
  batch_id uuid references given_batch,
  allotment_id uuid references allotment,
  -- The organizer or sponsor that the SMS names.
  host text not null,
  guest text not null default '',
  -- The place in the batch.
  position smallint not null default 0,
  check ((batch_id is null) <> (allotment_id is null))
);
create index given_order__event on given_order (event_id);
create index given_order__batch on given_order (batch_id) where batch_id is not null;
create index given_order__allotment on given_order (allotment_id) where allotment_id is not null;
