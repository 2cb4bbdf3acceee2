-- The most tickets of the event that one phone number may buy or receive by orders. Null: no limit.
alter table event add column max_per_phone integer check (max_per_phone >= 1);
