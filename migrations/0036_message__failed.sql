-- What failed for good, for the list of buyers whom nothing reached: few of very many.
create index message__failed on message (order_id) where state = 'failed' and order_id is not null;
