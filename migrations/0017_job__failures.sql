-- Number of consecutive failures. Differs from 'attempts': a job that waits for a slot runs many
-- times without a failure.
alter table job add column failures integer not null default 0;
