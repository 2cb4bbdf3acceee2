-- offline: builds indexes on order, hold
-- The /48 of an IPv6 buyer, which limits count next to the /64 of client_network. Null for IPv4.
alter table "order" add column client_prefix text;
create index order__open_client_prefix on "order" (client_prefix, event_id)
  where is_open and client_prefix is not null;
create index order__prefix_reputation on "order" (client_prefix, created_at desc)
  where counts_for_reputation and client_prefix is not null;

-- Holds of buyers who have not proved that they pay. All of them together get a share of the stock.
alter table hold add column is_unproven boolean not null default false;
create index hold__unproven on hold (order_id) where state = 'held' and is_unproven;
