-- offline: builds indexes on message
-- Index for the list of buyers whose messages all failed. Failed messages are rare.
create index message__failed on message (order_id) where state = 'failed' and order_id is not null;
