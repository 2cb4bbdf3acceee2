-- An update that changes no column of an index, neither a key nor one that its condition names, adds
-- nothing to any index of its table (HOT). So the conditions name columns that change where a row
-- enters or leaves an index, in place of the state, which changes at every step (decisions/0074).

alter table payment
  -- What an open one is doing; null once it is settled.
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
  -- It tells something of who is behind its address: it was paid, or its prompt came to nothing.
  add column is_told boolean not null generated always as (paid_at is not null
    or (state in ('failed', 'expired') and prompted_at is not null)) stored;
drop index order__open, order__open_asked_from, order__own_phone, order__record, order__refund;
create unique index order__open on "order" (phone, event_id) where is_open;
create index order__open_asked_from on "order" (asked_from, event_id)
  where is_open and asked_from is not null;
create index order__own_phone on "order" (created_at) where is_open and own_phone <> phone;
create index order__record on "order" (asked_from, created_at desc)
  where is_told and asked_from is not null;

-- Orders that are paid and have no tickets yet. An order enters and leaves by the statements that
-- change its state: so getting its tickets changes no index of its own.
create table unissued (
  order_id uuid primary key references "order",
  paid_at timestamptz(3) not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
insert into unissued select id, paid_at from "order" where state = 'paid';
drop index order__paid;

-- What happened to one order or payment is read by it, in the order in which it happened.
alter table order_event drop constraint order_event_pkey, add primary key (order_id, id);
alter table payment_event drop constraint payment_event_pkey, add primary key (payment_id, id);
drop index order_event__order, payment_event__payment;

alter table message
  -- Queued, being sent, or in doubt. Those are few, unless a gateway is away.
  add column is_leaving boolean not null
    generated always as (state in ('queued', 'sending', 'doubtful')) stored,
  add column is_failed boolean not null generated always as (state = 'failed') stored;
drop index message__unsettled, message__failed, message__provider_message;
create index message__leaving on message (created_at) where is_leaving;
create index message__failed on message (order_id) where is_failed and order_id is not null;
create index message__provider_message on message (provider_message_id)
  where provider_message_id is not null;

-- Nothing reads the books by order or by time.
drop index ledger_entry__order, ledger_entry__at;

-- A ticket of an event without gates has none.
drop index ticket__gate;
create index ticket__gate on ticket (gate_id) where gate_id is not null;

-- Else the first plans know nothing of the new columns. Of an empty table there is nothing to know.
do $$ begin
  if exists (select from "order") then analyze "order"; end if;
  if exists (select from payment) then analyze payment; end if;
  if exists (select from message) then analyze message; end if;
end $$;
