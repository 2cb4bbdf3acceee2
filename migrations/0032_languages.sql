-- What the buyer of an order is spoken to in: the page's on which it was bought, or the choice made by
-- USSD. Those from before this read English.
alter table "order" add column language text not null default 'en' check (language in ('en', 'sw'));

-- The order that a message is about: its delivery is shown beside it.
alter table message add column order_id uuid references "order";
create index message__order on message (order_id) where order_id is not null;

-- Phones that took themselves off the sender's list: the gateway refuses what goes to them.
create table sms_opt_out (
  phone text primary key,
  at timestamptz(3) not null
);
