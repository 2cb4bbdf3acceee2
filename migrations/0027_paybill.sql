-- Where M-Pesa asks and tells about payments by hand: one address for them all. It is registered once
-- for good, so its secret end is made once and stays, whatever else is changed.
create table paybill_address (
  id boolean primary key default true check (id),
  token text not null check (token ~ '^[0-9a-f]{32,}$'),
  -- The short code and origin that it is registered for.
  registered_for text,
  registered_at timestamptz(3),
  -- Tries in a row that came to nothing, and before when there is no other one.
  failed_tries smallint not null default 0,
  next_try_at timestamptz(3)
);

-- Every kind has its own way to know its token; the code lists them.
alter table provider_callback drop constraint provider_callback_kind_check,
  add constraint provider_callback__kind check (kind ~ '^[a-z0-9_]+$');

alter table payment
  -- Who paid by hand, as M-Pesa tells of him: masked, hashed or plain; '' where it does not. Null: the
  -- phone that was prompted.
  add column payer text;

-- What M-Pesa told of money that it has not proved stands here as well, until its list shows it.
alter table stray_receipt
  -- When Pull Transactions showed it; null while a confirmation alone told of it.
  add column listed_at timestamptz(3),
  -- The order whose code it names, where it names one.
  add column order_id uuid references "order",
  -- Whose buyer waits for the list to show it.
  add column claim_open boolean not null default false,
  -- When people were told that the list does not show it.
  add column alarmed_at timestamptz(3),
  add check (not claim_open or order_id is not null);
update stray_receipt set listed_at = found_at;
create index stray_receipt__order on stray_receipt (order_id) where order_id is not null;
create index stray_receipt__claim on stray_receipt (found_at) where claim_open;
create index stray_receipt__unlisted on stray_receipt (found_at)
  where listed_at is null and state = 'open';

-- Till then it can be paid by hand, and nothing ends it sooner: ten minutes from the first prompt while
-- these tickets are held. Null where no prompt left yet, and where nothing is offered.
alter table hold add column by_hand_until timestamptz(3);

-- How its buyer said that he pays: when prompted, or by hand from the start.
alter table "order" add column pays_by text not null default 'prompt'
  check (pays_by in ('prompt', 'paybill'));
-- The unpaid orders around the time when money came in. They stand in the order of time, nearly.
create index order__created on "order" using brin (created_at);
