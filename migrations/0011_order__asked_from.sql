-- Where an order was asked from, as limits count it (platform/network-address.ts), and when its last
-- prompt went out. What came of the orders of an address is its record of paying.
alter table "order"
  add column asked_from text,
  add column prompted_at timestamptz(3);
create index order__asked_from on "order" (asked_from, created_at desc) where asked_from is not null;
