-- Whether the old date was a mistake, so that the event's money no longer waits for it.
alter table event_change add column is_old_date_mistaken boolean not null default false;
