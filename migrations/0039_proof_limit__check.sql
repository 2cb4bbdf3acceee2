-- Tickets that a phone let in on the proof of their numbers, as it told since its last list: it stops
-- at a limit by itself, and one that does not is not the app that we gave it.
alter table gate_phone add column proofs integer not null default 0 check (proofs >= 0);
-- Told above that limit: people are in, and it is an alarm.
alter table check_in add column is_past_limit boolean not null default false;
create index check_in__past_limit on check_in (event_id, device_id, at) where is_past_limit;

-- Transfers that nobody confirmed are forgotten, with the phones that they named.
create index ticket_transfer__unconfirmed on ticket_transfer (created_at) where state <> 'done';
