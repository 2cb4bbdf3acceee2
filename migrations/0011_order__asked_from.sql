-- offline: builds indexes on order
-- 'asked_from' is the buyer's network, which rate limits count (platform/network-address.ts);
-- 'prompted_at' is the time of the order's last prompt. The results of the orders from a network
-- are its payment record.
alter table "order"
  add column asked_from text,
  add column prompted_at timestamptz(3);
create index order__asked_from on "order" (asked_from, created_at desc) where asked_from is not null;
