-- offline: builds indexes on order
-- For the search of transactions by email.
create index order__email on "order" (lower(email)) where email is not null;
