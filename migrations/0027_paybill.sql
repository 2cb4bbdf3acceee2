-- offline: checks or rewrites all rows of provider_callback; builds indexes on order
-- The address to which M-Pesa sends validations and confirmations of paybill payments. The address
-- is registered once for good, so its secret last part never changes.
create table paybill_address (
  id boolean primary key default true check (id),
  token text not null check (token ~ '^[0-9a-f]{32,}$'),
  -- The short code and origin for which the address is registered.
  registered_for text,
  registered_at timestamptz(3),
  -- Number of consecutive failed registrations, and the earliest time of the next attempt.
  failed_tries smallint not null default 0,
  next_try_at timestamptz(3)
);

-- Each kind of callback verifies its token in its own way. The code lists the kinds.
alter table provider_callback drop constraint provider_callback_kind_check,
  add constraint provider_callback__kind check (kind ~ '^[a-z0-9_]+$');

alter table payment
  -- The payer of a paybill payment as M-Pesa reports the number: masked, hashed or plain; '' if
  -- M-Pesa reports none. Null: the phone that was prompted.
  add column payer text;

-- This table now also contains reported payments that M-Pesa has not proved: they wait until the
-- list shows them.
alter table stray_receipt
  -- Time at which Pull Transactions listed the receipt; null while only a confirmation reported it.
  add column listed_at timestamptz(3),
  -- The order whose code the payment carries, if any.
  add column order_id uuid references "order",
  -- True while the order's buyer waits for the list to show the payment.
  add column claim_open boolean not null default false,
  -- Time at which admins were notified that the list does not contain the payment.
  add column alarmed_at timestamptz(3),
  add check (not claim_open or order_id is not null);
update stray_receipt set listed_at = found_at;
create index stray_receipt__order on stray_receipt (order_id) where order_id is not null;
create index stray_receipt__claim on stray_receipt (found_at) where claim_open;
create index stray_receipt__unlisted on stray_receipt (found_at)
  where listed_at is null and state = 'open';

-- End of the time to pay by paybill: ten minutes after the first prompt. The hold does not end
-- sooner. Null before the first prompt, or if no paybill is offered.
alter table hold add column by_hand_until timestamptz(3);

-- The buyer's choice of payment: by prompt, or by paybill from the start.
alter table "order" add column pays_by text not null default 'prompt'
  check (pays_by in ('prompt', 'paybill'));
-- Index for the unpaid orders placed around the time of a payment. Rows are stored almost in order
-- of time, so a BRIN index suffices.
create index order__created on "order" using brin (created_at);
