-- Finds a part of a phone number by its groups of three digits; part of every PostgreSQL package.
create extension if not exists pg_trgm;

-- One row per order line whose money came in, written with it: what the lists of transactions are
-- sorted and searched by, over all events and in one. What was refunded stays; the order says so.
create table paid_line (
  order_line_id uuid primary key references order_line,
  event_id uuid not null references event,
  paid_at timestamptz(3) not null,
  amount_kes integer not null,
  -- The phone that paid.
  phone text not null
);

-- With a million orders this takes longer than a statement of the product may.
set local statement_timeout = 0;
lock table "order" in share mode;
insert into paid_line (order_line_id, event_id, paid_at, amount_kes, phone)
  select l.id, o.event_id, o.paid_at, l.amount_kes, coalesce(p.phone, o.phone)
  from "order" o join order_line l on l.order_id = o.id
    left join payment p on p.order_id = o.id and p.use = 'sale'
  where o.state in ('paid', 'issued', 'refund_due', 'refunded');

create index paid_line__event_paid on paid_line (event_id, paid_at, order_line_id);
create index paid_line__paid on paid_line (paid_at, order_line_id);
create index paid_line__event_amount on paid_line (event_id, amount_kes, order_line_id);
create index paid_line__amount on paid_line (amount_kes, order_line_id);
-- A short list of what is not sorted in yet: every search reads it, and one buyer in some hundred
-- waits for it to be sorted in.
create index paid_line__phone on paid_line using gin (phone gin_trgm_ops)
  with (gin_pending_list_limit = 256);
