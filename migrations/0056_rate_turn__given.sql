-- Number of slots that the last statement acquired. The statement returns this number to its
-- caller.
alter table rate_turn add column given integer not null default 0;
