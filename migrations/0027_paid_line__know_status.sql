-- What became of the money stands beside the line, so that a list of one status needs no look at
-- each order: of a million lines a few may be refunds.
alter table paid_line add column status text not null default 'paid'
  check (status in ('paid', 'refund_due', 'refunded'));
-- With a million orders this takes longer than a statement of the product may.
set local statement_timeout = 0;
lock table "order" in share mode;
update paid_line p set status = o.state
  from order_line l join "order" o on o.id = l.order_id
  where l.id = p.order_line_id and o.state in ('refund_due', 'refunded');

create index paid_line__refund on paid_line (status, paid_at, order_line_id)
  where status <> 'paid';
create index paid_line__event_refund on paid_line (event_id, status, paid_at, order_line_id)
  where status <> 'paid';

-- Over all events of an organizer the first lines of each event are found in the index alone.
drop index paid_line__event_paid;
create index paid_line__event_paid on paid_line (event_id, paid_at, order_line_id)
  include (status);
drop index paid_line__event_amount;
create index paid_line__event_amount on paid_line (event_id, amount_kes, order_line_id)
  include (status);
