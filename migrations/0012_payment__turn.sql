-- offline: builds indexes on payment, order
-- Prompts of the last minutes: the buyers who had them decide who is next in the prompt queue.
create index payment__turn on payment (prompting_at) where prompting_at is not null;
-- Results of the orders from one network, without a read of orders that still wait in the queue.
create index order__record on "order" (asked_from, created_at desc)
  where asked_from is not null and (paid_at is not null or prompted_at is not null);
