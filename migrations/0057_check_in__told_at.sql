-- `at` is when people went through. What a phone did without a network is told later: that is `told_at`,
-- and null is told at once.
alter table check_in add column told_at timestamptz(3),
  add constraint check_in__told_at check (told_at is null or is_offline and at <= told_at);

-- What was told before, by the same rule: the phone's clock put right by what it was off at its last
-- contact, not before the doors or its pairing, and not after it told.
alter table check_in disable trigger check_in__append_only;
update check_in c set told_at = c.at, at = coalesce(h.at, c.at)
from (
  select o.id, (
    select r.at from (select o.device_at - f.clock_ms * interval '1 millisecond' as at) r
    where r.at <= o.at and r.at >= least(f.paired_at,
      (e.date + e.time) at time zone 'Africa/Nairobi' - interval '6 hours')
  ) as at
  from check_in o join gate_phone f on f.id = o.device_id join event e on e.id = o.event_id
  where o.is_offline
) h where h.id = c.id;
alter table check_in enable trigger check_in__append_only;
