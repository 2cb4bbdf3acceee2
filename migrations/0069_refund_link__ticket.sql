-- A refund link is for the tickets of an order that are still with the buyer or, with a ticket_id,
-- for one ticket that was transferred.
alter table refund_link drop constraint refund_link_pkey, drop constraint refund_link_token_key;
alter table refund_link add primary key (token);
alter table refund_link add column ticket_id uuid unique references ticket,
  add column refund_id uuid references refund;
create unique index refund_link__buyer on refund_link (order_id) where ticket_id is null;
create index refund_link__order on refund_link (order_id);
create index refund_link__refund on refund_link (refund_id) where refund_id is not null;

update refund_link k set refund_id = r.id from refund r
where r.order_id = k.order_id and r.reason = 'moved' and k.requested_at is not null;
