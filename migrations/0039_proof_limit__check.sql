-- offline: builds indexes on check_in
-- Number of tickets that a phone has admitted by the signature in their numbers since its last
-- ticket list. Our app stops at a limit; a phone that exceeds the limit is not running our app.
alter table gate_phone add column proofs integer not null default 0 check (proofs >= 0);
-- True if the phone uploaded this check-in above the limit. The people are inside already, so the
-- check-in is stored and raises an alarm.
alter table check_in add column is_past_limit boolean not null default false;
create index check_in__past_limit on check_in (event_id, device_id, at) where is_past_limit;

-- Index for deleting unconfirmed transfers, together with the phone numbers in them.
create index ticket_transfer__unconfirmed on ticket_transfer (created_at) where state <> 'done';
