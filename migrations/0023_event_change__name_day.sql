-- One day of an event of several days is moved or cancelled. An event of one day has neither.
alter table event_change
  -- The number of the day. Null if the whole event moved.
  add day smallint,
  -- How many days after `old_date` the last day was, if the whole event moved.
  add days_after smallint not null default 0,
  -- Whether the day was cancelled. It keeps its schedule, so that the old one is the new one.
  add is_cancellation boolean not null default false,
  -- Whether holders of passes may request a refund with their links, because of this day.
  add frees_passes boolean not null default true,
  -- What was sold only for a day that was cancelled; null otherwise.
  add sold_orders int,
  add sold_tickets int,
  add sold_cents bigint;
