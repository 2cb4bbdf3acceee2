-- offline: checks or rewrites all rows of check_in; changes rows of check_in
-- 'at' is the time at which people entered. 'told_at' is the time at which a phone uploaded a
-- check-in that it made without a network; null if the check-in reached the server immediately.
alter table check_in add column told_at timestamptz(3),
  add constraint check_in__told_at check (told_at is null or is_offline and at <= told_at);

-- Corrects earlier offline check-ins by the same rule. 'at' becomes the device time minus the clock
-- offset at the phone's last contact. Times before the doors opened, before the phone's pairing or
-- after the upload are not used.
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
