-- offline: checks or rewrites all rows of payment, order, order_event, payment_event, message; builds indexes on payment, order, message, ticket; reads all rows of order
-- An update that changes no indexed column, neither a key nor a column in an index condition, adds
-- nothing to any index of its table (HOT). The conditions therefore use columns that change only
-- when a row enters or leaves the index, instead of the state, which changes at every step
-- (decisions/0074).

alter table payment
  -- Stage of an open payment; null once the payment has a final result.
  add column open_as text generated always as (case
    when state = 'created' then 'in_line' when state in ('prompting', 'prompted') then 'out'
    when state = 'unknown' then 'unknown' end) stored,
  drop constraint payment_mpesa_receipt_key;
drop index payment__open_prompt, payment__waiting, payment__unknown, payment__lookup,
  payment__refund_due, payment__checkout_request;
create unique index payment__open_prompt on payment (phone) where open_as = 'out';
create index payment__out on payment (prompting_at) where open_as in ('out', 'unknown');
create index payment__in_line on payment (created_at) where open_as = 'in_line';
create index payment__lookup on payment (created_at)
  where open_as = 'unknown'
    or (open_as is null and use is null and settled_by in ('query', 'sweep'))
    or (use is not null and (mpesa_receipt is null or use = 'suspense'))
    or (claimed_at is not null and (use is null or claim_open));
create index payment__refund_due on payment (confirmed_at) where use = 'refund_due';
create unique index payment__receipt on payment (mpesa_receipt) where mpesa_receipt is not null;

alter table "order"
  add column is_open boolean not null generated always as (state in ('pending', 'failed')) stored,
  -- True if the order says something about the buyers at its network: the order was paid, or its
  -- prompt was not paid.
  add column is_told boolean not null generated always as (paid_at is not null
    or (state in ('failed', 'expired') and prompted_at is not null)) stored;
drop index order__open, order__open_asked_from, order__own_phone, order__record, order__refund;
create unique index order__open on "order" (phone, event_id) where is_open;
create index order__open_asked_from on "order" (asked_from, event_id)
  where is_open and asked_from is not null;
create index order__own_phone on "order" (created_at) where is_open and own_phone <> phone;
create index order__record on "order" (asked_from, created_at desc)
  where is_told and asked_from is not null;

-- Paid orders without tickets. The statements that change an order's state insert and delete these
-- rows, so issuing tickets changes no index of "order".
create table unissued (
  order_id uuid primary key references "order",
  paid_at timestamptz(3) not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
insert into unissued select id, paid_at from "order" where state = 'paid';
drop index order__paid;

-- The new primary keys serve reads of the history of one order or payment, in order of time.
alter table order_event drop constraint order_event_pkey, add primary key (order_id, id);
alter table payment_event drop constraint payment_event_pkey, add primary key (payment_id, id);
drop index order_event__order, payment_event__payment;

alter table message
  -- Queued, being sent, or in doubt. Such messages are few, unless a gateway is down.
  add column is_leaving boolean not null
    generated always as (state in ('queued', 'sending', 'doubtful')) stored,
  add column is_failed boolean not null generated always as (state = 'failed') stored;
drop index message__unsettled, message__failed, message__provider_message;
create index message__leaving on message (created_at) where is_leaving;
create index message__failed on message (order_id) where is_failed and order_id is not null;
create index message__provider_message on message (provider_message_id)
  where provider_message_id is not null;

-- No query reads the ledger by order or by time.
drop index ledger_entry__order, ledger_entry__at;

-- Tickets of an event without gates have no gate_id.
drop index ticket__gate;
create index ticket__gate on ticket (gate_id) where gate_id is not null;

-- Collects statistics for the new columns; without them the first query plans would be poor. Empty
-- tables need no statistics.
do $$ begin
  if exists (select from "order") then analyze "order"; end if;
  if exists (select from payment) then analyze payment; end if;
  if exists (select from message) then analyze message; end if;
end $$;
