-- A cancellation or a reschedule that an organizer asked for and that waits for an admin, or was
-- returned.
create table measure_request (
  event_id uuid primary key references event,
  kind text not null check (kind in ('cancel', 'reschedule')),
  state text not null check (state in ('sent', 'returned')),
  asked_by uuid not null references account,
  asked_at timestamp(3) with time zone not null,
  reason text not null check (reason <> ''),
  -- The schedule that a reschedule asks for.
  date date,
  time time,
  location text,
  -- Why an admin returned it.
  words text not null default '' check ((words <> '') = (state = 'returned')),
  constraint measure_request__schedule check (
    (kind = 'reschedule') = (date is not null)
    and (kind = 'reschedule') = (time is not null)
    and (kind = 'reschedule') = (location is not null)
  )
);

create index measure_request__asked_by on measure_request (asked_by);

-- Set while such a request waits: the event sells nothing.
alter table event add column sales_stopped_at timestamp(3) with time zone;
