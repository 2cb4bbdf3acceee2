-- offline: checks or rewrites all rows of message; builds indexes on message
-- Language of messages to the buyer: the language of the page on which the order was placed, or the
-- choice made by USSD. Earlier orders have English.
alter table "order" add column language text not null default 'en' check (language in ('en', 'sw'));

-- The order that the message is about; the order's page shows the delivery of the message.
alter table message add column order_id uuid references "order";
create index message__order on message (order_id) where order_id is not null;

-- Phones that opted out with the SMS sender. The gateway refuses SMS to them.
create table sms_opt_out (
  phone text primary key,
  at timestamptz(3) not null
);
