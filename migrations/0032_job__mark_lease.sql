-- True while somebody runs it: a lease is renewed only then. Without the mark a renewal that is on
-- its way when the job is put off would overwrite the time that it was put off to.
alter table job add column leased boolean not null default false;
