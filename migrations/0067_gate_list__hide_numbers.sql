-- offline: changes rows of ticket; builds indexes on ticket
-- Gate phones list a ticket by 32 bits of a hash of its number (decisions/0100), which no two
-- tickets of an event may share. Tickets sold before that did: they are not listed.
alter table ticket add column has_twin boolean not null default false;

update ticket k set has_twin = true
from (
  select event_id, substring(sha256((event_id::text || substr(number, 1, 10))::bytea) for 4) as hash
  from ticket group by 1, 2 having count(*) > 1
) twin
where k.event_id = twin.event_id
  and substring(sha256((k.event_id::text || substr(k.number, 1, 10))::bytea) for 4) = twin.hash;

create unique index ticket__list_hash on ticket
  (event_id, substring(sha256((event_id::text || substr(number, 1, 10))::bytea) for 4))
  where not has_twin;

-- The caller that used the pairing code.
alter table gate_phone add column paired_browser text, add column paired_address text;

-- How many numbers that no ticket has the phone sent since unknown_since, for a limit.
alter table gate_phone add column unknown_count integer not null default 0,
  add column unknown_since timestamptz(3);
