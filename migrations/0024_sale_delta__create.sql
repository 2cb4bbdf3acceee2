-- What a sale or a refund changes in the figures, written in its own transaction; a new row each
-- time, so that no buyer waits for another. A job adds the rows to the roll-ups and deletes them
-- in one transaction, so there are few. No foreign keys: the order lines that they come from have
-- them.
create table sale_delta (
  id bigint generated always as identity primary key,
  event_id uuid not null,
  ticket_type_id uuid not null,
  -- The day in Nairobi on which the order was paid; a refund takes from that same day.
  day date not null,
  tickets integer not null,
  revenue_kes integer not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

-- An order's money may come when its tickets are gone: it is refund_due without a sale. From now on
-- paid_at says of these too when the money came.
update "order" o set paid_at = (
  select min(v.at) from order_event v where v.order_id = o.id and v.to_state = 'refund_due'
) where o.paid_at is null and o.state in ('refund_due', 'refunded');

-- The figures of one event leave out what its refunded tickets did.
create index order__refund on "order" (event_id) where state in ('refund_due', 'refunded');
