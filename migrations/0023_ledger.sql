-- offline: checks or rewrites all rows of paid_line; changes rows of paid_line
-- Double-entry ledger in cents, append-only. Each movement of money is one entry, written in the
-- same transaction as the change that it books, and its lines sum to zero. Debits are positive:
-- money that M-Pesa or a bank holds for us, and charges. Credits are negative: money that we owe to
-- buyers and organizers, money in suspense, and our fees.
create table ledger_entry (
  id bigint generated always as identity primary key,
  -- Unique name of the movement, so that it is booked once: 'payment:<id>:taken'.
  movement text not null unique,
  kind text not null check (kind in
    ('taken', 'sale', 'owed', 'paid_back', 'corrected', 'stray', 'charge', 'payout', 'transfer')),
  payment_id uuid,
  order_id uuid,
  -- The reference that people see: M-Pesa's receipt, or the reference of a payout.
  reference text,
  at timestamptz(3) not null
);
create index ledger_entry__payment on ledger_entry (payment_id) where payment_id is not null;
create index ledger_entry__order on ledger_entry (order_id) where order_id is not null;
create index ledger_entry__at on ledger_entry (at, id);

create table ledger_line (
  entry_id bigint not null references ledger_entry,
  account text not null check (account in
    ('collection', 'utility', 'bank', 'charges', 'suspense', 'buyers', 'organizer', 'fees')),
  -- The event whose organizer is owed the money, or for whose sale the fee was charged.
  event_id uuid,
  amount_cents bigint not null check (amount_cents <> 0),
  primary key (entry_id, account),
  constraint ledger_line__event check ((account in ('organizer', 'fees')) = (event_id is not null))
);
create index ledger_line__event on ledger_line (event_id, account, entry_id) include (amount_cents)
  where event_id is not null;
create index ledger_line__open on ledger_line (account, entry_id) include (amount_cents)
  where account in ('buyers', 'suspense', 'utility', 'charges', 'bank');

create function refuse_unbalanced_lines() returns trigger language plpgsql as $$
begin
  if exists (select from written group by entry_id having sum(amount_cents) <> 0) then
    raise exception 'the lines of a ledger entry do not sum to zero';
  end if;
  return null;
end $$;
create function refuse_unbalanced_entry() returns trigger language plpgsql as $$
begin
  if (select count(*) < 2 or sum(amount_cents) <> 0 from ledger_line where entry_id = new.id) then
    raise exception 'the ledger entry % is not balanced', new.movement;
  end if;
  return null;
end $$;
-- The lines that one statement inserts must sum to zero, so that no single line can be added to an
-- older entry.
create trigger ledger_line__balanced after insert on ledger_line
  referencing new table as written for each statement execute function refuse_unbalanced_lines();
create constraint trigger ledger_entry__balanced after insert on ledger_entry
  deferrable initially deferred for each row execute function refuse_unbalanced_entry();
create trigger ledger_entry__append_only before update or delete on ledger_entry
  for each statement execute function refuse_change();
create trigger ledger_line__append_only before update or delete on ledger_line
  for each statement execute function refuse_change();

-- Our fee for an organizer's sales: a share of the amount in basis points, plus a fixed fee per
-- ticket. Without a row the fee is zero. A sale keeps the fee that applied when it was booked.
create table organizer_fee (
  account_id uuid primary key references account,
  basis_points integer not null check (basis_points between 0 and 10000),
  fixed_cents integer not null check (fixed_cents >= 0),
  set_at timestamptz(3) not null
);

-- Refunded tickets of a line, their amount, and the refunded part of its fee.
alter table paid_line
  add column fee_cents bigint not null default 0 check (fee_cents >= 0),
  add column back_quantity integer not null default 0 check (back_quantity >= 0),
  add column back_cents bigint not null default 0 check (back_cents >= 0),
  add column back_fee_cents bigint not null default 0 check (back_fee_cents >= 0),
  add constraint paid_line__fee check (fee_cents <= amount_cents and back_fee_cents <= fee_cents),
  add constraint paid_line__back check (back_cents <= amount_cents);
update paid_line s set back_quantity = l.quantity, back_cents = s.amount_cents
  from order_line l where l.id = s.order_line_id and s.status <> 'paid';

-- Receipts that match no order remain open until an admin attaches them to an order or refunds
-- them.
alter table stray_receipt
  add column state text not null default 'open'
    check (state in ('open', 'attached', 'refund_due', 'refunded'));
update stray_receipt s set state = 'attached'
  where exists (select from payment p where p.mpesa_receipt = s.receipt);
create index stray_receipt__open on stray_receipt (found_at, receipt) where state = 'open';

-- Books all payments made before the ledger existed.
create temporary table booked on commit drop as
  select p.id, p.order_id, o.event_id, p.use, p.amount_cents,
    coalesce(p.confirmed_amount_cents, p.amount_cents) as taken_cents, p.mpesa_receipt,
    coalesce(p.confirmed_at, p.created_at) as at
  from payment p join "order" o on o.id = p.order_id where p.state = 'confirmed';
insert into ledger_entry (movement, kind, payment_id, order_id, reference, at)
  select 'payment:' || id || ':taken', 'taken', id, order_id, mpesa_receipt, at
  from booked where taken_cents > 0 order by at;
insert into ledger_line (entry_id, account, event_id, amount_cents)
  select entry.id, line.account, line.event_id, line.amount_cents
  from booked b join ledger_entry entry on entry.payment_id = b.id
    cross join lateral (values
      ('collection', null::uuid, b.taken_cents),
      ('organizer', b.event_id, case when b.use = 'sale' then -b.amount_cents else 0 end),
      ('suspense', null, case when b.use = 'sale' then b.amount_cents - b.taken_cents
        when b.use = 'suspense' then -b.taken_cents else 0 end),
      ('buyers', null, case when b.use = 'refund_due' then -b.taken_cents else 0 end)
    ) line (account, event_id, amount_cents)
  where line.amount_cents <> 0 and b.use <> 'refunded';
-- Payments that were refunded outside of this product, which has sent no refunds so far.
insert into ledger_line (entry_id, account, event_id, amount_cents)
  select entry.id, line.account, null, line.amount_cents
  from booked b join ledger_entry entry on entry.payment_id = b.id
    cross join lateral (values ('collection', b.taken_cents), ('buyers', -b.taken_cents))
      line (account, amount_cents)
  where b.use = 'refunded';
insert into ledger_entry (movement, kind, reference, at)
  select 'stray:' || receipt, 'stray', receipt, found_at
  from stray_receipt where state = 'open' and amount_cents > 0;
insert into ledger_line (entry_id, account, amount_cents)
  select entry.id, line.account, line.amount_cents
  from stray_receipt s join ledger_entry entry on entry.movement = 'stray:' || s.receipt
    cross join lateral (values ('collection', s.amount_cents), ('suspense', -s.amount_cents))
      line (account, amount_cents);
