alter table ticket_type
  add is_free boolean not null default false,
  -- A price that the buyer chooses, in cents. The type's own price is the lowest.
  add lowest_cents integer,
  add suggested_cents integer,
  add highest_cents integer,
  -- Only a code that names the type shows and sells it.
  add is_hidden boolean not null default false,
  add sold_at_door boolean not null default true;
alter table ticket_type
  add constraint ticket_type__free check (not is_free or price_cents = 0 and lowest_cents is null)
  not valid;
alter table ticket_type
  add constraint ticket_type__lowest check (lowest_cents is null or lowest_cents = price_cents)
  not valid;
alter table ticket_type
  add constraint ticket_type__highest check (
    suggested_cents is null and highest_cents is null
    or lowest_cents is not null and lowest_cents <= coalesce(suggested_cents, lowest_cents)
      and coalesce(suggested_cents, lowest_cents) <= coalesce(highest_cents, 2147483647))
  not valid;

-- A free order has no payment: its buyer has proved the phone number.
alter table "order" drop constraint order_payment_method_check;
alter table "order" add constraint order_payment_method_check
  check (payment_method in ('prompt', 'paybill', 'cash', 'complimentary', 'free')) not valid;
alter table "order" drop constraint order_amount_cents_check;
alter table "order" add constraint order_amount_cents_check
  check (amount_cents % 100 = 0 and amount_cents >= 0
    and (amount_cents = 0) = (payment_method in ('complimentary', 'free'))) not valid;

-- The holder of a free ticket gives it back, whole or some of its people.
alter table ticket drop constraint ticket_void_reason_check;
alter table ticket add constraint ticket_void_reason_check
  check (void_reason in ('refunded', 'transferred', 'revoked', 'given_back')) not valid;
-- A code by SMS proves the right to give a ticket back, as it does for a transfer.
alter table ticket_transfer add gives_back boolean not null default false;

-- A person who sells for the organizer, by a link or by the number.
create table seller (
  id uuid primary key,
  event_id uuid not null references event (id),
  name text not null check (name <> ''),
  phone text check (phone ~ '^254[17][0-9]{8}$'),
  number smallint not null check (number between 10 and 99),
  -- The commission of each sale: hundredths of a percent, or an amount for each ticket.
  basis_points integer not null default 0 check (basis_points between 0 and 10000),
  per_ticket_cents integer not null default 0 check (per_ticket_cents >= 0),
  visits integer not null default 0,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  unique (event_id, number),
  check (basis_points = 0 or per_ticket_cents = 0)
);
create index seller__phone on seller (phone);

-- Its row of `sale_limit`, with the same id, counts the tickets.
create table promo_code (
  id uuid primary key references sale_limit (id),
  event_id uuid not null references event (id),
  code text not null check (code <> ''),
  -- As people may type it: capital letters, with 1 for I and L, and 0 for O.
  code_fold text not null check (code_fold ~ '^[0-9A-HJKMNP-Z]{3,20}$'),
  -- The code by USSD: four digits of a code for many buyers, otherwise eight.
  digits text not null check (digits ~ '^([0-9]{4}|[0-9]{8})$'),
  kind text not null check (kind in ('percent', 'amount', 'price', 'access')),
  percent smallint check (percent between 1 and 100),
  value_cents integer check (value_cents >= 0 and value_cents % 100 = 0),
  -- True: for all types that are not hidden. False: for the types in promo_code_type.
  is_for_all_types boolean not null,
  max_per_phone integer check (max_per_phone >= 1),
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  seller_id uuid references seller (id),
  -- Codes for one ticket each that were made together. Null for a code that was made alone.
  batch_id uuid,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  unique (event_id, code_fold),
  unique (event_id, digits),
  check (starts_at < ends_at),
  check ((percent is not null) = (kind = 'percent')),
  check ((value_cents is not null) = (kind in ('amount', 'price'))),
  check (kind <> 'access' or not is_for_all_types)
);
create index promo_code__seller on promo_code (seller_id);

create table promo_code_type (
  promo_code_id uuid not null references promo_code (id),
  ticket_type_id uuid not null references ticket_type (id),
  primary key (promo_code_id, ticket_type_id)
);
create index promo_code_type__type on promo_code_type (ticket_type_id);

-- The seller who gets commission for an order, and the `utm_` words of the buyer's link. An order
-- without both has no row.
create table order_source (
  order_id uuid primary key references "order" (id),
  seller_id uuid references seller (id),
  -- The seller's commission when the order was placed; 0 for the seller's own purchases.
  basis_points integer not null default 0,
  per_ticket_cents integer not null default 0,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  utm_term text,
  utm_content text
);
create index order_source__seller on order_source (seller_id);

-- Late money for an order whose code others have used up goes back.
alter table refund drop constraint refund_reason_check;
alter table refund add constraint refund_reason_check check (reason in ('paid_twice', 'no_capacity',
  'code_used_up', 'phone_limit', 'event_closed', 'cancelled', 'moved', 'wrong_amount', 'unexplained',
  'significant_change', 'technical_error', 'booked_twice', 'stray', 'returned', 'other'));
