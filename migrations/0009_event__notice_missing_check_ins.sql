-- Events that are over and were paid for, and whose tickets were never checked in.
create table event_without_check_in (
  event_id uuid primary key references event (id),
  noticed_at timestamptz(3) not null,
  -- When an admin had looked at it.
  settled_at timestamptz(3)
);
