-- How often in a row it failed. Not `attempts`: a job that waits for its turn runs many times and
-- fails at none of them.
alter table job add column failures integer not null default 0;
