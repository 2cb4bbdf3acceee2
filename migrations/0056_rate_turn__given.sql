-- How many of those who asked last could go: what the statement that asks goes by.
alter table rate_turn add column given integer not null default 0;
